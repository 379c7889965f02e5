/** Changes to the second factor that need the password again: new backup codes, or turning it off. */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Dialog } from '../ui/forms/dialog.tsx';
import { TextField } from '../ui/forms/field.tsx';
import { Form } from '../ui/forms/form.tsx';
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
        <Form onSubmit={() => ask.mutate()} onCancel={onClose} sent={ask} act={act} look={look}>
          <PasswordNow value={password} onValue={setPassword} />
        </Form>
      )}
    </Dialog>
  );
}

interface PasswordNowProps {
  value: string;
  onValue: (password: string) => void;
}

export function PasswordNow(props: PasswordNowProps) {
  return <TextField label="Your password" type="password" autoComplete="current-password" {...props} />;
}
