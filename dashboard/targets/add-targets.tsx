/** Makes targets known, one per line. */
import { useState } from 'react';
import type { NewTarget } from '../../client/api.ts';
import { useWrite } from '../api/read.ts';
import { Button } from '../ui/forms/button.tsx';
import { Dialog } from '../ui/forms/dialog.tsx';
import { Form, SelectField, TextArea, TextField } from '../ui/forms/field.tsx';
import { toast } from '../ui/toast.tsx';

const KINDS = [
  'domain',
  'email',
  'phone',
  'account',
  'url',
  'path',
  'channel',
  'person',
  'object',
  'program',
] as const;
type Kind = (typeof KINDS)[number];

export function AddTargets({ onClose }: { onClose: () => void }) {
  const [kind, setKind] = useState<Kind>('domain');
  const [values, setValues] = useState('');
  const [agent, setAgent] = useState('');
  const add = useWrite(
    (api, targets: NewTarget[]) => api.POST('/api/v1/targets', { body: { targets } }),
    ['/api/v1/targets', '/api/v1/targets/suggestions'],
  );
  const submit = () => {
    const lines = values.split('\n').map((line) => line.trim());
    const targets = lines
      .filter(Boolean)
      .map((value) => ({ kind, value, ...(agent.trim() !== '' && { agent_id: agent.trim() }) }));
    add.mutate(targets, {
      onSuccess: ({ added, already_known: known }) => {
        toast(`${added.length} added`, known > 0 ? `${known} were known already.` : undefined);
        onClose();
      },
    });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      keepOpen={values !== ''}
      title="Add targets"
      description="From now on actions may reach them, on every node within a second."
    >
      <Form
        onSubmit={submit}
        error={add.error?.message}
        actions={
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button type="submit" look="primary" busy={add.isPending} disabled={values.trim() === ''}>
              Add
            </Button>
          </>
        }
      >
        <SelectField
          label="Kind"
          options={KINDS.map((value) => ({ value, name: value }))}
          value={kind}
          onChange={({ target }) => setKind(target.value as Kind)}
        />
        <TextArea
          label="Values"
          hint="One per line, such as acme.example."
          rows={5}
          spellCheck={false}
          value={values}
          onChange={({ target }) => setValues(target.value)}
        />
        <TextField
          label="Only for this agent"
          hint="Empty: for every agent."
          value={agent}
          onChange={({ target }) => setAgent(target.value)}
        />
      </Form>
    </Dialog>
  );
}
