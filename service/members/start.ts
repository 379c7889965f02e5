/** Starts sessions, and what slows wrong passwords down. People themselves are opened when the first one comes. */
import type { Started } from '../foundation/chores.ts';
import type { Clock } from '../foundation/clock.ts';
import { type Identity, type IdentityDeps, identityOf } from './identity/identity.ts';
import { type Sessions, startSessions } from './identity/sessions.ts';
import { type PasswordStrength, passwordStrength } from './identity/strength.ts';
import { type SignInFailures, startSignInFailures } from './sign-in/sign-in-failures.ts';
import { type OidcSettings, type SingleSignOn, singleSignOn } from './sign-in/single-sign-on.ts';

export interface Members extends Started {
  sessions: Sessions;
  signInFailures: SignInFailures;
  identity: () => Promise<Identity>;
  passwordStrength: PasswordStrength;
  /** null where there is none. */
  singleSignOn: SingleSignOn | null;
}

export function startMembers(
  deps: IdentityDeps & { clock: Clock; config: { oidc: OidcSettings | null } },
): Members {
  const { oidc, baseUrl } = deps.config;
  const sessions = startSessions(deps.db, deps.clock);
  const signInFailures = startSignInFailures(deps.db, deps.clock);
  const strength = passwordStrength();
  return {
    sessions,
    signInFailures,
    identity: identityOf(deps),
    passwordStrength: strength,
    singleSignOn: oidc === null ? null : singleSignOn(deps, oidc, baseUrl),
    chores: [sessions.chore, signInFailures.chore],
    close: () => strength.close(),
  };
}
