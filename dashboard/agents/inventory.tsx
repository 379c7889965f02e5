/** The inventory of agents, with those that were seen and that no one registered. */
import { useState } from 'react';
import { useMay } from '../api/me.ts';
import { useRead } from '../api/read.ts';
import { ForeignText } from '../ui/foreign-text.tsx';
import { Button } from '../ui/forms/button.tsx';
import { Select } from '../ui/forms/select.tsx';
import { List, useCursor } from '../ui/list.tsx';
import { useAddress } from '../ui/navigation/address.ts';
import { AgentLink, RecordLink } from '../ui/navigation/links.tsx';
import { type Column, RowActs } from '../ui/table.tsx';
import { Ago } from '../ui/time/time.tsx';
import { type Agent, AgentStatus, KNOWN_BY, Owner, STATUSES, type Status } from './agent.tsx';
import { HaltAgent } from './halt-agent.tsx';
import { RegisterAgent } from './register-agent.tsx';

const PAGE = 50;
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
              manage && (
                <RowActs>
                  {state === 'unregistered' && (
                    <Button size="small" onClick={() => setRegistering(id)}>
                      Register
                    </Button>
                  )}
                  {state !== 'retired' && !halted.has(id) && <HaltAgent id={id} />}
                </RowActs>
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

function Named({ agent: { agent_id: id, name } }: { agent: Agent }) {
  if (name === null || name === id) return <AgentLink id={id} />;
  return (
    <div>
      <AgentLink id={id}>
        <ForeignText cut limit={80} text={name} />
      </AgentLink>
      <br />
      <small>
        <ForeignText cut limit={80} text={id} />
      </small>
    </div>
  );
}

function LastSeen({ agent: { last_seen_at: last, first_evidence_id: first, status } }: { agent: Agent }) {
  if (last === null) return 'never';
  return (
    <div>
      <Ago time={last} />
      {status === 'unregistered' && first !== null && (
        <div>
          {' '}
          <RecordLink id={first}>first request</RecordLink>
        </div>
      )}
    </div>
  );
}
