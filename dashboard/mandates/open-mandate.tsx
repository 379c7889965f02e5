/** Says what a task is for, before the agent reads anything. */
import { useState } from 'react';
import { useWrite } from '../api/read.ts';
import { Choice, TextArea, TextField } from '../ui/forms/field.tsx';
import { FormDialog } from '../ui/forms/form.tsx';

export function OpenMandate({ onClose }: { onClose: () => void }) {
  const [agent, setAgent] = useState('');
  const [task, setTask] = useState('');
  const [budget, setBudget] = useState('');
  const [isStrict, setIsStrict] = useState(false);
  const open = useWrite(
    (api) =>
      api.POST('/api/v1/mandates', {
        body: {
          agent_id: agent.trim(),
          task: task.trim(),
          keep_task: true,
          ...(budget.trim() !== '' && { budget_usd: Number(budget) }),
          ...(isStrict && { strict: true }),
        },
      }),
    ['/api/v1/mandates'],
  );
  return (
    <FormDialog
      onClose={onClose}
      keepOpen={task !== ''}
      title="Open a mandate"
      description="Assize derives from these words what the task allows, and whom it may reach. The mandate holds for a day."
      act="Open"
      disabled={agent.trim() === '' || task.trim() === ''}
      onSubmit={() => open.mutateAsync(undefined)}
      done="The mandate is open"
    >
      <TextField label="Agent" value={agent} onValue={setAgent} />
      <TextArea
        label="Task"
        hint="The words you gave the agent, such as: Send the minutes to ann@acme.example."
        value={task}
        onValue={setTask}
      />
      <TextField
        label="Budget in USD"
        hint="Empty: none."
        inputMode="decimal"
        value={budget}
        onValue={setBudget}
      />
      <Choice
        label="Block actions beyond it instead of asking a person"
        checked={isStrict}
        onValue={setIsStrict}
      />
    </FormDialog>
  );
}
