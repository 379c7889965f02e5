/** The audit of changes: who changed what, and when. Each line is a record with its proof. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import type { Artifact } from '../../client/api.ts';
import { apiOf, unwrap } from '../api/client.ts';
import { useEnvironment } from '../api/environment.ts';
import { Party } from '../members/party.tsx';
import { Button } from '../ui/forms/button.tsx';
import { Select } from '../ui/forms/select.tsx';
import { useAddress } from '../ui/navigation/address.ts';
import { RecordLink } from '../ui/navigation/links.tsx';
import { Card, Page, Row } from '../ui/page.tsx';
import { Empty, Loaded } from '../ui/state.tsx';
import { type Column, Table } from '../ui/table.tsx';
import { Moment } from '../ui/time/time.tsx';
import { TimeRangePicker, useTimeRange } from '../ui/time/time-range-picker.tsx';
import { KINDS, type Kind, kindOf } from './change.ts';
import styles from './changes.module.css';
import { thingOf } from './details.ts';
import { changeIn, What } from './what.tsx';

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

const columnsOver = (items: readonly Artifact[]): readonly Column<Artifact>[] => {
  const earlier = earlierOf(items);
  return [
    {
      name: 'Change',
      bare: true,
      cell: (item) => <What item={item} earlier={earlier.get(item.id) ?? null} />,
    },
    { name: 'Who', cell: ({ payload }) => (payload ? <Who payload={payload} /> : 'not shown') },
    { name: 'When', cell: ({ created_at: at }) => <Moment time={at} /> },
    { name: 'Record', cell: ({ id }) => <RecordLink id={id}>evidence</RecordLink> },
  ];
};

/** The one who made it and, where it needed a second person, those who approved it. */
function Who({ payload }: { payload: NonNullable<Artifact['payload']> }) {
  const { approval_id: id, approved_by: parties } = (payload.second_person ?? {}) as Partial<SecondPerson>;
  return (
    <>
      <Party id={String(payload.by)} />
      {typeof id === 'string' && Array.isArray(parties) && (
        <p className={styles.approved}>
          <Link to="/approvals/$id" params={{ id }}>
            approved
          </Link>{' '}
          by{' '}
          {parties.map((party, place) => (
            <Fragment key={party}>
              {place > 0 && ' and '}
              <Party id={party} />
            </Fragment>
          ))}
        </p>
      )}
    </>
  );
}

interface SecondPerson {
  approval_id: string;
  approved_by: string[];
}

/** The change of the same thing before each change, among those that were read. @param items newest first. */
function earlierOf(items: readonly Artifact[]): ReadonlyMap<string, Artifact> {
  const later = new Map<string, string>();
  const earlier = new Map<string, Artifact>();
  for (const item of items) {
    const thing = thingOf(item.action ?? '', changeIn(item));
    if (thing === null) continue;
    const id = later.get(thing);
    if (id !== undefined) earlier.set(id, item);
    later.set(thing, item.id);
  }
  return earlier;
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
                <Table caption="Changes" columns={columnsOver(items)} items={shown} keyOf={({ id }) => id} />
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
