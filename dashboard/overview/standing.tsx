/** Whether something is wrong, in one sentence, and below it what needs the person who looks. */
import { Link } from '@tanstack/react-router';
import { CircleCheck, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useRead } from '../api/read.ts';
import { AgentName } from '../members/party.tsx';
import { ForeignText } from '../ui/foreign-text.tsx';
import { formatCount } from '../ui/money.ts';
import { ApprovalLink } from '../ui/navigation/links.tsx';
import { Loaded } from '../ui/state.tsx';
import { Ago, TimeLeft } from '../ui/time/time.tsx';
import { type Matter, standingOf, toldOf } from './matters.ts';
import styles from './standing.module.css';

const EVERY_MS = 30_000;

export function useAttention() {
  return useRead('/api/v1/attention', {}, { everyMs: EVERY_MS });
}

export function Standing({ query }: { query: ReturnType<typeof useAttention> }) {
  return (
    <Loaded query={query} lines={1}>
      {({ matters }) => <Told matters={matters} />}
    </Loaded>
  );
}

function Told({ matters }: { matters: readonly Matter[] }) {
  const told = matters.map((matter) => ({ matter, ...toldOf(matter, formatCount) }));
  const { tone, sentence } = standingOf(told);
  const Icon = tone === 'bad' ? TriangleAlert : CircleCheck;
  return (
    <section className={styles.standing} aria-label="Whether all is well">
      <p className={`${styles.sentence} ${styles[tone]}`} role={tone === 'bad' ? 'alert' : undefined}>
        <Icon aria-hidden />
        {sentence}
      </p>
      {told.length > 0 && (
        <ul className={styles.matters}>
          {told.map(({ matter, kind, tone: grave, text, to, act }) => (
            <li key={kind} className={styles[grave]}>
              <p className={styles.what}>{text.charAt(0).toUpperCase() + text.slice(1)}</p>
              <ul className={styles.first}>
                {matter.first.map((subject) => (
                  <li key={subject.id}>
                    <Subject kind={kind} subject={subject} />
                  </li>
                ))}
                {matter.count > matter.first.length && (
                  <li>and {formatCount(matter.count - matter.first.length)} more</li>
                )}
              </ul>
              <Link to={to} search={kind === 'approvals' ? ofMe : keepingEnvironment} className={styles.act}>
                {act}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

type Search = { env?: 'sandbox' };
const keepingEnvironment = ({ env }: Search) => ({ env });
const ofMe = ({ env }: Search) => ({ env, asked: 'me' });

interface SubjectProps {
  kind: Matter['kind'];
  subject: Matter['first'][number];
}

function Subject({ kind, subject: { id, name, at } }: SubjectProps): ReactNode {
  const text = <ForeignText cut limit={60} text={name} />;
  if (kind === 'agents') return <AgentName id={id} />;
  if (kind === 'approvals')
    return (
      <>
        <ApprovalLink id={id}>{text}</ApprovalLink> {at && <TimeLeft until={at} />}
      </>
    );
  if (kind === 'keys')
    return (
      <>
        {text} {at && <TimeLeft until={at} />}
      </>
    );
  return (
    <>
      {kind === 'halts' ? name === '' ? 'every agent' : <AgentName id={name} /> : text}
      {at && (
        <>
          , <Ago time={at} />
        </>
      )}
    </>
  );
}
