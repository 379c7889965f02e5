/** Starts sessions, and what slows wrong passwords down. People themselves are opened when the first one comes. */
import type { Started } from '../foundation/chores.ts';
import type { Clock } from '../foundation/clock.ts';
import { type Identity, type IdentityDeps, identityOf } from './identity/identity.ts';
import { type Sessions, startSessions } from './sessions.ts';
import { type SignInFailures, startSignInFailures } from './sign-in-failures.ts';

export interface Members extends Started {
  sessions: Sessions;
  signInFailures: SignInFailures;
  identity: () => Promise<Identity>;
}

export function startMembers(deps: IdentityDeps & { clock: Clock }): Members {
  const sessions = startSessions(deps.db, deps.clock);
  const signInFailures = startSignInFailures(deps.db, deps.clock);
  return {
    sessions,
    signInFailures,
    identity: identityOf(deps),
    chores: [sessions.chore, signInFailures.chore],
    async close() {},
  };
}
