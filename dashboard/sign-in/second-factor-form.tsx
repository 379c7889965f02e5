/** The second step: the code from the authenticator, or one of the backup codes. */
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { TextField } from '../ui/forms/field.tsx';
import { Form } from '../ui/forms/form.tsx';
import { auth } from './auth.ts';

const CODE = /^\d{6}$/;

export function SecondFactorForm({ onSignedIn }: { onSignedIn: () => void }) {
  const [code, setCode] = useState('');
  const given = code.replaceAll(' ', '');
  const verify = useMutation({
    mutationFn: () =>
      auth(`/two-factor/verify-${CODE.test(given) ? 'totp' : 'backup-code'}`, { code: given }),
    onSuccess: onSignedIn,
  });
  return (
    <Form onSubmit={() => verify.mutate()} sent={verify} act="Continue" wide>
      <TextField
        label="Code"
        hint="The six digits that your authenticator shows now, or a backup code."
        autoComplete="one-time-code"
        inputMode="numeric"
        value={code}
        onValue={setCode}
      />
    </Form>
  );
}
