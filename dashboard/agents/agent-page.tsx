/** One agent: who answers for it, what it did, how its trust changed, and how to stop it. */
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiError } from '../api/client.ts';
import { useMay } from '../api/me.ts';
import { type ReadData, useRead } from '../api/read.ts';
import { DecidedBy, Status } from '../approvals/history/decided-by.tsx';
import { Chart } from '../ui/charts/chart.tsx';
import { ForeignText } from '../ui/foreign-text.tsx';
import { Button } from '../ui/forms/button.tsx';
import { harmless, shortened } from '../ui/harmless.ts';
import { ApprovalLink, RecordLink } from '../ui/navigation/links.tsx';
import { Card, Columns, Page, Stat, Stats } from '../ui/page.tsx';
import { Empty, Loaded } from '../ui/state.tsx';
import { type Column, Table } from '../ui/table.tsx';
import { Ago, Moment } from '../ui/time/time.tsx';
import { HaltAgent } from './halt-agent.tsx';
import { HaltList, useHalts } from './halts.tsx';
import { ChangeAgent, RegisterAgent } from './register-agent.tsx';
import { LastWeek, Standing, StatusActs } from './standing.tsx';

type Update = ReadData<'/api/v1/core/trust/{actor_id}/history'>['items'][number];
const MOST_UPDATES = 100;
const MOST_APPROVALS = 10;

export function AgentPage() {
  const { id } = useParams({ strict: false }) as { id: string };
  const path = { actor_id: id };
  const trust = useRead('/api/v1/core/trust/{actor_id}', { params: { path } });
  const history = useRead('/api/v1/core/trust/{actor_id}/history', {
    params: { path, query: { limit: MOST_UPDATES } },
  });
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
      lead={
        <Link to="/sessions" search={({ env }: { env?: 'sandbox' }) => ({ env, agent_id: id })}>
          Its sessions
        </Link>
      }
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
      {!isUnknown(agent.error) && (
        <Loaded query={agent} lines={6}>
          {(found) => (
            <Columns>
              <Standing agent={found} />
              <LastWeek agent={found} />
            </Columns>
          )}
        </Loaded>
      )}
      <Loaded query={trust} lines={2}>
        {({ score, known, ceiling, sums }) => (
          <Stats>
            <Stat
              name="Trust"
              value={`${Math.round(score)} of 100`}
              note={known ? undefined : 'where every agent starts'}
            />
            <Stat name="At most today" value={Math.round(ceiling)} note="it rises at most 5 a day" />
            <Stat name="Went well" value={Math.round(sums.successes)} />
            <Stat name="Went wrong" value={Math.round(sums.failures)} />
          </Stats>
        )}
      </Loaded>
      <Card title="Trust over time">
        <Loaded query={history} lines={8}>
          {({ items }) =>
            items.length === 0 ? <Empty title="Nothing has changed it yet" /> : <Course updates={items} />
          }
        </Loaded>
      </Card>
      <Columns>
        <Card title="What changed it" flush>
          <Loaded query={history}>{({ items }) => <Causes updates={items} />}</Loaded>
        </Card>
        <Decisions agentId={id} />
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

/** Only its trust is known: it has not asked since the inventory began. */
function isUnknown(error: Error | null): boolean {
  return error instanceof ApiError && error.status === 404;
}

const SCALE = [0, 100] as const;
const round = (value: number): string => String(Math.round(value * 10) / 10);

function Course({ updates }: { updates: readonly Update[] }) {
  const rising = updates.toReversed();
  return (
    <Chart
      label="Trust after each change"
      kind="lines"
      range={SCALE}
      format={round}
      times={rising.map(({ timestamp }) => Date.parse(timestamp))}
      series={[{ name: 'Trust', tone: 'accent', values: rising.map(({ after }) => after) }]}
    />
  );
}

const CAUSES: Record<string, string> = {
  success: 'Reported a success',
  failure: 'Reported a failure',
  approved: 'A person approved',
  rejected: 'A person rejected',
  executed_despite_block: 'Ran although it was blocked',
};

/** null: the payload of the record was removed. */
function causeOf(type: string | null): string {
  return type === null ? 'Removed from the record' : (CAUSES[type] ?? type.replaceAll('_', ' '));
}

const COLUMNS: readonly Column<Update>[] = [
  {
    name: 'Cause',
    bare: true,
    cell: ({ cause, evidence_id: id }) => (
      <RecordLink id={cause.evidence_id ?? id}>{causeOf(cause.type)}</RecordLink>
    ),
  },
  { name: 'Trust', end: true, cell: ({ before, after }) => `${round(before ?? 0)} → ${round(after ?? 0)}` },
  { name: 'When', cell: ({ timestamp }) => <Moment time={timestamp} /> },
];

function Causes({ updates }: { updates: readonly Update[] }) {
  if (updates.length === 0) return <Empty title="Nothing yet" />;
  return (
    <Table
      caption="Changes of trust"
      columns={COLUMNS}
      items={updates.slice(0, 20)}
      keyOf={({ evidence_id }) => evidence_id}
    />
  );
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
            <ul>
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
