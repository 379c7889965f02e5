/** The targets in the arguments of a call, each with its origin, and a link to the call whose result had it first. */
import { CornerLeftUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { Badge } from '../ui/badge.tsx';
import { ForeignText } from '../ui/foreign-text.tsx';
import { RecordLink } from '../ui/navigation/links.tsx';
import styles from './call.module.css';
import { OriginChip } from './chips.tsx';
import { type Mention, minuteOf, type Source, type Target } from './line.ts';

interface Pointing {
  active: string | null;
  onPoint: (id: string | null) => void;
  has: (id: string) => boolean;
}

interface RowProps extends Pointing {
  id: string;
  name: string;
  path: string;
  value: string | null;
  source: Source | null;
  children: ReactNode;
}

function Row({ id, name, path, value, source, children, active, ...pointing }: RowProps) {
  const from = source?.evidence_id ?? null;
  return (
    <li
      className={styles.row}
      data-end={id}
      data-active={(from !== null && from === active) || undefined}
      onPointerEnter={() => pointing.onPoint(from)}
      onPointerLeave={() => pointing.onPoint(null)}
    >
      <span className={styles.role}>
        {name} <span className="visually-hidden">in {path}</span>
      </span>
      <span className={styles.value}>
        {value === null ? 'can’t be read' : <ForeignText limit={160} text={value} />}
      </span>
      <span className={styles.origin}>
        {children}
        {source && <From source={source} {...pointing} />}
      </span>
    </li>
  );
}

export function ArgumentRow({ target, ...rest }: Pointing & { id: string; target: Target }) {
  const { role, path, value, source, origin, known, also } = target;
  return (
    <Row {...rest} name={role} path={path} value={value} source={source}>
      <OriginChip origin={origin} known={known} />
      {also && <Badge tone="warning">strangers wrote it first</Badge>}
    </Row>
  );
}

export function MentionRow({ mention, ...rest }: Pointing & { id: string; mention: Mention }) {
  const { kind, path, value, source } = mention;
  return (
    <Row {...rest} name={`${kind} in its text`} path={path} value={value} source={source}>
      <OriginChip origin="content" known={null} />
    </Row>
  );
}

/** Leads to the card of the earlier call, or to its record where the line does not show it. */
function From({ source, onPoint, has }: { source: Source } & Omit<Pointing, 'active'>) {
  const { evidence_id: id, tool, at } = source;
  const words = (
    <>
      from {minuteOf(at)} · <ForeignText cut limit={60} text={tool} />
    </>
  );
  if (!has(id)) return <RecordLink id={id}>{words}</RecordLink>;
  return (
    <a href={`#${id}`} className={styles.from} onFocus={() => onPoint(id)} onBlur={() => onPoint(null)}>
      <CornerLeftUp aria-hidden />
      {words}
    </a>
  );
}
