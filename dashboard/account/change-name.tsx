/** Changes the name that others see beside your decisions. */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { faultsOf } from '../api/client.ts';
import { TextField } from '../ui/forms/field.tsx';
import { Form } from '../ui/forms/form.tsx';
import { Card } from '../ui/page.tsx';
import { toast } from '../ui/toast.tsx';
import { useAuth } from './use-auth.ts';

export function ChangeName({ name: before }: { name: string }) {
  const [name, setName] = useState(before);
  const queries = useQueryClient();
  const change = useAuth(
    () => ['/update-user', { name: name.trim() }],
    () => {
      toast('Your name is changed');
      void queries.invalidateQueries();
    },
  );
  const faults = faultsOf(change.error);
  return (
    <Card title="Name">
      <Form
        onSubmit={() => change.mutate()}
        sent={change}
        error={faults.whole}
        act="Change name"
        look="secondary"
        disabled={name.trim() === '' || name.trim() === before}
      >
        <TextField
          label="Your name"
          hint="Others see it beside your decisions."
          autoComplete="name"
          maxLength={120}
          error={faults.of('name')}
          value={name}
          onValue={setName}
        />
      </Form>
    </Card>
  );
}
