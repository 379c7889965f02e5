/** The door: a password, a passkey, or the organisation's own sign-in. */

import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import styles from './sign-in.module.css';
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
    <main className={styles.door}>
      <div className={styles.box}>
        <img src="/assets/assize.svg" alt="" width={40} height={40} />
        <h1>Sign in to Assize</h1>
        <SignInForm onSignedIn={go} />
      </div>
    </main>
  );
}

/** Only a path of this dashboard: an address of others would be an open redirect. */
export function ownPath(next: unknown): string {
  if (typeof next !== 'string') return '/';
  const url = URL.parse(next, location.origin);
  return url?.origin === location.origin ? url.pathname + url.search : '/';
}
