/** The verdicts that would have been different under a draft, with some of the records. */
import type { BacktestResult } from '../../client/api.ts';
import { Finding } from '../ui/badge.tsx';
import { ForeignText } from '../ui/foreign-text.tsx';
import { formatCount } from '../ui/money.ts';
import { RecordLink } from '../ui/navigation/links.tsx';
import { type Column, Table } from '../ui/table.tsx';
import { Moment } from '../ui/time/time.tsx';

type Changed = BacktestResult['changed'][number];

const SHOWN_EXAMPLES = 3;

const COLUMNS: readonly Column<Changed>[] = [
  { name: 'Was', cell: ({ from }) => <Finding found={from} /> },
  { name: 'Would be', cell: ({ to }) => <Finding found={to} /> },
  { name: 'How many', end: true, cell: ({ count }) => formatCount(count) },
  { name: 'Such as', cell: ({ examples }) => <Examples examples={examples.slice(-SHOWN_EXAMPLES)} /> },
];

export function ChangedVerdicts({ changed }: { changed: readonly Changed[] }) {
  if (changed.length === 0) return null;
  return (
    <Table
      caption="Changed verdicts"
      columns={COLUMNS}
      items={changed}
      keyOf={({ from, to }) => `${from} ${to}`}
    />
  );
}

function Examples({ examples }: { examples: Changed['examples'] }) {
  return (
    <ul>
      {examples.map(({ evidence_id: id, action, created_at: at }) => (
        <li key={id}>
          <RecordLink id={id}>
            <ForeignText cut limit={60} text={action} />
          </RecordLink>{' '}
          <Moment time={at} />
        </li>
      ))}
    </ul>
  );
}

/** `12 of 4,031 verdicts would have been different`. */
export function changedOf({ changed_count: count, evaluations }: BacktestResult): string {
  return `${formatCount(count)} of ${formatCount(evaluations)} verdicts would have been different`;
}
