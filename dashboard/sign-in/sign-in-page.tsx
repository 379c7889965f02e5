/** The door: a password, a passkey, or the organisation's own sign-in. */

import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Door } from './door.tsx';
import { SignInForm } from './sign-in-form.tsx';

export function SignInPage() {
  const { next } = useSearch({ strict: false }) as { next?: unknown };
  const navigate = useNavigate();
  const queries = useQueryClient();
  const go = () => {
    queries.clear();
    void navigate({ to: ownPath(next) });
  };
  return (
    <Door title="Sign in to Assize">
      <SignInForm onSignedIn={go} />
    </Door>
  );
}

/** Only a path of this dashboard: an address of others would be an open redirect. */
function ownPath(next: unknown): string {
  if (typeof next !== 'string') return '/';
  const url = URL.parse(next, location.origin);
  return url?.origin === location.origin ? url.pathname + url.search : '/';
}
