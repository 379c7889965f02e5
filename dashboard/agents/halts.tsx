/** The halts in force, and how to lift one. */
import type { UseQueryResult } from '@tanstack/react-query';
import { useMay } from '../api/me.ts';
import { type ReadData, useRead, useWrite } from '../api/read.ts';
import { Agent, Party } from '../members/party.tsx';
import { ForeignText } from '../ui/foreign-text.tsx';
import { ConfirmButton } from '../ui/forms/form.tsx';
import { List } from '../ui/list.tsx';
import type { Column } from '../ui/table.tsx';
import { Ago } from '../ui/time/time.tsx';

type Halts = ReadData<'/api/v1/core/halts'>;
type Halt = Halts['items'][number];

/** @returns the halts, and the agents that they name; null among these is every agent. */
export function useHalts() {
  const halts = useRead('/api/v1/core/halts', { params: { query: { status: 'in_force', limit: 100 } } });
  return { halts, halted: new Set(halts.data?.items.map(({ agent_id: agent }) => agent)) };
}

const COLUMNS: readonly Column<Halt>[] = [
  {
    name: 'Halted',
    bare: true,
    cell: ({ agent_id: id }) => (id === null ? <strong>Every agent</strong> : <Agent id={id} />),
  },
  { name: 'Reason', cell: ({ reason }) => <ForeignText limit={200} text={reason} /> },
  { name: 'By', cell: ({ halted_by: by }) => <Party id={by} /> },
  { name: 'Since', cell: ({ halted_at: at }) => <Ago time={at} /> },
  { name: 'Lift', bare: true, cell: (halt) => <Lift halt={halt} /> },
];

/** @param agentId shows only the halts that stop this agent. */
export function HaltList({ query, agentId }: { query: UseQueryResult<Halts>; agentId?: string }) {
  return (
    <List
      title="Halted"
      query={query}
      lines={1}
      items={({ items }) =>
        items.filter(({ agent_id: id }) => agentId === undefined || id === null || id === agentId)
      }
      caption="Halts in force"
      columns={COLUMNS}
      keyOf={({ halt_id: id }) => id}
    />
  );
}

function Lift({ halt: { halt_id: id } }: { halt: Halt }) {
  const { manage } = useMay();
  const lift = useWrite(
    (api, reason: string) =>
      api.DELETE('/api/v1/core/halts/{halt_id}', {
        params: { path: { halt_id: id }, query: reason === '' ? {} : { reason } },
      }),
    ['/api/v1/core/halts'],
  );
  if (!manage) return null;
  return (
    <ConfirmButton
      label="Lift"
      title="Lift this halt?"
      description="From now on requests are judged again."
      act="Lift"
      look="primary"
      reason={{ hint: 'The reason is recorded.' }}
      onSubmit={(reason) => lift.mutateAsync(reason)}
      done="The halt is lifted"
    />
  );
}
