/** Sets a legal hold, and asks for its scope and reason. */
import { useState } from 'react';
import { useWrite } from '../api/read.ts';
import { Choice, TextArea, TextField } from '../ui/forms/field.tsx';
import { FormDialog } from '../ui/forms/form.tsx';
import { filterOf, type Typed } from './filter.ts';

const NOTHING: Typed = { actors: '', actions: '', ids: '', from: '', to: '' };

export function SetHold({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState(NOTHING);
  const [isAll, setIsAll] = useState(false);
  const filter = isAll ? {} : filterOf(typed);
  const set = useWrite(
    (api, reason: string) => api.POST('/api/v1/holds', { body: { filter, reason } }),
    ['/api/v1/holds'],
  );
  const part = (name: keyof Typed) => ({
    value: typed[name],
    disabled: isAll,
    onValue: (value: string) => setTyped({ ...typed, [name]: value }),
  });
  return (
    <FormDialog
      onClose={onClose}
      keepOpen={typed !== NOTHING}
      title="Set a legal hold"
      description="From now on nothing removes the records that match every field you fill in, until the hold is lifted."
      act="Hold"
      disabled={!isAll && Object.keys(filter).length === 0}
      reason={{
        hint: 'It is recorded, and never removed. Do not write personal data.',
        maxLength: 1000,
        isRequired: true,
      }}
      onSubmit={(reason) => set.mutateAsync(reason)}
      done="The hold is in force"
    >
      <Choice label="Hold every record" checked={isAll} onValue={setIsAll} />
      <TextArea
        label="Agents, users or keys"
        hint="One per line, such as agent-7."
        rows={2}
        spellCheck={false}
        {...part('actors')}
      />
      <TextArea label="Actions" hint="One per line." rows={2} spellCheck={false} {...part('actions')} />
      <TextArea
        label="Records"
        hint="Their ids, one per line."
        rows={2}
        spellCheck={false}
        {...part('ids')}
      />
      <TextField label="Recorded from" type="date" {...part('from')} />
      <TextField label="Recorded before" type="date" {...part('to')} />
    </FormDialog>
  );
}
