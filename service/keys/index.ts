export { requestBy } from './acting.ts';
export {
  type Authenticator,
  requireProduction,
  requireSandbox,
  requireScope,
} from './authenticate.ts';
export { createKey } from './create.ts';
export {
  type ApiKey,
  DEFAULT_SCOPES,
  fingerprintOf,
  type Identity,
  keyFields,
  MANAGES_KEYS,
  MANAGES_MEMBERS,
  MAX_LIFETIME_DAYS,
  type Principal,
  ROLES,
  type Role,
  readSecret,
  SCOPES,
  type Scope,
  statusOf,
} from './key.ts';
export { makersOf, stillMay, workingKeysBehind } from './maker.ts';
export { type Keys, startKeys } from './start.ts';
export { findKey, keysOf, listKeys } from './store.ts';
