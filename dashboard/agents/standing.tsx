/** One agent in the inventory: its owner, its credentials, its tools, and the acts that change its status. */
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { type ReadPath, useWrite } from '../api/read.ts';
import { ForeignText } from '../ui/foreign-text.tsx';
import { ConfirmButton } from '../ui/forms/form.tsx';
import { formatCount } from '../ui/money.ts';
import { RecordLink } from '../ui/navigation/links.tsx';
import { Card, Facts } from '../ui/page.tsx';
import { Ago, Moment } from '../ui/time/time.tsx';
import type { AgentInFull } from './activity.tsx';
import { AgentStatus, KNOWN_BY, Owner } from './agent.tsx';

const STALE: readonly ReadPath[] = ['/api/v1/agents', '/api/v1/agents/{agent_id}'];

export function Standing({ agent }: { agent: AgentInFull }) {
  const { purpose, owner, activity, status_reason: reason } = agent;
  const { first_evidence_id: first, first_seen_at: firstSeen } = agent;
  return (
    <Card title="In the inventory">
      <Facts
        facts={{
          Status: <AgentStatus agent={agent} isHalted={agent.is_halted} />,
          Reason: reason && <ForeignText limit={400} text={reason} />,
          'Agent id': <ForeignText limit={120} text={agent.agent_id} />,
          Owner: owner ? <Owner owner={owner} /> : 'no one yet',
          Purpose: purpose ? <ForeignText limit={600} text={purpose} /> : null,
          'Known by': KNOWN_BY[agent.identified_by ?? 'never'],
          Credentials: <Credentials of={agent.credentials} />,
          'First seen': firstSeen && (
            <>
              <Moment time={firstSeen} /> {first && <RecordLink id={first}>its first request</RecordLink>}
            </>
          ),
          'Last seen': agent.last_seen_at ? <Ago time={agent.last_seen_at} /> : 'never',
          Tools: activity.tools.length > 0 ? <Counts of={activity.tools} /> : null,
          Effects: activity.effects.length > 0 ? <Counts of={activity.effects} /> : null,
          'Open mandates':
            agent.open_mandates === 0 ? '0' : <Link to="/mandates">{agent.open_mandates}</Link>,
          'Last change': agent.evidence_id && <RecordLink id={agent.evidence_id} />,
        }}
      />
    </Card>
  );
}

function Credentials({ of: credentials }: { of: AgentInFull['credentials'] }): ReactNode {
  if (credentials.length === 0) return 'none of its own';
  return (
    <ul>
      {credentials.map(({ kind, id, name, last_used_at: used }) => (
        <li key={id}>
          {kind === 'key' ? 'key ' : 'tokens of '}
          <ForeignText cut limit={60} text={name} />
          {used !== null && (
            <>
              , used <Ago time={used} />
            </>
          )}
        </li>
      ))}
    </ul>
  );
}

const MOST_TOOLS = 8;

function Counts({ of: counts }: { of: AgentInFull['activity']['tools'] }) {
  const left = counts.length - MOST_TOOLS;
  return (
    <>
      {counts.slice(0, MOST_TOOLS).map(({ name, count }, place) => (
        <span key={name}>
          {place > 0 && ', '}
          <ForeignText cut limit={60} text={name} /> ({formatCount(count)})
        </span>
      ))}
      {left > 0 && ` and ${left} more`}
    </>
  );
}

/** The acts that change the status of a registered agent. */
export function StatusActs({ agent: { agent_id, status } }: { agent: AgentInFull }) {
  const resume = useWrite(
    (api, _: unknown) =>
      api.POST('/api/v1/agents/{agent_id}/resume', { params: { path: { agent_id } }, body: {} }),
    STALE,
  );
  return (
    <>
      {status === 'suspended' && (
        <ConfirmButton
          large
          label="Resume"
          title="Let this agent act again?"
          description="Its requests are judged again, and its keys and tokens work."
          act="Resume"
          look="primary"
          onSubmit={() => resume.mutateAsync(undefined)}
          done="The agent acts again"
        />
      )}
      {status === 'active' && <Stop agentId={agent_id} verb="suspend" />}
      {(status === 'active' || status === 'suspended') && <Stop agentId={agent_id} verb="retire" />}
    </>
  );
}

const STOPS = {
  suspend: {
    label: 'Suspend',
    buttonLook: 'danger',
    title: 'Suspend this agent?',
    description:
      'Within a second each of its requests is blocked, and its keys and tokens are refused for everything else. Actions that are already running are not stopped.',
    act: 'Suspend',
    done: 'The agent is suspended',
  },
  retire: {
    label: 'Retire…',
    buttonLook: 'quiet',
    title: 'Retire this agent for good?',
    description: 'It stays blocked, and its id can’t be used again. You can’t undo this.',
    act: 'Retire',
    done: 'The agent is retired',
  },
} as const;

function Stop({ agentId, verb }: { agentId: string; verb: keyof typeof STOPS }) {
  const stop = useWrite(
    (api, reason: string) =>
      api.POST(`/api/v1/agents/{agent_id}/${verb}`, {
        params: { path: { agent_id: agentId } },
        body: { reason },
      }),
    STALE,
  );
  return (
    <ConfirmButton
      {...STOPS[verb]}
      large
      reason={{ hint: 'The reason becomes evidence: write no personal data.', isRequired: true }}
      onSubmit={(reason) => stop.mutateAsync(reason)}
    />
  );
}
