/** Asks for confirmation before every agent is stopped. */
import { useState } from 'react';
import { useWrite } from '../api/read.ts';
import { Confirm } from '../ui/forms/dialog.tsx';
import { ReasonField } from '../ui/forms/field.tsx';
import { toast } from '../ui/toast.tsx';

export function HaltDialog({ onClose }: { onClose: () => void }) {
  const [reason, setReason] = useState('');
  const halt = useWrite(
    (api, why: string) => api.POST('/api/v1/core/halts', { body: { all: true, reason: why } }),
    ['/api/v1/core/halts'],
  );
  const confirm = async () => {
    await halt.mutateAsync(reason.trim() || 'Halted from the dashboard');
    toast('Every agent is halted', 'From now on every verdict is block.');
  };
  return (
    <Confirm
      open
      onClose={onClose}
      title="Halt every agent?"
      description="From now on every verdict is block, on every node within a second, until you lift the halt. Actions that are already running are not stopped."
      act="Halt everything"
      onConfirm={confirm}
    >
      <ReasonField hint="The reason is recorded, and agents are told." value={reason} onChange={setReason} />
    </Confirm>
  );
}
