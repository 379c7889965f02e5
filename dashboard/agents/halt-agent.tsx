/** Stops one agent, and asks for the reason. */
import { useWrite } from '../api/read.ts';
import { ForeignText } from '../ui/foreign-text.tsx';
import { ConfirmButton } from '../ui/forms/form.tsx';

/** @param large on the agent's own page. */
export function HaltAgent({ id, large = false }: { id: string; large?: boolean }) {
  const halt = useWrite(
    (api, reason: string) => api.POST('/api/v1/core/halts', { body: { agent_id: id, reason } }),
    ['/api/v1/core/halts'],
  );
  return (
    <ConfirmButton
      label={large ? 'Halt this agent' : 'Halt'}
      large={large}
      title="Halt this agent?"
      description={
        <>
          From now on every verdict for <ForeignText limit={120} text={id} /> is block, until you lift the
          halt. Actions that are already running are not stopped.
        </>
      }
      act="Halt"
      reason={{ hint: 'The reason is recorded, and the agent is told.' }}
      onSubmit={(reason) => halt.mutateAsync(reason || 'Halted from the dashboard')}
      done="The agent is halted"
    />
  );
}
