/** Makes targets known, one per line. */
import { useState } from 'react';
import type { NewTarget } from '../../client/api.ts';
import { useWrite } from '../api/read.ts';
import { SelectField, TextArea, TextField } from '../ui/forms/field.tsx';
import { FormDialog } from '../ui/forms/form.tsx';
import { toast } from '../ui/toast.tsx';

const KINDS = (
  'domain email phone account url path channel person object program'.split(' ') as NewTarget['kind'][]
).map((value) => ({ value, name: value }));

export function AddTargets({ onClose }: { onClose: () => void }) {
  const [kind, setKind] = useState<NewTarget['kind']>('domain');
  const [values, setValues] = useState('');
  const [agent, setAgent] = useState('');
  const add = useWrite(
    (api, targets: NewTarget[]) => api.POST('/api/v1/targets', { body: { targets } }),
    ['/api/v1/targets', '/api/v1/targets/suggestions'],
  );
  const submit = async () => {
    const lines = values.split('\n').map((line) => line.trim());
    const targets = lines
      .filter(Boolean)
      .map((value) => ({ kind, value, ...(agent.trim() !== '' && { agent_id: agent.trim() }) }));
    const { added, already_known: known } = await add.mutateAsync(targets);
    toast(`${added.length} added`, known > 0 ? `${known} were known already.` : undefined);
  };
  return (
    <FormDialog
      onClose={onClose}
      keepOpen={values !== ''}
      title="Add targets"
      description="From now on actions may reach them, on every node within a second."
      act="Add"
      disabled={values.trim() === ''}
      onSubmit={submit}
    >
      <SelectField label="Kind" options={KINDS} value={kind} onValue={setKind} />
      <TextArea
        label="Values"
        hint="One per line, such as acme.example."
        rows={5}
        spellCheck={false}
        value={values}
        onValue={setValues}
      />
      <TextField
        label="Only for this agent"
        hint="Empty: for every agent."
        value={agent}
        onValue={setAgent}
      />
    </FormDialog>
  );
}
