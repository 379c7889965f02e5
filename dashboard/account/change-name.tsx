/** Changes the name that others see beside your decisions. */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../ui/forms/button.tsx';
import { Form, TextField } from '../ui/forms/field.tsx';
import { Card } from '../ui/page.tsx';
import { toast } from '../ui/toast.tsx';
import { faultsOf, useAuth } from './use-auth.ts';

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
        error={faults.whole}
        actions={
          <Button
            type="submit"
            busy={change.isPending}
            disabled={name.trim() === '' || name.trim() === before}
          >
            Change name
          </Button>
        }
      >
        <TextField
          label="Your name"
          hint="Others see it beside your decisions."
          autoComplete="name"
          maxLength={120}
          error={faults.of('name')}
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
      </Form>
    </Card>
  );
}
