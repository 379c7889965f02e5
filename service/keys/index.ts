export { type Authenticator, createAuthenticator, requireSandbox, requireScope } from './authenticate.ts';
export { createKey, type KeyRequest } from './create.ts';
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
export { recordLastUsed } from './last-used.ts';
export { revokeKey } from './revoke.ts';
export { findKey, keysOf, listKeys } from './store.ts';
