/** The last evaluations with a verdict, each with its reason: the first place to look when an agent is stuck. */

import { useQuery } from '@tanstack/react-query';
import { reasonsIn } from '../evidence/laws.ts';
import { useEvidence } from '../evidence/use-evidence.ts';
import { ForeignText } from '../ui/foreign-text.tsx';
import { RecordLink } from '../ui/navigation/links.tsx';
import { Card } from '../ui/page.tsx';
import { Loaded } from '../ui/state.tsx';
import { Ago } from '../ui/time/time.tsx';
import styles from './overview.module.css';

const MOST = 3;

export function LastHeld({ verdict, title }: { verdict: 'block' | 'escalate'; title: string }) {
  const evidence = useEvidence();
  // Read again as the latest records are: after each verdict that holds an action.
  const query = useQuery(
    evidence({ artifact_type: 'governance_eval', verdict, limit: MOST }, '/api/v1/evidence/latest'),
  );
  return (
    <Card title={title}>
      <Loaded query={query} lines={3}>
        {({ items }) =>
          items.length === 0 ? (
            <p>None yet.</p>
          ) : (
            <ul className={styles.held}>
              {items.map(({ id, action, created_at: at, payload }) => (
                <li key={id}>
                  <RecordLink id={id}>
                    <ForeignText cut limit={80} text={action ?? id} />
                  </RecordLink>
                  <span className={styles.when}>
                    <Ago time={at} />
                  </span>
                  {reasonsIn(payload).map((reason) => (
                    <p key={reason}>
                      <ForeignText limit={200} text={reason} />
                    </p>
                  ))}
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  );
}
