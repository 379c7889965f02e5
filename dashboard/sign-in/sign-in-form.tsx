/** E-mail and password, and the code of the second factor where there is one. */
import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Form, TextField } from '../ui/field.tsx';
import { auth } from './auth.ts';

export function SignInForm({ onSignedIn }: { onSignedIn: () => void }) {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const signIn = async () => {
    setBusy(true);
    setError(undefined);
    try {
      await auth('/sign-in/email', { email, password });
      onSignedIn();
    } catch (failure) {
      setError((failure as Error).message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Form
      onSubmit={() => void signIn()}
      error={error}
      actions={
        <Button type="submit" look="primary" wide busy={busy}>
          Sign in
        </Button>
      }
    >
      <TextField
        label="E-mail"
        type="email"
        autoComplete="username webauthn"
        value={email}
        onChange={({ target }) => setEmail(target.value)}
      />
      <TextField
        label="Password"
        type="password"
        autoComplete="current-password"
        value={password}
        onChange={({ target }) => setPassword(target.value)}
      />
    </Form>
  );
}
