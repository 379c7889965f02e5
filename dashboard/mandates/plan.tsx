/** The plan of a mandate: each tool with what it may do, to whom, for how much and how often. */
import type { Mandate } from '../../client/api.ts';
import { Badge } from '../ui/badge.tsx';
import { ForeignText } from '../ui/foreign-text.tsx';
import { type Column, Table } from '../ui/table.tsx';

type Step = NonNullable<Mandate['plan']>[number] & { place: number };

const COLUMNS: readonly Column<Step>[] = [
  { name: 'Tool', cell: ({ tool }) => <ForeignText limit={80} text={tool} /> },
  { name: 'To', cell: ({ effects }) => effects.join(', ') },
  { name: 'Parties', cell: ({ parties }) => <Parties parties={parties} /> },
  { name: 'At most', cell: boundsOf },
];

export function Plan({ mandate: { plan, strict, dropped } }: { mandate: Mandate }) {
  const steps = (plan ?? []).map((step, place) => ({ ...step, place }));
  return (
    <>
      <Table caption="Plan" columns={COLUMNS} items={steps} keyOf={({ place }) => String(place)} />
      {dropped.length > 0 && <Badge tone="warning">{dropped.length} dropped</Badge>}
      {strict && <Badge tone="warning">strict</Badge>}
    </>
  );
}

function Parties({ parties }: Pick<Step, 'parties'>) {
  if (parties === null) return 'removed';
  return parties.length === 0 ? (
    'none by name'
  ) : (
    <ForeignText limit={160} text={parties.map(({ value }) => value).join(', ')} />
  );
}

function boundsOf({ amount, currency, count }: Step): string {
  const money = amount === undefined ? [] : [`${amount} ${currency ?? ''}`.trim()];
  return [...money, ...(count === undefined ? [] : [count === 1 ? 'once' : `${count} times`])].join(', ');
}
