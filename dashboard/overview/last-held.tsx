/** The last evaluations with a verdict, each with its reason: the first place to look when an agent is stuck. */

import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { apiOf, unwrap } from '../api/client.ts';
import { useEnvironment } from '../api/environment.ts';
import { readKey } from '../api/read.ts';
import { reasonsIn } from '../evidence/laws.ts';
import { ForeignText } from '../ui/foreign-text.tsx';
import { Card } from '../ui/page.tsx';
import { Loaded } from '../ui/state.tsx';
import { Ago } from '../ui/time/time.tsx';
import styles from './overview.module.css';

const MOST = 3;

export function LastHeld({ verdict, title }: { verdict: 'block' | 'escalate'; title: string }) {
  const environment = useEnvironment();
  const body = { artifact_type: 'governance_eval', verdict, limit: MOST } as const;
  const query = useQuery({
    queryKey: readKey(environment, '/api/v1/evidence/latest', body),
    queryFn: ({ signal }) => unwrap(apiOf(environment).POST('/api/v1/evidence/search', { body, signal })),
  });
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
                  <Link to="/evidence/$id" params={{ id }}>
                    <ForeignText cut limit={80} text={action ?? id} />
                  </Link>
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
