/** Changes the password. This ends all other sessions. */
import { useState } from 'react';
import { NewPassword } from '../sign-in/new-password.tsx';
import { Button } from '../ui/forms/button.tsx';
import { Form, TextField } from '../ui/forms/field.tsx';
import { Card } from '../ui/page.tsx';
import { toast } from '../ui/toast.tsx';
import { faultsOf, useAuth } from './use-auth.ts';

export function ChangePassword() {
  const [current, setCurrent] = useState('');
  const [password, setPassword] = useState('');
  const change = useAuth(
    () => ['/change-password', { current_password: current, password }],
    () => {
      setCurrent('');
      setPassword('');
      toast('Your password is changed', 'You are signed out everywhere else.');
    },
  );
  const faults = faultsOf(change.error);
  return (
    <Card title="Password">
      <Form
        onSubmit={() => change.mutate()}
        error={faults.whole}
        actions={
          <Button type="submit" busy={change.isPending} disabled={current === '' || password === ''}>
            Change password
          </Button>
        }
      >
        <TextField
          label="Current password"
          type="password"
          autoComplete="current-password"
          error={faults.of('current_password')}
          value={current}
          onChange={({ target }) => setCurrent(target.value)}
        />
        <NewPassword
          label="New password"
          value={password}
          error={faults.of('password')}
          onChange={setPassword}
        />
      </Form>
    </Card>
  );
}
