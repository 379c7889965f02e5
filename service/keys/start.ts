/** Starts authentication, and its chores: storing the last use of keys, and warning before keys expire. */
import type { Started } from '../foundation/chores.ts';
import { type Authenticator, createAuthenticator, lastUsedChore } from './authenticate.ts';
import { type ExpiringKeysDeps, expiringKeysChore } from './expiring.ts';

export interface Keys extends Started {
  authenticator: Authenticator;
}

export function startKeys(deps: ExpiringKeysDeps): Keys {
  const authenticator = createAuthenticator(deps.db, deps.clock);
  return {
    authenticator,
    chores: [lastUsedChore(deps.db, authenticator), expiringKeysChore(deps)],
    async close() {},
  };
}
