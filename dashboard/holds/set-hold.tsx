/** Sets a legal hold, and asks for its scope and reason. */
import { useState } from 'react';
import { useWrite } from '../api/read.ts';
import { Button } from '../ui/forms/button.tsx';
import { Dialog } from '../ui/forms/dialog.tsx';
import { Choice, Form, ReasonField, TextArea, TextField } from '../ui/forms/field.tsx';
import { toast } from '../ui/toast.tsx';
import { filterOf, type Typed } from './filter.ts';

const NOTHING: Typed = { actors: '', actions: '', ids: '', from: '', to: '' };

export function SetHold({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState(NOTHING);
  const [reason, setReason] = useState('');
  const [isAll, setIsAll] = useState(false);
  const filter = isAll ? {} : filterOf(typed);
  const set = useWrite(
    (api, why: string) => api.POST('/api/v1/holds', { body: { filter, reason: why } }),
    ['/api/v1/holds'],
  );
  const part = (name: keyof Typed) => ({
    value: typed[name],
    disabled: isAll,
    onChange: ({ target }: { target: { value: string } }) => setTyped({ ...typed, [name]: target.value }),
  });
  const isReady = reason.trim() !== '' && (isAll || Object.keys(filter).length > 0);
  const submit = () =>
    set.mutate(reason.trim(), {
      onSuccess: () => {
        toast('The hold is in force');
        onClose();
      },
    });
  return (
    <Dialog
      open
      onClose={onClose}
      keepOpen={reason !== '' || typed !== NOTHING}
      title="Set a legal hold"
      description="From now on nothing removes the records that match every field you fill in, until the hold is lifted."
    >
      <Form
        onSubmit={submit}
        error={set.error?.message}
        actions={
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button type="submit" look="primary" busy={set.isPending} disabled={!isReady}>
              Hold
            </Button>
          </>
        }
      >
        <ReasonField
          hint="It is recorded, and never removed. Do not write personal data."
          value={reason}
          maxLength={1000}
          onChange={setReason}
        />
        <Choice
          label="Hold every record"
          checked={isAll}
          onChange={({ target }) => setIsAll(target.checked)}
        />
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
      </Form>
    </Dialog>
  );
}
