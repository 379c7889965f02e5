/** The actions that are escalated and blocked most. */
import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReadData } from '../api/read.ts';
import { ForeignText } from '../ui/foreign-text.tsx';
import { List } from '../ui/list.tsx';
import { formatCount } from '../ui/money.ts';
import type { Column } from '../ui/table.tsx';
import type { Statistics } from './figures.tsx';

type Counted = ReadData<'/api/v1/evidence/statistics'>['actions'][number];

const MOST = 8;
const COLUMNS: readonly Column<Counted>[] = [
  {
    name: 'Action',
    bare: true,
    cell: ({ action }) => (
      <Link to="/evidence" search={{ action }}>
        <ForeignText cut limit={60} text={action} />
      </Link>
    ),
  },
  { name: 'Escalated', end: true, cell: ({ escalate }) => formatCount(escalate) },
  { name: 'Blocked', end: true, cell: ({ block }) => formatCount(block) },
];

export function HeldMost({ query }: { query: UseQueryResult<Statistics> }) {
  return (
    <List
      title="Held most"
      query={query}
      items={({ actions }) => actions.filter(({ escalate, block }) => escalate + block > 0).slice(0, MOST)}
      empty={['Nothing was held in this period']}
      caption="Held most"
      columns={COLUMNS}
      keyOf={({ action }) => action}
    />
  );
}
