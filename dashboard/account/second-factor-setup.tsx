/** Sets up a second factor in three steps: the password, the QR code with a first code, the backup codes. */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Dialog } from '../ui/forms/dialog.tsx';
import { TextField } from '../ui/forms/field.tsx';
import { Form } from '../ui/forms/form.tsx';
import { QrCode } from '../ui/qr-code.tsx';
import { toast } from '../ui/toast.tsx';
import { BackupCodes } from './backup-codes.tsx';
import { secretOf } from './totp.ts';
import { useAuth } from './use-auth.ts';
import { PasswordNow } from './with-password.tsx';

interface Begun {
  totpURI: string;
  backupCodes: string[];
}

export function SecondFactorSetup({ onClose }: { onClose: () => void }) {
  const [password, setPassword] = useState('');
  const [isVerified, setVerified] = useState(false);
  const begin = useAuth<void, Begun>(() => ['/two-factor/enable', { password }]);
  const finish = () => {
    toast('The second factor is on');
    onClose();
  };
  return (
    <Dialog
      open
      keepOpen
      onClose={() => !isVerified && onClose()}
      title={isVerified ? 'Keep your backup codes' : 'Set up a second factor'}
    >
      {begin.data === undefined ? (
        <Form onSubmit={() => begin.mutate()} onCancel={onClose} sent={begin} act="Continue">
          <PasswordNow value={password} onValue={setPassword} />
        </Form>
      ) : isVerified ? (
        <BackupCodes codes={begin.data.backupCodes} onKept={finish} />
      ) : (
        <FirstCode uri={begin.data.totpURI} onVerified={() => setVerified(true)} onClose={onClose} />
      )}
    </Dialog>
  );
}

interface FirstCodeProps {
  uri: string;
  onVerified: () => void;
  onClose: () => void;
}

function FirstCode({ uri, onVerified, onClose }: FirstCodeProps) {
  const [code, setCode] = useState('');
  const queries = useQueryClient();
  const verify = useAuth(
    () => ['/two-factor/verify-totp', { code: code.replaceAll(' ', '') }],
    () => {
      void queries.invalidateQueries();
      onVerified();
    },
  );
  return (
    <Form onSubmit={() => verify.mutate()} onCancel={onClose} sent={verify} act="Turn on">
      <p>Scan this with an authenticator app, then type the code that it shows.</p>
      <QrCode text={uri} label="QR code for an authenticator app" />
      <p>
        Or type this secret into the app: <code>{secretOf(uri)}</code>
      </p>
      <TextField
        label="Code"
        inputMode="numeric"
        autoComplete="one-time-code"
        value={code}
        onValue={setCode}
      />
    </Form>
  );
}
