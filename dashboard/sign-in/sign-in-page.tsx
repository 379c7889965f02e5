/** Signing in: with a password, a passkey, or the organisation's single sign-on. */

import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { sessionRenewed } from '../api/session.ts';
import { Notice } from '../ui/state.tsx';
import { Door } from './door.tsx';
import { offersQuery } from './offers.tsx';
import { SignInForm } from './sign-in-form.tsx';

export function SignInPage() {
  const { next, problem } = useSearch({ strict: false }) as { next?: unknown; problem?: unknown };
  const navigate = useNavigate();
  const queries = useQueryClient();
  const go = async () => {
    queries.clear();
    // The answer that led here said that no session held.
    sessionRenewed();
    // A person who is not a member of any organisation sees only their invitations.
    const { has_place: hasPlace } = await queries.fetchQuery(offersQuery);
    void navigate({ to: hasPlace ? ownPath(next) : '/invitations' });
  };
  return (
    <Door title="Sign in to Assize">
      {typeof problem === 'string' && <Notice tone="bad">{REFUSALS[problem] ?? OTHER_REFUSAL}</Notice>}
      <SignInForm onSignedIn={() => void go()} next={ownPath(next)} />
    </Door>
  );
}

/** Why single sign-on failed; the service puts the code into the address. */
const REFUSALS: Readonly<Record<string, string>> = {
  ended: 'It took too long, or started in another browser. Try again.',
  answer: 'The answer of your organisation’s sign-in was not valid. Try again.',
  address: 'Your organisation’s sign-in did not give your e-mail address.',
  unverified: 'Your organisation has not verified your e-mail address.',
  domain: 'Addresses of your domain may not sign in here.',
  account:
    'You have an account here already. Sign in with it, and accept the invitation; then your organisation can sign you in.',
  not_found: 'Your organisation has not set up this way to sign in.',
  uninvited: 'You are not a member of any organisation here. Ask for an invitation.',
  forbidden: 'You are not a member of any organisation here. Ask for an invitation.',
  conflict: 'Your organisation’s plan has no place left for you. Ask its owner.',
  rate_limited: 'Too many people are signing in from your network. Wait a moment, then try again.',
  unavailable: 'Your organisation’s sign-in could not be reached. Try again.',
};
const OTHER_REFUSAL = 'You could not be signed in. Try again.';

/** Accepts only a path of this dashboard: any other address would be an open redirect. */
function ownPath(next: unknown): string {
  if (typeof next !== 'string') return '/';
  const url = URL.parse(next, location.origin);
  if (url?.origin !== location.origin || url.pathname.startsWith('//')) return '/';
  return url.pathname + url.search;
}
