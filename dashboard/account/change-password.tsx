/** Changes the password. This ends all other sessions. */
import { useState } from 'react';
import { faultsOf } from '../api/client.ts';
import { NewPassword } from '../sign-in/new-password.tsx';
import { TextField } from '../ui/forms/field.tsx';
import { Form } from '../ui/forms/form.tsx';
import { Card } from '../ui/page.tsx';
import { toast } from '../ui/toast.tsx';
import { useAuth } from './use-auth.ts';

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
        sent={change}
        error={faults.whole}
        act="Change password"
        look="secondary"
        disabled={current === '' || password === ''}
      >
        <TextField
          label="Current password"
          type="password"
          autoComplete="current-password"
          error={faults.of('current_password')}
          value={current}
          onValue={setCurrent}
        />
        <NewPassword
          label="New password"
          value={password}
          error={faults.of('password')}
          onValue={setPassword}
        />
      </Form>
    </Card>
  );
}
