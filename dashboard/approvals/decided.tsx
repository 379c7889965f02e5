/** Who decided what, and when: the newest first. */
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { Approval } from '../../client/api.ts';
import { useRead } from '../api/read.ts';
import { Badge, type Tone } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { ForeignText } from '../ui/foreign-text.tsx';
import { Card, Row, Stack } from '../ui/page.tsx';
import { Empty, Loaded } from '../ui/state.tsx';
import { type Column, Table } from '../ui/table.tsx';
import { Moment } from '../ui/time.tsx';
import { TimeRangePicker, useTimeRange } from '../ui/time-range-picker.tsx';

const TONES: Record<string, Tone> = { approved: 'good', consumed: 'good', rejected: 'bad' };
const WORDS: Record<string, string> = { consumed: 'approved and used' };
const PAGE = 50;

export function Status({ status }: { status: string }) {
  return <Badge tone={TONES[status] ?? 'neutral'}>{WORDS[status] ?? status}</Badge>;
}

export function Decided() {
  const { fromMs, toMs } = useTimeRange('7d');
  const { cursor } = useSearch({ strict: false }) as { cursor?: unknown };
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
          ...(typeof cursor === 'string' && { cursor }),
        },
      },
    },
    { keep: true },
  );
  const go = (next: string | undefined) =>
    void navigate({ to: '.', search: (previous) => ({ ...previous, cursor: next }) });
  return (
    <Stack>
      <Row>
        <TimeRangePicker otherwise="7d" />
      </Row>
      <Loaded query={query}>
        {({ items, next_cursor: next, total }) =>
          items.length === 0 ? (
            <Empty title="Nothing was decided in this time" />
          ) : (
            <Card title={`${total.toLocaleString('en')} decided`} flush>
              <DecidedTable items={items} />
              <Row>
                {typeof cursor === 'string' && <Button onClick={() => go(undefined)}>Newest</Button>}
                {next && <Button onClick={() => go(next)}>Older</Button>}
              </Row>
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
        <ForeignText limit={80}>{action}</ForeignText>
      </Link>
    ),
  },
  { name: 'Decision', cell: ({ status }) => <Status status={status} /> },
  { name: 'Decided by', cell: (item) => <DecidedBy item={item} /> },
  { name: 'Agent', cell: ({ agent_id: agent }) => agent && <ForeignText limit={60}>{agent}</ForeignText> },
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

/** Each with their comment. */
export function DecidedBy({ item }: { item: Approval }) {
  if (item.decisions.length === 0) return <p>Its time ran out</p>;
  return (
    <ul>
      {item.decisions.map(({ party, decided_by: name, comment }) => (
        <li key={party}>
          <ForeignText limit={60}>{name}</ForeignText>
          {comment && (
            <>
              {': '}
              <ForeignText limit={160}>{comment}</ForeignText>
            </>
          )}
        </li>
      ))}
    </ul>
  );
}
