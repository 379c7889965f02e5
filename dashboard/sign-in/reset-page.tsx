/** A forgotten password: asks for a mail with a link, and behind the link for the new password. */
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { faultsOf } from '../api/client.ts';
import { ForeignText } from '../ui/foreign-text.tsx';
import { Choice, Choices, TextField } from '../ui/forms/field.tsx';
import { Form } from '../ui/forms/form.tsx';
import { Loaded, Notice } from '../ui/state.tsx';
import { Ago } from '../ui/time/time.tsx';
import { toast } from '../ui/toast.tsx';
import { auth, type Ways } from './auth.ts';
import { Door } from './door.tsx';
import { NewPassword } from './new-password.tsx';
import styles from './sign-in.module.css';
import { useToken } from './token.ts';

export function ResetPage() {
  const token = useToken();
  return (
    <Door title={token === '' ? 'Forgotten password' : 'Choose a new password'}>
      {token === '' ? <AskForMail /> : <Choose token={token} />}
      <p>
        <Link to="/sign-in">Back to sign-in</Link>
      </p>
    </Door>
  );
}

function AskForMail() {
  const ways = useQuery({ queryKey: ['ways'], queryFn: () => auth<Ways>('/ways') });
  const [email, setEmail] = useState('');
  const ask = useMutation({ mutationFn: () => auth('/reset-request', { email: email.trim() }) });
  return (
    <Loaded query={ways} lines={1}>
      {({ mail }) => {
        if (!mail) {
          return (
            <Notice>This service sends no mail. Ask its operator for a link to reset your password.</Notice>
          );
        }
        // The same words whether or not there is an account: no one may find out who has one.
        if (ask.isSuccess) {
          return (
            <Notice tone="good">If there is an account with this address, a link is on its way to it.</Notice>
          );
        }
        return (
          <Form onSubmit={() => ask.mutate()} sent={ask} act="Send me a link" wide>
            <TextField label="E-mail" type="email" autoComplete="username" value={email} onValue={setEmail} />
          </Form>
        );
      }}
    </Loaded>
  );
}

/** The other ways of signing in. */
interface Found {
  passkeys: { id: string; name: string; added_at: string | null }[];
  has_second_factor: boolean;
}

function Choose({ token }: { token: string }) {
  const found = useQuery({
    queryKey: ['reset-link', token],
    queryFn: () => auth<Found>('/reset-link', { token }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <Loaded query={found} lines={1}>
      {(its) => <ChooseWith token={token} found={its} />}
    </Loaded>
  );
}

function ChooseWith({ token, found }: { token: string; found: Found }) {
  const [password, setPassword] = useState('');
  const [kept, setKept] = useState<readonly string[]>([]);
  const [keepsFactor, setKeepsFactor] = useState(false);
  const navigate = useNavigate();
  const reset = useMutation({
    mutationFn: () =>
      auth('/reset', { token, password, keep_passkeys: kept, keep_second_factor: keepsFactor }),
    onSuccess: () => {
      toast('The password is changed', 'All your sessions have ended. Sign in with the new one.');
      void navigate({ to: '/sign-in' });
    },
  });
  const faults = faultsOf(reset.error);
  return (
    <Form onSubmit={() => reset.mutate()} sent={reset} error={faults.whole} act="Change the password" wide>
      <NewPassword value={password} error={faults.of('password')} onValue={setPassword} />
      {(found.passkeys.length > 0 || found.has_second_factor) && (
        <fieldset className={styles.kept}>
          <legend>Keep only what you recognise as yours. The rest is removed.</legend>
          <Choices
            options={found.passkeys.map((passkey) => ({
              value: passkey.id,
              label: <PasskeyName passkey={passkey} />,
            }))}
            chosen={kept}
            onChange={setKept}
          />
          {found.has_second_factor && (
            <Choice
              label="The authenticator app: I still have it"
              checked={keepsFactor}
              onValue={setKeepsFactor}
            />
          )}
        </fieldset>
      )}
    </Form>
  );
}

function PasskeyName({ passkey: { name, added_at } }: { passkey: Found['passkeys'][number] }) {
  return (
    <>
      Passkey <ForeignText cut limit={80} text={name} />
      {added_at && (
        <>
          , added <Ago time={added_at} />
        </>
      )}
    </>
  );
}
