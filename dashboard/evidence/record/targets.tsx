/** The people and things that the action reaches, and why each of them is known. */
import { CircleAlert, CircleCheck } from 'lucide-react';
import { minuteOf } from '../../sessions/line.ts';
import { SessionLink } from '../../sessions/session-link.tsx';
import type { SessionOf } from '../../sessions/session-of.ts';
import { Badge } from '../../ui/badge.tsx';
import { ForeignText } from '../../ui/foreign-text.tsx';
import { Card } from '../../ui/page.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import type { Act, Reached } from './act.ts';
import styles from './record.module.css';

const columnsIn = (session: SessionOf | null): readonly Column<Reached>[] => [
  {
    name: 'Target',
    bare: true,
    cell: (reached) => (
      <>
        <ForeignText limit={160} text={reached.value} />
        {session && <ReadFrom reached={reached} session={session} />}
      </>
    ),
  },
  { name: 'Effect', cell: ({ effect, kind }) => `${effect} (${kind.replaceAll('_', ' ')})` },
  { name: 'Known', cell: ({ knownBy }) => <Known by={knownBy} /> },
];

/** A list of addressees may be long; the evidence has all of them. */
const MOST_SHOWN = 50;

export function Targets({ act, session }: { act: Act | null; session: SessionOf | null }) {
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
        columns={columnsIn(session)}
        items={shown}
        keyOf={({ effect, kind, value }) => `${effect} ${kind} ${value}`}
      />
    </Card>
  );
}

function ReadFrom({ reached: { origin, source }, session }: { reached: Reached; session: SessionOf }) {
  if (source === null)
    return origin === 'composed' && <p className={styles.from}>In nothing that it read.</p>;
  return (
    <p className={styles.from}>
      <SessionLink id={session.id} agentId={session.agentId} call={source.evidenceId}>
        first read at {minuteOf(source.at)}, by <ForeignText cut limit={60} text={source.tool} />
      </SessionLink>
      {origin === 'content' && ', in what strangers wrote'}
    </p>
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
