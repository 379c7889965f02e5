/** Whom and what the action reaches, and what makes each of them known. */
import { CircleAlert, CircleCheck } from 'lucide-react';
import { Badge } from '../ui/badge.tsx';
import { ForeignText } from '../ui/foreign-text.tsx';
import { Card } from '../ui/page.tsx';
import { type Column, Table } from '../ui/table.tsx';
import type { Act, Reached } from './act.ts';

const COLUMNS: readonly Column<Reached>[] = [
  { name: 'Target', bare: true, cell: ({ value }) => <ForeignText limit={160}>{value}</ForeignText> },
  { name: 'Effect', cell: ({ effect, kind }) => `${effect} (${kind.replaceAll('_', ' ')})` },
  { name: 'Known', cell: ({ knownBy }) => <Known by={knownBy} /> },
];

export function Targets({ act }: { act: Act | null }) {
  if (act === null || act.reached.length === 0) return null;
  return (
    <Card title="Whom it reaches" flush>
      <Table
        caption="Targets of the action"
        columns={COLUMNS}
        items={act.reached}
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
