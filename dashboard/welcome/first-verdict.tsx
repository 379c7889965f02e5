/** The command, and a line below it that turns green at the first verdict. */
import { CircleCheck, LoaderCircle } from 'lucide-react';
import { type ReactNode, useCallback } from 'react';
import { useEvents } from '../api/live.ts';
import { useRead } from '../api/read.ts';
import { Finding, type VerdictName } from '../ui/badge.tsx';
import { ForeignText } from '../ui/foreign-text.tsx';
import { RecordLink } from '../ui/navigation/links.tsx';
import { Step } from '../ui/steps.tsx';
import { Ago } from '../ui/time/time.tsx';
import styles from './welcome.module.css';

/** No event announces an action that may proceed, so this polls for it. */
const LOOK_EVERY_MS = 1500;

export function FirstVerdict({ children }: { children: ReactNode }) {
  const query = useRead(
    '/api/v1/evidence/latest',
    { params: { query: { types: ['governance_eval'] } } },
    { everyMs: LOOK_EVERY_MS },
  );
  const { refetch } = query;
  useEvents(useCallback(() => void refetch(), [refetch]));
  const latest = query.data?.items.governance_eval;
  return (
    <Step title="Ask whether an action may be carried out" done={latest !== undefined}>
      {children}
      <p role="status" className={`${styles.live} ${latest ? styles.arrived : ''}`}>
        {latest === undefined ? (
          <>
            <LoaderCircle aria-hidden className={styles.turning} />
            Waiting for the first verdict…
          </>
        ) : (
          <>
            <CircleCheck aria-hidden />
            <span className={styles.words}>
              {latest.verdict && <Finding found={latest.verdict as VerdictName} />}{' '}
              <ForeignText cut limit={80} text={latest.action ?? 'an action'} />{' '}
              <Ago time={latest.timestamp} /> · <RecordLink id={latest.id}>see its evidence</RecordLink>
            </span>
          </>
        )}
      </p>
    </Step>
  );
}
