/** One agent: who answers for it, what it did, how its trust changed, and how to stop it. */
import type { UseQueryResult } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiError } from '../api/client.ts';
import { useMay } from '../api/me.ts';
import { type ReadData, useRead } from '../api/read.ts';
import styles from '../approvals/approvals.module.css';
import { DecidedBy, Status } from '../approvals/history/decided-by.tsx';
import { ForeignText } from '../ui/foreign-text.tsx';
import { Button } from '../ui/forms/button.tsx';
import { harmless, shortened } from '../ui/harmless.ts';
import { formatCount, formatUsd } from '../ui/money.ts';
import { ApprovalLink } from '../ui/navigation/links.tsx';
import { Card, Columns, Page, Stack, Stat, Stats } from '../ui/page.tsx';
import { Loaded } from '../ui/state.tsx';
import { Ago } from '../ui/time/time.tsx';
import { type AgentInFull, CostOverTime, TopActions, VerdictsOverTime } from './activity.tsx';
import { HaltAgent } from './halt-agent.tsx';
import { HaltList, useHalts } from './halts.tsx';
import { ChangeAgent, RegisterAgent } from './register-agent.tsx';
import { Standing, StatusActs } from './standing.tsx';
import { TrustCauses, TrustOverTime } from './trust.tsx';

const MOST_APPROVALS = 10;

export function AgentPage() {
  const { id } = useParams({ strict: false }) as { id: string };
  const path = { actor_id: id };
  const trust = useRead('/api/v1/core/trust/{actor_id}', { params: { path } });
  const { halts, halted } = useHalts();
  const agent = useRead('/api/v1/agents/{agent_id}', { params: { path: { agent_id: id } } });
  const status = agent.data?.status;
  const { manage } = useMay();
  const [describing, setDescribing] = useState(false);
  return (
    <Page
      title={harmless(shortened(id, 80))}
      heading={<ForeignText limit={120} text={agent.data?.name ?? id} />}
      back={<Link to="/agents">All agents</Link>}
      lead={<Leads id={id} />}
      actions={
        manage && (
          <>
            {agent.data && status !== 'retired' && (
              <Button onClick={() => setDescribing(true)}>
                {status === 'unregistered' ? 'Register' : 'Change'}
              </Button>
            )}
            {halts.data && !halted.has(id) && <HaltAgent id={id} large />}
            {agent.data && <StatusActs agent={agent.data} />}
          </>
        )
      }
    >
      <HaltList query={halts} agentId={id} />
      <Figures trust={trust} activity={agent.data?.activity} />
      {!isUnknown(agent.error) && (
        <Loaded query={agent} lines={6}>
          {({ activity }) => <VerdictsOverTime activity={activity} />}
        </Loaded>
      )}
      <Columns>
        <Stack>
          {agent.data && <Standing agent={agent.data} />}
          <TrustOverTime id={id} />
          <TrustCauses id={id} />
        </Stack>
        <Stack>
          {agent.data && <CostOverTime activity={agent.data.activity} />}
          {agent.data && <TopActions activity={agent.data.activity} />}
          <Decisions agentId={id} />
        </Stack>
      </Columns>
      {describing && agent.data && status === 'unregistered' && (
        <RegisterAgent agentId={id} onClose={() => setDescribing(false)} />
      )}
      {describing && agent.data && status !== 'unregistered' && (
        <ChangeAgent agent={agent.data} onClose={() => setDescribing(false)} />
      )}
    </Page>
  );
}

/** Leads to its sessions, and to what is recorded of it. */
function Leads({ id }: { id: string }) {
  const { payloads } = useMay();
  return (
    <>
      <Link to="/sessions" search={({ env }: { env?: 'sandbox' }) => ({ env, agent_id: id })}>
        Its sessions
      </Link>
      {payloads && (
        <>
          {' · '}
          <Link to="/evidence" search={({ env }: { env?: 'sandbox' }) => ({ env, agent: id })}>
            Its evidence
          </Link>
        </>
      )}
    </>
  );
}

interface FiguresProps {
  trust: UseQueryResult<ReadData<'/api/v1/core/trust/{actor_id}'>>;
  activity: AgentInFull['activity'] | undefined;
}

function Figures({ trust, activity }: FiguresProps) {
  const asked = activity && activity.verdicts.proceed + activity.verdicts.escalate + activity.verdicts.block;
  const lately = activity && `in ${activity.days} days`;
  return (
    <Loaded query={trust} lines={2}>
      {({ score, known, ceiling, sums }) => (
        <Stats>
          <Stat
            name="Trust"
            value={`${Math.round(score)} of 100`}
            note={known ? `at most ${Math.round(ceiling)} today` : 'where every agent starts'}
          />
          {activity && <Stat name="Asked" value={formatCount(asked ?? 0)} note={lately} />}
          {activity && (
            <Stat
              name="Held"
              value={formatCount(activity.verdicts.escalate + activity.verdicts.block)}
              note={`${formatCount(activity.verdicts.block)} blocked`}
            />
          )}
          {activity && <Stat name="Estimated cost" value={formatUsd(activity.cost_usd)} note={lately} />}
          <Stat
            name="Went well"
            value={formatCount(Math.round(sums.successes))}
            note={`${formatCount(Math.round(sums.failures))} went wrong`}
          />
        </Stats>
      )}
    </Loaded>
  );
}

/** Only its trust is known: it has not asked since the inventory began. */
function isUnknown(error: Error | null): boolean {
  return error instanceof ApiError && error.status === 404;
}

function Decisions({ agentId }: { agentId: string }) {
  const query = useRead('/api/v1/approvals', {
    params: { query: { status: 'resolved', agent_id: agentId, limit: MOST_APPROVALS } },
  });
  return (
    <Card title="Last decisions on its actions">
      <Loaded query={query} lines={3}>
        {({ items }) =>
          items.length === 0 ? (
            <p>None yet.</p>
          ) : (
            <ul className={styles.earlier}>
              {items.map((item) => (
                <li key={item.approval_id}>
                  <ApprovalLink id={item.approval_id}>
                    <ForeignText cut limit={60} text={item.action} />
                  </ApprovalLink>{' '}
                  <Status status={item.status} /> <Ago time={item.resolved_at ?? item.created_at} />
                  <DecidedBy item={item} />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  );
}
