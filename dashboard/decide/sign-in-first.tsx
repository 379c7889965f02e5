/** Asks for the sign-in that a decision takes besides its link: a session, or a passkey that was used just now. */
import { useMutation } from '@tanstack/react-query';
import { hasPasskeys, signInWithPasskey } from '../sign-in/passkey.ts';
import { SignInForm } from '../sign-in/sign-in-form.tsx';
import { Button } from '../ui/forms/button.tsx';
import { Card, Stack } from '../ui/page.tsx';
import type { Opened } from './opened.ts';

interface SignInFirstProps {
  opened: Opened;
  onSignedIn: () => void;
}

export function SignInFirst({ opened, onSignedIn }: SignInFirstProps) {
  const env = opened.environment === 'sandbox' ? '?env=sandbox' : '';
  return (
    <Card title="Sign in first">
      <Stack>
        <p>
          {opened.sign_in === 'passkey'
            ? 'This decision takes your passkey, used in the last 10 minutes.'
            : 'This decision takes more than the link. Sign in to see what is asked, and to decide.'}
        </p>
        {opened.sign_in === 'passkey' ? (
          <WithPasskey onSignedIn={onSignedIn} />
        ) : (
          <SignInForm onSignedIn={onSignedIn} next={`/approvals/${opened.approval_id}${env}`} />
        )}
      </Stack>
    </Card>
  );
}

function WithPasskey({ onSignedIn }: Pick<SignInFirstProps, 'onSignedIn'>) {
  const signIn = useMutation({ mutationFn: () => signInWithPasskey(), onSuccess: onSignedIn });
  if (!hasPasskeys) return <p role="alert">This browser has no passkeys. Open the link in another one.</p>;
  return (
    <>
      <Button wide look="primary" busy={signIn.isPending} onClick={() => signIn.mutate()}>
        Sign in with a passkey
      </Button>
      {signIn.error && <p role="alert">{signIn.error.message}</p>}
    </>
  );
}
