/** One call on the line: what it asked for on the left, and on the right what came back, or what held it. */
import { CircleAlert, CircleX } from 'lucide-react';
import { memo } from 'react';
import { Badge, Finding } from '../ui/badge.tsx';
import { ForeignText } from '../ui/foreign-text.tsx';
import { formatCount } from '../ui/money.ts';
import { ApprovalLink, RecordLink } from '../ui/navigation/links.tsx';
import { Arguments, type Pointing } from './arguments.tsx';
import styles from './call.module.css';
import { ConfidentialityChip, DoubtChips, SourceChip } from './chips.tsx';
import { type Call, clockOf, isHeld, judged, sentenceOf } from './line.ts';

interface CallCardProps extends Pointing {
  call: Call;
  /** Whether the address names it. */
  isNamed: boolean;
  /** How many arguments of later calls its result had first. */
  uses: number;
}

export const CallCard = memo(function CallCard({ call, active, onPoint, has, isNamed, uses }: CallCardProps) {
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
          <h2 id={`${id}-action`} className={styles.action}>
            <ForeignText limit={120} text={action} />
          </h2>
          <span className={styles.effects}>{call.effects.join(', ')}</span>
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
        {result && <Result id={id} result={result} uses={uses} onPoint={onPoint} />}
        {!isHeld(call) && !result && <p className={styles.nothing}>No result was reported.</p>}
      </div>
    </li>
  );
});

function Held({ call }: { call: Call }) {
  const { doubts, reasons, approval_id: approval, verdict } = call;
  const Icon = judged(call) === 'block' ? CircleX : CircleAlert;
  return (
    <div className={styles.held}>
      <p className={styles.heldHead}>
        <Icon aria-hidden />
        <strong>{wordOf(call)}</strong>
        <DoubtChips doubts={doubts} />
      </p>
      {reasons.map((reason) => (
        <p key={reason}>
          <ForeignText limit={500} text={sentenceOf(reason)} />
        </p>
      ))}
      {approval && verdict === 'escalate' && <ApprovalLink id={approval}>See the approval</ApprovalLink>}
    </div>
  );
}

function wordOf(call: Call): string {
  if (call.would_be !== null) return 'Would be held';
  return call.verdict === 'block' ? 'Blocked' : 'Held for a person';
}

interface ResultProps {
  id: string;
  result: NonNullable<Call['result']>;
  uses: number;
  onPoint: (id: string | null) => void;
}

function Result({ id, result, uses, onPoint }: ResultProps) {
  const { source, confidentiality, values, incomplete } = result;
  return (
    <div
      className={styles.result}
      data-source={source ?? 'undeclared'}
      data-result={id}
      onPointerEnter={() => onPoint(id)}
      onPointerLeave={() => onPoint(null)}
    >
      <p className={styles.chips}>
        <span className="visually-hidden">It read</span>
        <SourceChip source={source} />
        <ConfidentialityChip level={confidentiality} />
      </p>
      <p className={styles.values}>
        {values === 1 ? '1 value' : `${formatCount(values)} values`}
        {uses > 0 && `, ${uses} used later`}
        {incomplete && ', not all of them kept'}
      </p>
    </div>
  );
}
