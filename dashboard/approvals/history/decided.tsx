/** Past decisions, newest first. */
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { Approval } from '../../../client/api.ts';
import { useRead } from '../../api/read.ts';
import { ForeignText } from '../../ui/foreign-text.tsx';
import { Card, Row, Stack } from '../../ui/page.tsx';
import { Empty, Loaded } from '../../ui/state.tsx';
import { type Column, Pages, Table } from '../../ui/table.tsx';
import { Moment } from '../../ui/time/time.tsx';
import { TimeRangePicker, useTimeRange } from '../../ui/time/time-range-picker.tsx';
import { Filters } from '../filters.tsx';
import { DecidedBy, Status } from './decided-by.tsx';
import { filtersIn } from './decided-filters.ts';

const PAGE = 50;

export function Decided() {
  const { fromMs, toMs } = useTimeRange('7d');
  const search = useSearch({ strict: false }) as Record<string, unknown>;
  const { cursor, ...filters } = filtersIn(search);
  const navigate = useNavigate();
  const query = useRead(
    '/api/v1/approvals',
    {
      params: {
        query: {
          status: 'resolved',
          resolved_from: new Date(fromMs).toISOString(),
          resolved_to: new Date(toMs).toISOString(),
          limit: PAGE,
          ...filters,
          ...(cursor !== undefined && { cursor }),
        },
      },
    },
    { keep: true },
  );
  // The next page must answer the same question, so a moving range is fixed from here on.
  const goOlder = (next: string) => {
    const range = {
      from: new Date(fromMs).toISOString(),
      to: new Date(toMs).toISOString(),
      range: undefined,
    };
    void navigate({ to: '.', search: (previous) => ({ ...previous, ...range, cursor: next }) });
  };
  const goNewest = () =>
    void navigate({ to: '.', search: (previous) => ({ ...previous, cursor: undefined }) });
  return (
    <Stack>
      <Row>
        <TimeRangePicker otherwise="7d" />
        <Filters />
      </Row>
      <Loaded query={query}>
        {({ items, next_cursor: next, total }) =>
          items.length === 0 ? (
            <Empty title="Nothing was decided">
              <p>Choose a longer time, or every agent and action.</p>
            </Empty>
          ) : (
            <Card title={`${total.toLocaleString('en')} decided`} flush>
              <DecidedTable items={items} />
              <Pages
                cursor={cursor}
                next={next}
                onTurn={(other) => (other === undefined ? goNewest() : goOlder(other))}
              />
            </Card>
          )
        }
      </Loaded>
    </Stack>
  );
}

const COLUMNS: readonly Column<Approval>[] = [
  {
    name: 'Action',
    bare: true,
    cell: ({ approval_id: id, action }) => (
      <Link to="/approvals/$id" params={{ id }}>
        <ForeignText limit={80} text={action} />
      </Link>
    ),
  },
  { name: 'Decision', cell: ({ status }) => <Status status={status} /> },
  { name: 'Decided by', cell: (item) => <DecidedBy item={item} brief /> },
  { name: 'Agent', cell: ({ agent_id: agent }) => agent && <ForeignText limit={60} text={agent} /> },
  { name: 'When', cell: ({ resolved_at: at }) => at && <Moment time={at} /> },
];

function DecidedTable({ items }: { items: readonly Approval[] }) {
  return (
    <Table
      caption="Decided approvals"
      columns={COLUMNS}
      items={items}
      keyOf={({ approval_id }) => approval_id}
    />
  );
}
