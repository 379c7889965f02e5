/** Stops one agent, and asks for the reason. */
import { useState } from 'react';
import { useWrite } from '../api/read.ts';
import { ForeignText } from '../ui/foreign-text.tsx';
import { Confirm } from '../ui/forms/dialog.tsx';
import { ReasonField } from '../ui/forms/field.tsx';
import { toast } from '../ui/toast.tsx';

export function HaltAgent({ id, onClose }: { id: string; onClose: () => void }) {
  const [reason, setReason] = useState('');
  const halt = useWrite(
    (api, why: string) => api.POST('/api/v1/core/halts', { body: { agent_id: id, reason: why } }),
    ['/api/v1/core/halts'],
  );
  return (
    <Confirm
      open
      onClose={onClose}
      title="Halt this agent?"
      description={
        <>
          From now on every verdict for <ForeignText limit={120} text={id} /> is block, until you lift the
          halt. Actions that are already running are not stopped.
        </>
      }
      act="Halt"
      onConfirm={async () => {
        await halt.mutateAsync(reason.trim() || 'Halted from the dashboard');
        toast('The agent is halted');
      }}
    >
      <ReasonField
        hint="The reason is recorded, and the agent is told."
        value={reason}
        onChange={setReason}
      />
    </Confirm>
  );
}
