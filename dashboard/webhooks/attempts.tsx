/** How each attempt to deliver an event ended. The endpoint's answer is foreign text. */
import { Badge } from '../ui/badge.tsx';
import { CodeBlock } from '../ui/code.tsx';
import { ForeignText } from '../ui/foreign-text.tsx';
import { Row } from '../ui/page.tsx';
import { Moment } from '../ui/time/time.tsx';
import { outcomeOf } from './types.ts';
import styles from './webhooks.module.css';

export interface Attempt {
  attempt: number;
  started_at: string;
  duration_ms: number;
  status: number | null;
  error: string | null;
  response: string | null;
}

export function Attempts({ attempts }: { attempts: readonly Attempt[] }) {
  if (attempts.length === 0) return <p className={styles.muted}>Not tried yet.</p>;
  return (
    <ol className={styles.attempts}>
      {attempts.map((attempt) => (
        <li key={attempt.attempt} className={styles.attempt}>
          <Row>
            <strong>Attempt {attempt.attempt}</strong>
            <Badge tone={isSuccess(attempt.status) ? 'good' : 'bad'}>
              <ForeignText cut limit={200} text={outcomeOf(attempt)} />
            </Badge>
            <span className={styles.muted}>
              <Moment time={attempt.started_at} seconds />, {attempt.duration_ms} ms
            </span>
          </Row>
          {attempt.response && <CodeBlock text={attempt.response} label="answer" />}
        </li>
      ))}
    </ol>
  );
}

function isSuccess(status: number | null): boolean {
  return status !== null && status >= 200 && status < 300;
}
