/** Past decisions, newest first. */
import type { Approval } from '../../../client/api.ts';
import { useRead } from '../../api/read.ts';
import { Agent } from '../../members/party.tsx';
import { ForeignText } from '../../ui/foreign-text.tsx';
import { formatCount } from '../../ui/money.ts';
import { useAddress } from '../../ui/navigation/address.ts';
import { ApprovalLink } from '../../ui/navigation/links.tsx';
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
  const [search, go] = useAddress();
  const { cursor, ...filters } = filtersIn(search);
  const [from, to] = [new Date(fromMs).toISOString(), new Date(toMs).toISOString()];
  const period = { resolved_from: from, resolved_to: to };
  const query = useRead(
    '/api/v1/approvals',
    {
      params: {
        query: {
          status: 'resolved',
          ...period,
          limit: PAGE,
          ...filters,
          ...(cursor !== undefined && { cursor }),
        },
      },
    },
    { keep: true },
  );
  // The next page must answer the same question, so a moving range is fixed from here on.
  const turn = (next: string | undefined) =>
    go(next === undefined ? { cursor: next } : { from, to, range: undefined, cursor: next });
  return (
    <Stack>
      <Row>
        <TimeRangePicker otherwise="7d" />
        <Filters />
      </Row>
      <Loaded query={query}>
        {({ items, next_cursor: next, total }) =>
          items.length === 0 ? (
            <Empty title="Nothing was decided">Choose a longer time, or every agent and action.</Empty>
          ) : (
            <Card title={`${formatCount(total)} decided`} flush>
              <Table
                caption="Decided approvals"
                columns={COLUMNS}
                items={items}
                keyOf={({ approval_id }) => approval_id}
              />
              <Pages cursor={cursor} next={next} onTurn={turn} />
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
      <ApprovalLink id={id}>
        <ForeignText limit={80} text={action} />
      </ApprovalLink>
    ),
  },
  { name: 'Decision', cell: ({ status }) => <Status status={status} /> },
  { name: 'Decided by', cell: (item) => <DecidedBy item={item} brief /> },
  { name: 'Agent', cell: ({ agent_id: agent }) => agent && <Agent id={agent} /> },
  { name: 'When', cell: ({ resolved_at: at }) => at && <Moment time={at} /> },
];
