/** E-mail and password, then the code of the second factor if there is one; or just a passkey. */
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { Button, ButtonAnchor } from '../ui/forms/button.tsx';
import { TextField } from '../ui/forms/field.tsx';
import { Form } from '../ui/forms/form.tsx';
import { auth, type Ways } from './auth.ts';
import { hasPasskeys, offerPasskeys, signInWithPasskey } from './passkey.ts';
import { SecondFactorForm } from './second-factor-form.tsx';

interface SignInFormProps {
  onSignedIn: () => void;
  /** The path to return to after signing in elsewhere. */
  next: string;
}

export function SignInForm({ onSignedIn, next }: SignInFormProps) {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [needsCode, setNeedsCode] = useState(false);
  const signIn = useMutation({
    mutationFn: () => auth<{ twoFactorRedirect?: boolean }>('/sign-in/email', { email, password }),
    onSuccess: ({ twoFactorRedirect = false }) => (twoFactorRedirect ? setNeedsCode(true) : onSignedIn()),
  });
  if (needsCode) return <SecondFactorForm onSignedIn={onSignedIn} />;
  return (
    <>
      <Form onSubmit={() => signIn.mutate()} sent={signIn} act="Sign in" wide>
        <TextField
          label="E-mail"
          type="email"
          autoComplete="username webauthn"
          value={email}
          onValue={setEmail}
        />
        <TextField
          label="Password"
          type="password"
          autoComplete="current-password"
          value={password}
          onValue={setPassword}
        />
      </Form>
      <OtherWays onSignedIn={onSignedIn} next={next} />
      <p>
        <Link to="/reset">Forgotten password?</Link>
      </p>
    </>
  );
}

function OtherWays({ onSignedIn, next }: SignInFormProps) {
  const { data: ways } = useQuery({ queryKey: ['ways'], queryFn: () => auth<Ways>('/ways') });
  const passkey = useMutation({ mutationFn: () => signInWithPasskey() });
  useOfferedPasskey(ways?.passkey === true && !passkey.isPending, onSignedIn);
  if (ways === undefined) return null;
  return (
    <>
      {ways.passkey && hasPasskeys && (
        // Only while this is still shown: the person may have taken a passkey that the browser offered.
        <Button
          wide
          busy={passkey.isPending}
          onClick={() => passkey.mutate(undefined, { onSuccess: onSignedIn })}
        >
          Sign in with a passkey
        </Button>
      )}
      {passkey.error && <p role="alert">{passkey.error.message}</p>}
      {ways.saml && (
        <ButtonAnchor wide href={`${ways.saml}?${new URLSearchParams({ return_to: next })}`}>
          Sign in with your organisation
        </ButtonAnchor>
      )}
      {ways.oidc && (
        <ButtonAnchor wide href={`/auth/oidc?${new URLSearchParams({ return_to: next })}`}>
          Sign in with {ways.oidc.name}
        </ButtonAnchor>
      )}
    </>
  );
}

/** The browser offers passkeys in the address field. The page says nothing if the person takes none. */
function useOfferedPasskey(isOffered: boolean, onSignedIn: () => void): void {
  const [signedIn] = useState(() => ({ now: onSignedIn }));
  signedIn.now = onSignedIn;
  useEffect(() => {
    if (!isOffered) return;
    const given = new AbortController();
    offerPasskeys(given.signal).then(
      (isSignedIn) => isSignedIn && !given.signal.aborted && signedIn.now(),
      () => {},
    );
    return () => given.abort();
  }, [isOffered, signedIn]);
}
