export { type Authenticator, recordLastUsed, requireSandbox, requireScope } from './authenticate.ts';
export { createKey, type KeyRequest } from './create.ts';
export { expiringKeysChore } from './expiring.ts';
export {
  type ApiKey,
  fingerprintOf,
  type KeyStatus,
  keyFields,
  MAX_LIFETIME_DAYS,
  newSecret,
  type Principal,
  readSecret,
  SCOPES,
  type Scope,
  statusOf,
} from './key.ts';
export { revokeKey } from './revoke.ts';
export { type Keys, startKeys } from './start.ts';
export { findKey, keysOf, listKeys } from './store.ts';
