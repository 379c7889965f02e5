/** The inventory of agents, with those that were seen and that no one registered. */
import { useState } from 'react';
import { useMay } from '../api/me.ts';
import { type ReadData, useRead } from '../api/read.ts';
import { Badge, type Tone } from '../ui/badge.tsx';
import { ForeignText } from '../ui/foreign-text.tsx';
import { Button } from '../ui/forms/button.tsx';
import { Select } from '../ui/forms/select.tsx';
import { List, useCursor } from '../ui/list.tsx';
import { useAddress } from '../ui/navigation/address.ts';
import { AgentLink, RecordLink } from '../ui/navigation/links.tsx';
import type { Column } from '../ui/table.tsx';
import { Ago } from '../ui/time/time.tsx';
import { RegisterAgent } from './register-agent.tsx';

export type Agent = ReadData<'/api/v1/agents'>['items'][number];
type Status = Agent['status'];

const PAGE = 50;
const STATUSES: Record<Status, { name: string; tone: Tone }> = {
  active: { name: 'active', tone: 'good' },
  suspended: { name: 'suspended', tone: 'bad' },
  retired: { name: 'retired', tone: 'neutral' },
  unregistered: { name: 'not registered', tone: 'warning' },
};
const ALL = { value: 'all', name: 'All' } as const;
const CHOICES = [
  ALL,
  ...(Object.keys(STATUSES) as Status[]).map((value) => ({ value, name: STATUSES[value].name })),
];

/** @param halted the agents that are halted. */
export function Inventory({ halted }: { halted: ReadonlySet<string | null> }) {
  const [search, go] = useAddress();
  const status = CHOICES.find(({ value }) => value === search.status)?.value ?? ALL.value;
  const { at, pages } = useCursor();
  const query = useRead(
    '/api/v1/agents',
    { params: { query: { limit: PAGE, ...at, ...(status !== 'all' && { status }) } } },
    { keep: true },
  );
  const { manage } = useMay();
  const [registering, setRegistering] = useState<string | null>(null);
  return (
    <>
      <List
        title="Inventory"
        actions={
          <Select
            label="Status"
            options={CHOICES}
            value={status}
            onValue={(chosen) => {
              pages.onTurn(undefined);
              go({ status: chosen === 'all' ? undefined : chosen });
            }}
          />
        }
        query={query}
        items={({ items }) => items}
        empty={
          status === 'all'
            ? ['No agent yet', 'An agent appears here with its first evaluation, or when you register it.']
            : ['No agent has this status']
        }
        caption="Agents, by id"
        columns={[
          ...COLUMNS,
          {
            name: 'Status',
            cell: (agent) => <AgentStatus agent={agent} isHalted={halted.has(agent.agent_id)} />,
          },
          {
            name: 'Acts',
            bare: true,
            cell: ({ agent_id: id, status: state }) =>
              manage &&
              state === 'unregistered' && (
                <Button size="small" onClick={() => setRegistering(id)}>
                  Register
                </Button>
              ),
          },
        ]}
        keyOf={({ agent_id }) => agent_id}
        pages={{ ...pages, first: 'First page', more: 'More' }}
      />
      {registering !== null && <RegisterAgent agentId={registering} onClose={() => setRegistering(null)} />}
    </>
  );
}

const COLUMNS: readonly Column<Agent>[] = [
  { name: 'Agent', bare: true, cell: (agent) => <Named agent={agent} /> },
  { name: 'Owner', cell: ({ owner }) => (owner ? <Owner owner={owner} /> : '—') },
  {
    name: 'Purpose',
    cell: ({ purpose }) => (purpose ? <ForeignText cut limit={120} text={purpose} /> : '—'),
  },
  { name: 'Known by', cell: ({ identified_by: how }) => KNOWN_BY[how ?? 'never'] },
  { name: 'Trust', end: true, cell: ({ trust }) => (trust === null ? '—' : Math.round(trust)) },
  { name: 'Last seen', cell: (agent) => <LastSeen agent={agent} /> },
];

/** How an agent proved its id when it last asked. */
export const KNOWN_BY = { claimed: 'its word', key: 'its key', token: 'a token', never: '—' } as const;

function Named({ agent: { agent_id: id, name } }: { agent: Agent }) {
  if (name === null || name === id) return <AgentLink id={id} />;
  return (
    <>
      <AgentLink id={id}>
        <ForeignText cut limit={80} text={name} />
      </AgentLink>
      <br />
      <small>
        <ForeignText cut limit={80} text={id} />
      </small>
    </>
  );
}

/** A member who left keeps their name. */
export function Owner({ owner: { kind, id, name } }: { owner: NonNullable<Agent['owner']> }) {
  return (
    <>
      <ForeignText cut limit={60} text={name ?? id} />
      {kind === 'team' && ' (team)'}
    </>
  );
}

function LastSeen({ agent: { last_seen_at: last, first_evidence_id: first, status } }: { agent: Agent }) {
  if (last === null) return 'never';
  return (
    <>
      <Ago time={last} />
      {status === 'unregistered' && first !== null && (
        <>
          {' '}
          <RecordLink id={first}>first request</RecordLink>
        </>
      )}
    </>
  );
}

export function AgentStatus({ agent: { status }, isHalted }: { agent: Agent; isHalted: boolean }) {
  const { name, tone } = STATUSES[status];
  return (
    <>
      <Badge tone={tone}>{name}</Badge> {isHalted && <Badge tone="bad">halted</Badge>}
    </>
  );
}
