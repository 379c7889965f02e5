/** The agent's record, and earlier decisions on the same action. */
import type { Approval } from '../../../client/api.ts';
import { useRead } from '../../api/read.ts';
import { AgentLink, ApprovalLink } from '../../ui/navigation/links.tsx';
import { Card, Facts } from '../../ui/page.tsx';
import { Loaded } from '../../ui/state.tsx';
import { Ago } from '../../ui/time/time.tsx';
import styles from '../approvals.module.css';
import { DecidedBy, Status } from './decided-by.tsx';

const MOST_EARLIER = 5;

export function AgentRecord({ agentId }: { agentId: string | null }) {
  const query = useRead(
    '/api/v1/core/trust/{actor_id}',
    { params: { path: { actor_id: agentId ?? '' } } },
    { enabled: agentId !== null },
  );
  if (agentId === null) return null;
  return (
    <Card title="The agent’s record" actions={<AgentLink id={agentId}>See all of it</AgentLink>}>
      <Loaded query={query} lines={2}>
        {({ score, known, sums }) => (
          <Facts
            facts={{
              Trust: known ? `${Math.round(score)} of 100` : 'Nothing is known about this agent yet',
              'Went well': Math.round(sums.successes),
              'Went wrong': Math.round(sums.failures),
            }}
          />
        )}
      </Loaded>
    </Card>
  );
}

export function LikeDecisions({
  approval: { approval_id: id, action, agent_id: agent },
}: {
  approval: Approval;
}) {
  const query = useRead('/api/v1/approvals', {
    params: {
      query: {
        status: 'resolved',
        action,
        limit: MOST_EARLIER + 1,
        ...(agent !== null && { agent_id: agent }),
      },
    },
  });
  return (
    <Card title="Earlier decisions on the same action">
      <Loaded query={query} lines={2}>
        {({ items }) => {
          const others = items.filter((item) => item.approval_id !== id).slice(0, MOST_EARLIER);
          if (others.length === 0) return <p>No one has been asked about this agent doing this before.</p>;
          return (
            <ul className={styles.earlier}>
              {others.map((item) => (
                <li key={item.approval_id}>
                  <Status status={item.status} />{' '}
                  <ApprovalLink id={item.approval_id}>
                    <Ago time={item.resolved_at ?? item.created_at} />
                  </ApprovalLink>
                  <DecidedBy item={item} />
                </li>
              ))}
            </ul>
          );
        }}
      </Loaded>
    </Card>
  );
}
