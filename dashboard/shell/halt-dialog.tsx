/** Asks for confirmation before every agent is stopped. */
import { useWrite } from '../api/read.ts';
import { Confirm } from '../ui/forms/form.tsx';

export function HaltDialog({ onClose }: { onClose: () => void }) {
  const halt = useWrite(
    (api, reason: string) => api.POST('/api/v1/core/halts', { body: { all: true, reason } }),
    ['/api/v1/core/halts'],
  );
  return (
    <Confirm
      onClose={onClose}
      title="Halt every agent?"
      description="From now on every verdict is block, on every node within a second, until you lift the halt. Actions that are already running are not stopped."
      act="Halt everything"
      reason={{ hint: 'The reason is recorded, and agents are told.' }}
      onSubmit={(reason) => halt.mutateAsync(reason || 'Halted from the dashboard')}
      done="Every agent is halted"
      more="From now on every verdict is block."
    />
  );
}
