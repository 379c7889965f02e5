/** The audit of changes: who changed what, and when. Each line is a record with its proof. */
import { useInfiniteQuery } from '@tanstack/react-query';
import type { Artifact } from '../../client/api.ts';
import { apiOf, unwrap } from '../api/client.ts';
import { useEnvironment } from '../api/environment.ts';
import { Party } from '../members/party.tsx';
import { ForeignText } from '../ui/foreign-text.tsx';
import { Button } from '../ui/forms/button.tsx';
import { Select } from '../ui/forms/select.tsx';
import { useAddress } from '../ui/navigation/address.ts';
import { RecordLink } from '../ui/navigation/links.tsx';
import { Card, Page, Row } from '../ui/page.tsx';
import { Empty, Loaded } from '../ui/state.tsx';
import { type Column, Table } from '../ui/table.tsx';
import { Moment } from '../ui/time/time.tsx';
import { TimeRangePicker, useTimeRange } from '../ui/time/time-range-picker.tsx';
import { KINDS, type Kind, kindOf, toldOf } from './change.ts';

const PAGE = 100;
const OTHERWISE = '30d';

const OPTIONS = [
  { value: '', name: 'Everything' },
  ...Object.entries(KINDS).map(([value, name]) => ({ value, name })),
];

export function ChangesPage() {
  const [{ kind }, go] = useAddress();
  const chosen = typeof kind === 'string' && Object.hasOwn(KINDS, kind) ? (kind as Kind) : null;
  return (
    <Page
      title="Changes"
      lead="Who changed how agents are governed, what, and when. Every change is evidence."
    >
      <Row>
        <Select
          label="What was changed"
          options={OPTIONS}
          value={chosen ?? ''}
          onValue={(value) => go({ kind: value || undefined })}
        />
        <TimeRangePicker otherwise={OTHERWISE} />
      </Row>
      <Changes kind={chosen} />
    </Page>
  );
}

const COLUMNS: readonly Column<Artifact>[] = [
  {
    name: 'Change',
    bare: true,
    cell: (item) => (
      <RecordLink id={item.id}>
        <What item={item} />
      </RecordLink>
    ),
  },
  { name: 'Who', cell: ({ payload }) => <Party id={String(payload?.by ?? 'unknown')} /> },
  { name: 'When', cell: ({ created_at: at }) => <Moment time={at} /> },
];

function What({ item: { action, payload } }: { item: Artifact }) {
  const change = payload?.change;
  const { verb, subject } = toldOf(
    action ?? '',
    typeof change === 'object' ? (change as Record<string, unknown>) : null,
  );
  return (
    <>
      {verb.charAt(0).toUpperCase() + verb.slice(1)}
      {subject !== null && (
        <>
          {' '}
          <strong>
            <ForeignText cut limit={120} text={subject} />
          </strong>
        </>
      )}
    </>
  );
}

function Changes({ kind }: { kind: Kind | null }) {
  const environment = useEnvironment();
  const { fromMs, toMs } = useTimeRange(OTHERWISE);
  const period = { from_date: new Date(fromMs).toISOString(), to_date: new Date(toMs).toISOString() };
  const query = useInfiniteQuery({
    queryKey: [environment, '/api/v1/evidence/search', 'changes', period],
    initialPageParam: 0,
    queryFn: ({ pageParam: offset, signal }) => {
      const body = { artifact_type: 'governance_change' as const, ...period, limit: PAGE, offset };
      return unwrap(apiOf(environment).POST('/api/v1/evidence/search', { body, signal }));
    },
    getNextPageParam: ({ offset, items, total }) =>
      offset + items.length < total ? offset + PAGE : undefined,
  });
  return (
    <Card flush>
      <Loaded query={query} lines={8}>
        {({ pages }) => {
          const items = pages.flatMap((page) => page.items);
          const shown = items.filter(({ action }) => kind === null || kindOf(action ?? '') === kind);
          return (
            <>
              {shown.length === 0 ? (
                <Empty title="No such change in this period" />
              ) : (
                <Table caption="Changes" columns={COLUMNS} items={shown} keyOf={({ id }) => id} />
              )}
              {query.hasNextPage && (
                <Button
                  wide
                  look="quiet"
                  busy={query.isFetchingNextPage}
                  onClick={() => void query.fetchNextPage()}
                >
                  Look further back
                </Button>
              )}
            </>
          );
        }}
      </Loaded>
    </Card>
  );
}
