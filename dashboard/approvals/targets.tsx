/** The people and things that the action reaches, and why each of them is known. */
import { CircleAlert, CircleCheck } from 'lucide-react';
import { Badge } from '../ui/badge.tsx';
import { ForeignText } from '../ui/foreign-text.tsx';
import { Card } from '../ui/page.tsx';
import { type Column, Table } from '../ui/table.tsx';
import type { Act, Reached } from './act.ts';

const COLUMNS: readonly Column<Reached>[] = [
  { name: 'Target', bare: true, cell: ({ value }) => <ForeignText limit={160} text={value} /> },
  { name: 'Effect', cell: ({ effect, kind }) => `${effect} (${kind.replaceAll('_', ' ')})` },
  { name: 'Known', cell: ({ knownBy }) => <Known by={knownBy} /> },
];

/** A list of addressees may be long; the evidence has all of them. */
const MOST_SHOWN = 50;

export function Targets({ act }: { act: Act | null }) {
  if (act === null || act.reached.length === 0) return null;
  // Unknown targets come first: they are why a person is asked.
  const ordered = act.reached.toSorted(
    (one, other) => Number(one.knownBy !== null) - Number(other.knownBy !== null),
  );
  const shown = ordered.slice(0, MOST_SHOWN);
  const left = ordered.length - shown.length;
  return (
    <Card title={left === 0 ? 'Whom it reaches' : `Whom it reaches, and ${left} more`} flush>
      <Table
        caption="Targets of the action"
        columns={COLUMNS}
        items={shown}
        keyOf={({ effect, kind, value }) => `${effect} ${kind} ${value}`}
      />
    </Card>
  );
}

function Known({ by }: { by: string | null }) {
  if (by === null) {
    return (
      <Badge tone="warning">
        <CircleAlert aria-hidden />
        unknown
      </Badge>
    );
  }
  return (
    <Badge tone="good">
      <CircleCheck aria-hidden />
      {by}
    </Badge>
  );
}
