/** Changes to the second factor that need the password again: new backup codes, or turning it off. */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../ui/forms/button.tsx';
import { Dialog } from '../ui/forms/dialog.tsx';
import { Form, TextField } from '../ui/forms/field.tsx';
import { toast } from '../ui/toast.tsx';
import { BackupCodes } from './backup-codes.tsx';
import { useAuth } from './use-auth.ts';

const KINDS = {
  codes: {
    path: '/two-factor/generate-backup-codes',
    title: 'New backup codes',
    description: 'The old ones no longer work.',
    act: 'Make new codes',
    look: 'primary',
  },
  disable: {
    path: '/two-factor/disable',
    title: 'Turn the second factor off?',
    description: 'From then on your password alone is enough to sign in.',
    act: 'Turn off',
    look: 'danger',
  },
} as const;

interface Answer {
  backupCodes?: string[];
}

export function WithPassword({ kind, onClose }: { kind: keyof typeof KINDS; onClose: () => void }) {
  const { path, title, description, act, look } = KINDS[kind];
  const [password, setPassword] = useState('');
  const queries = useQueryClient();
  const ask = useAuth<void, Answer>(
    () => [path, { password }],
    ({ backupCodes }) => {
      void queries.invalidateQueries();
      if (backupCodes !== undefined) return;
      toast('The second factor is off');
      onClose();
    },
  );
  const codes = ask.data?.backupCodes;
  return (
    <Dialog
      open
      keepOpen
      onClose={() => codes === undefined && onClose()}
      title={title}
      description={description}
    >
      {codes ? (
        <BackupCodes codes={codes} onKept={onClose} />
      ) : (
        <Form
          onSubmit={() => ask.mutate()}
          error={ask.error?.message}
          actions={
            <>
              <Button onClick={onClose}>Cancel</Button>
              <Button type="submit" look={look} busy={ask.isPending}>
                {act}
              </Button>
            </>
          }
        >
          <PasswordNow value={password} onChange={setPassword} />
        </Form>
      )}
    </Dialog>
  );
}

export function PasswordNow({ value, onChange }: { value: string; onChange: (password: string) => void }) {
  return (
    <TextField
      label="Your password"
      type="password"
      autoComplete="current-password"
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}
