/** The targets in the arguments of a call, each with its origin, and a link to the call whose result had it first. */
import { CornerLeftUp } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Badge } from '../ui/badge.tsx';
import { ForeignText } from '../ui/foreign-text.tsx';
import { Button } from '../ui/forms/button.tsx';
import { formatCount } from '../ui/money.ts';
import { RecordLink } from '../ui/navigation/links.tsx';
import styles from './arguments.module.css';
import { OriginChip } from './chips.tsx';
import { type Call, endOf, type Mention, minuteOf, type Source, type Target } from './line.ts';

export interface Pointing {
  /** The call whose result is pointed at. */
  active: string | null;
  onPoint: (id: string | null) => void;
  /** Whether the line has the call with this id. */
  has: (id: string) => boolean;
}

/** A list of addressees may be long; the record has all of them. */
const MOST_ROWS = 8;

export function Arguments({ call, ...pointing }: Pointing & { call: Call }) {
  const [isWhole, setWhole] = useState(false);
  const { targets, mentions } = call;
  if (targets.length + mentions.length === 0) return null;
  const shown = isWhole ? targets : targets.slice(0, MOST_ROWS);
  const left = targets.length - shown.length;
  return (
    <>
      <ul className={styles.rows} aria-label="Targets">
        {shown.map((target, place) => (
          <ArgumentRow
            key={`${target.path} ${target.value}`}
            id={endOf(call, place)}
            target={target}
            {...pointing}
          />
        ))}
        {mentions.map((mention, place) => (
          <MentionRow
            key={`${mention.path} ${mention.value}`}
            id={endOf(call, targets.length + place)}
            mention={mention}
            {...pointing}
          />
        ))}
      </ul>
      {left > 0 && (
        <Button size="small" onClick={() => setWhole(true)}>
          {formatCount(left)} more
        </Button>
      )}
    </>
  );
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

function ArgumentRow({ target, ...rest }: Pointing & { id: string; target: Target }) {
  const { role, path, value, source, origin, known, also } = target;
  return (
    <Row {...rest} name={role} path={path} value={value} source={source}>
      <OriginChip origin={origin} known={known} />
      {also && <Badge tone="warning">strangers wrote it first</Badge>}
    </Row>
  );
}

function MentionRow({ mention, ...rest }: Pointing & { id: string; mention: Mention }) {
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
