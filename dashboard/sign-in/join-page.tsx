/**
 * Accepts an invitation: creates an account, or joins with an existing one. The service does not say which: the
 * inviter would learn who has an account.
 */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiError, faultsOf } from '../api/client.ts';
import { ForeignText } from '../ui/foreign-text.tsx';
import { Button } from '../ui/forms/button.tsx';
import { TextField } from '../ui/forms/field.tsx';
import { Form } from '../ui/forms/form.tsx';
import { Loaded } from '../ui/state.tsx';
import { auth } from './auth.ts';
import { Door } from './door.tsx';
import { NewPassword } from './new-password.tsx';
import { SignInForm } from './sign-in-form.tsx';
import { useToken } from './token.ts';

interface Invitation {
  tenant: string;
  /** null: the first owner, who types it. */
  email: string | null;
  role: string;
  ends_at: string;
}

export function JoinPage() {
  const token = useToken();
  const invitation = useQuery({
    queryKey: ['invitation', token],
    queryFn: () => auth<Invitation>('/invitation', { token }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <Door title="Join Assize">
      <Loaded query={invitation}>
        {(offered) => (
          <>
            <p>
              You are invited to <ForeignText text={offered.tenant} /> as <strong>{offered.role}</strong>.
            </p>
            <Join token={token} invitation={offered} />
          </>
        )}
      </Loaded>
    </Door>
  );
}

function Join({ token, invitation }: { token: string; invitation: Invitation }) {
  const [hasAccount, setHasAccount] = useState(false);
  return (
    <>
      {hasAccount ? <JoinSignedIn token={token} /> : <JoinAnew token={token} invitation={invitation} />}
      <Button wide look="quiet" onClick={() => setHasAccount(!hasAccount)}>
        {hasAccount ? 'I have no account yet' : 'I have an account'}
      </Button>
    </>
  );
}

function useJoined() {
  const navigate = useNavigate();
  const queries = useQueryClient();
  return () => {
    queries.clear();
    void navigate({ to: '/welcome' });
  };
}

function JoinAnew({ token, invitation }: { token: string; invitation: Invitation }) {
  const [email, setEmail] = useState(invitation.email ?? '');
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const joined = useJoined();
  const join = useMutation({
    mutationFn: () => auth('/join', { token, name: name.trim(), password, email }),
    onSuccess: joined,
  });
  const faults = faultsOf(join.error);
  return (
    <Form onSubmit={() => join.mutate()} sent={join} error={faults.whole} act="Join" wide>
      <TextField
        label="E-mail"
        type="email"
        autoComplete="username"
        readOnly={invitation.email !== null}
        error={faults.of('email')}
        value={email}
        onValue={setEmail}
      />
      <TextField
        label="Your name"
        autoComplete="name"
        hint="Others see it beside your decisions."
        error={faults.of('name')}
        value={name}
        onValue={setName}
      />
      <NewPassword value={password} error={faults.of('password')} onValue={setPassword} />
    </Form>
  );
}

/** Only a person who is signed in with the invited address can accept. */
function JoinSignedIn({ token }: { token: string }) {
  const joined = useJoined();
  const join = useMutation({ mutationFn: () => auth('/join-signed-in', { token }), onSuccess: joined });
  const isSignedOut = join.error instanceof ApiError && join.error.status === 401;
  // Signing in here keeps the link at hand; single sign-on leads to the page of invitations.
  if (isSignedOut) return <SignInForm onSignedIn={() => join.mutate()} next="/invitations" />;
  return <Form onSubmit={() => join.mutate()} sent={join} act="Join with your account" wide />;
}
