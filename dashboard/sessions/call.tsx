/** One call on the line: what it asked for on the left, and on the right what came back, or what held it. */
import { CircleAlert, CircleX } from 'lucide-react';
import { memo, useState } from 'react';
import { Badge, Finding } from '../ui/badge.tsx';
import { ForeignText } from '../ui/foreign-text.tsx';
import { Button } from '../ui/forms/button.tsx';
import { ApprovalLink, RecordLink } from '../ui/navigation/links.tsx';
import { ArgumentRow, MentionRow } from './arguments.tsx';
import styles from './call.module.css';
import { ConfidentialityChip, HeldForChip, SourceChip } from './chips.tsx';
import { type Call, clockOf, endOf, isHeld, judged, sentenceOf } from './line.ts';

interface CallCardProps {
  call: Call;
  /** The call whose result is pointed at. */
  active: string | null;
  onPoint: (id: string | null) => void;
  /** Whether the line shows the call with this id. */
  has: (id: string) => boolean;
  /** Whether the address names it. */
  isNamed: boolean;
}

export const CallCard = memo(function CallCard({ call, active, onPoint, has, isNamed }: CallCardProps) {
  const { evidence_id: id, at, action, result } = call;
  const verdict = judged(call);
  return (
    <li
      id={id}
      tabIndex={-1}
      className={styles.call}
      data-verdict={verdict}
      data-active={active === id || isNamed || undefined}
    >
      <time className={styles.time} dateTime={at} title={at}>
        {clockOf(at)}
      </time>
      <span className={styles.dot} aria-hidden />
      <article className={styles.asked} data-call={id} aria-labelledby={`${id}-action`}>
        <header className={styles.head}>
          <h3 id={`${id}-action`} className={styles.action}>
            <ForeignText limit={120} text={action} />
          </h3>
          <Finding found={call.verdict} />
          {call.would_be && <Badge tone="warning">observed: would be held</Badge>}
          <span className={styles.record}>
            <RecordLink id={id}>Record</RecordLink>
          </span>
        </header>
        <Arguments call={call} active={active} onPoint={onPoint} has={has} />
      </article>
      <div className={styles.back}>
        {isHeld(call) && <Held call={call} />}
        {result && <Result id={id} result={result} onPoint={onPoint} />}
        {!isHeld(call) && !result && <p className={styles.nothing}>No result was reported.</p>}
      </div>
    </li>
  );
});

/** A list of addressees may be long; the record has all of them. */
const MOST_ROWS = 8;

function Arguments({ call, ...pointing }: Omit<CallCardProps, 'isNamed'>) {
  const [isWhole, setWhole] = useState(false);
  const { targets, mentions } = call;
  if (targets.length + mentions.length === 0) return <p className={styles.nothing}>It names no target.</p>;
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
          {left.toLocaleString('en')} more
        </Button>
      )}
    </>
  );
}

function Held({ call }: { call: Call }) {
  const { held_for: heldFor, reasons, approval_id: approval, verdict } = call;
  const Icon = judged(call) === 'block' ? CircleX : CircleAlert;
  return (
    <section className={styles.held} aria-label="Why it was held">
      <p className={styles.heldHead}>
        <Icon aria-hidden />
        <strong>{wordOf(call)}</strong>
        <HeldForChip heldFor={heldFor} />
      </p>
      {reasons.map((reason) => (
        <p key={reason}>
          <ForeignText limit={500} text={sentenceOf(reason)} />
        </p>
      ))}
      {approval && verdict === 'escalate' && <ApprovalLink id={approval}>See the approval</ApprovalLink>}
    </section>
  );
}

function wordOf(call: Call): string {
  if (call.would_be !== null) return 'Would be held';
  return call.verdict === 'block' ? 'Blocked' : 'Held for a person';
}

interface ResultProps {
  id: string;
  result: NonNullable<Call['result']>;
  onPoint: (id: string | null) => void;
}

function Result({ id, result, onPoint }: ResultProps) {
  const { source, confidentiality, values, incomplete } = result;
  return (
    <section
      className={styles.result}
      data-source={source ?? 'undeclared'}
      data-result={id}
      aria-label="What it read"
      onPointerEnter={() => onPoint(id)}
      onPointerLeave={() => onPoint(null)}
    >
      <p className={styles.chips}>
        <SourceChip source={source} />
        <ConfidentialityChip level={confidentiality} />
      </p>
      <p className={styles.values}>
        {values === 1 ? '1 value' : `${values.toLocaleString('en')} values`}
        {incomplete && ', not all of them kept'}
      </p>
    </section>
  );
}
