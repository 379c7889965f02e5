/** Says what a task is for, before the agent reads anything. */
import { useState } from 'react';
import { useWrite } from '../api/read.ts';
import { Button } from '../ui/forms/button.tsx';
import { Dialog } from '../ui/forms/dialog.tsx';
import { Choice, Form, TextArea, TextField } from '../ui/forms/field.tsx';
import { toast } from '../ui/toast.tsx';

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
    <Dialog
      open
      onClose={onClose}
      keepOpen={task !== ''}
      title="Open a mandate"
      description="Assize derives from these words what the task allows, and whom it may reach. The mandate holds for a day."
    >
      <Form
        onSubmit={() =>
          open.mutate(undefined, {
            onSuccess: () => {
              toast('The mandate is open');
              onClose();
            },
          })
        }
        error={open.error?.message}
        actions={
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button
              type="submit"
              look="primary"
              busy={open.isPending}
              disabled={agent.trim() === '' || task.trim() === ''}
            >
              Open
            </Button>
          </>
        }
      >
        <TextField label="Agent" value={agent} onChange={({ target }) => setAgent(target.value)} />
        <TextArea
          label="Task"
          hint="The words you gave the agent, such as: Send the minutes to ann@acme.example."
          value={task}
          onChange={({ target }) => setTask(target.value)}
        />
        <TextField
          label="Budget in USD"
          hint="Empty: none."
          inputMode="decimal"
          value={budget}
          onChange={({ target }) => setBudget(target.value)}
        />
        <Choice
          label="Block actions beyond it instead of asking a person"
          checked={isStrict}
          onChange={({ target }) => setIsStrict(target.checked)}
        />
      </Form>
    </Dialog>
  );
}
