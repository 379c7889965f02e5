/** One agent in the inventory: its owner, its credentials, its last week, and the acts that change its status. */
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { type ReadData, type ReadPath, useWrite } from '../api/read.ts';
import { Finding, type VerdictName } from '../ui/badge.tsx';
import { ForeignText } from '../ui/foreign-text.tsx';
import { ConfirmButton } from '../ui/forms/form.tsx';
import { formatCount } from '../ui/money.ts';
import { RecordLink } from '../ui/navigation/links.tsx';
import { Card, Facts, Row, Stack } from '../ui/page.tsx';
import { Ago, Moment } from '../ui/time/time.tsx';
import { AgentStatus, KNOWN_BY, Owner } from './agent.tsx';

type AgentInFull = ReadData<'/api/v1/agents/{agent_id}'>;
const STALE: readonly ReadPath[] = ['/api/v1/agents', '/api/v1/agents/{agent_id}'];

export function Standing({ agent }: { agent: AgentInFull }) {
  const { purpose, owner, status_reason: reason, first_evidence_id: first, first_seen_at: firstSeen } = agent;
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

const VERDICTS: readonly VerdictName[] = ['proceed', 'escalate', 'block'];

export function LastWeek({ agent: { activity } }: { agent: AgentInFull }) {
  const { days, verdicts, tools, effects, incomplete } = activity;
  return (
    <Card title={`The last ${days} days`}>
      <Stack>
        <Row>
          {VERDICTS.map((verdict) => (
            <span key={verdict}>
              <Finding found={verdict} /> {formatCount(verdicts[verdict])}
            </span>
          ))}
        </Row>
        <Facts
          facts={{
            Tools: tools.length > 0 ? <Counts of={tools} /> : null,
            Effects: effects.length > 0 ? <Counts of={effects} /> : null,
          }}
        />
        {incomplete && <p>Some requests are left out: there are too many, or their payload was removed.</p>}
      </Stack>
    </Card>
  );
}

function Counts({ of: counts }: { of: AgentInFull['activity']['tools'] }) {
  return counts.map(({ name, count }, place) => (
    <span key={name}>
      {place > 0 && ', '}
      <ForeignText cut limit={60} text={name} /> ({formatCount(count)})
    </span>
  ));
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
