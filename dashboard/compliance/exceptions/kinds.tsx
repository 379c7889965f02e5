/** The kinds of exceptions: those that occurred can be opened, and the others are named in one sentence. */
import type { ReadData } from '../../api/read.ts';
import { Party } from '../../members/party.tsx';
import { Badge } from '../../ui/badge.tsx';
import { ForeignText } from '../../ui/foreign-text.tsx';
import { formatCount } from '../../ui/money.ts';
import { RecordLink } from '../../ui/navigation/links.tsx';
import { Card } from '../../ui/page.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Moment } from '../../ui/time/time.tsx';
import styles from '../compliance.module.css';

type Kind = ReadData<'/api/v1/compliance/exceptions/{evidence_id}'>['exceptions'][number];
type Exception = Kind['listed'][number];

export function Kinds({ kinds }: { kinds: readonly Kind[] }) {
  const found = kinds.filter(({ count, unread }) => count > 0 || unread > 0);
  const none = kinds.filter((kind) => !found.includes(kind)).map(({ title }) => title);
  return (
    <Card title="Exceptions">
      {found.length > 0 && (
        <ul className={styles.controls}>
          {found.map((kind) => (
            <li key={kind.kind}>
              <KindPart kind={kind} />
            </li>
          ))}
        </ul>
      )}
      {none.length > 0 && (
        <p className={styles.muted}>
          {found.length === 0 ? 'None was found. ' : ''}Looked for and not found: {none.join(', ')}.
        </p>
      )}
    </Card>
  );
}

function KindPart({ kind: { title, rule, count, listed, unread } }: { kind: Kind }) {
  return (
    <details className={`${styles.control} ${styles.counted}`}>
      <summary>
        <span className={styles.id}>
          <Badge tone={count > 0 ? 'warning' : 'neutral'}>{formatCount(count)}</Badge>
        </span>
        <span className={styles.title}>{title}</span>
      </summary>
      <div className={styles.inside}>
        <p className={styles.muted}>{rule}</p>
        {listed.length > 0 && (
          <Table
            caption={title}
            columns={COLUMNS}
            items={listed}
            keyOf={({ evidence_id, at, who, what }) => `${evidence_id} ${at} ${who} ${what}`}
          />
        )}
        {unread > 0 && (
          <p className={styles.muted}>
            {formatCount(unread)} more {unread === 1 ? 'record' : 'records'} may be of this kind. The content
            was removed, so it is not known.
          </p>
        )}
        {count > listed.length && (
          <p className={styles.muted}>The newest {formatCount(listed.length)} are listed.</p>
        )}
      </div>
    </details>
  );
}

const COLUMNS: readonly Column<Exception>[] = [
  { name: 'What', bare: true, cell: ({ what }) => <ForeignText text={what} /> },
  { name: 'When', cell: ({ at }) => <Moment time={at} /> },
  { name: 'Who', cell: ({ who }) => <Party id={who} /> },
  { name: 'Why', cell: ({ why }) => (why === null ? 'No reason is on record' : <ForeignText text={why} />) },
  {
    name: 'Record',
    cell: ({ evidence_id }) => (evidence_id === null ? 'None shows it' : <RecordLink id={evidence_id} />),
  },
];
