/** The halts in force, and how to lift one. */
import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useMay } from '../api/me.ts';
import { type ReadData, useRead, useWrite } from '../api/read.ts';
import { ForeignText } from '../ui/foreign-text.tsx';
import { Button } from '../ui/forms/button.tsx';
import { Confirm } from '../ui/forms/dialog.tsx';
import { ReasonField } from '../ui/forms/field.tsx';
import { Card } from '../ui/page.tsx';
import { Loaded } from '../ui/state.tsx';
import { type Column, Table } from '../ui/table.tsx';
import { Ago } from '../ui/time/time.tsx';
import { toast } from '../ui/toast.tsx';

type Halts = ReadData<'/api/v1/core/halts'>;
type Halt = Halts['items'][number];

export function useHalts(): UseQueryResult<Halts> {
  return useRead('/api/v1/core/halts', { params: { query: { status: 'in_force', limit: 100 } } });
}

const COLUMNS: readonly Column<Halt>[] = [
  {
    name: 'Halted',
    bare: true,
    cell: ({ agent_id: id }) =>
      id === null ? (
        <strong>Every agent</strong>
      ) : (
        <Link to="/agents/$id" params={{ id }}>
          <ForeignText cut limit={80} text={id} />
        </Link>
      ),
  },
  { name: 'Reason', cell: ({ reason }) => <ForeignText limit={200} text={reason} /> },
  { name: 'Since', cell: ({ halted_at: at }) => <Ago time={at} /> },
  { name: 'Lift', bare: true, cell: (halt) => <Lift halt={halt} /> },
];

/** @param agentId shows only the halts that stop this agent. */
export function HaltList({ query, agentId }: { query: UseQueryResult<Halts>; agentId?: string }) {
  return (
    <Loaded query={query} lines={1}>
      {({ items }) => {
        const shown = items.filter(
          ({ agent_id: id }) => agentId === undefined || id === null || id === agentId,
        );
        if (shown.length === 0) return null;
        return (
          <Card title="Halted" flush>
            <Table caption="Halts in force" columns={COLUMNS} items={shown} keyOf={({ halt_id: id }) => id} />
          </Card>
        );
      }}
    </Loaded>
  );
}

function Lift({ halt: { halt_id: id } }: { halt: Halt }) {
  const [open, setOpen] = useState(false);
  const [reason, setReason] = useState('');
  const { manage } = useMay();
  const lift = useWrite(
    (api, why: string) =>
      api.DELETE('/api/v1/core/halts/{halt_id}', {
        params: { path: { halt_id: id }, query: why === '' ? {} : { reason: why } },
      }),
    ['/api/v1/core/halts'],
  );
  if (!manage) return null;
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        Lift
      </Button>
      <Confirm
        open={open}
        onClose={() => setOpen(false)}
        title="Lift this halt?"
        description="From now on requests are judged again."
        act="Lift"
        look="primary"
        onConfirm={async () => {
          await lift.mutateAsync(reason.trim());
          toast('The halt is lifted');
        }}
      >
        <ReasonField hint="The reason is recorded." value={reason} onChange={setReason} />
      </Confirm>
    </>
  );
}
