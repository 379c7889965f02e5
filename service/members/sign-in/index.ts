export { AUTH_PATH, type Identity, type Person } from '../identity/identity.ts';
export { comeIn } from './come-in.ts';
export { cookieIn, cookieOf, cookiesBeside, sessionCookieOf, signInCookieOf } from './cookies.ts';
export { credentialsOf, keepOnly, passwordOf } from './credentials.ts';
export { endSession, openSessionsOf } from './open-sessions.ts';
export { isFresh, type Session, type Sessions } from './sessions.ts';
export type { SignInFailures } from './sign-in-failures.ts';
export { type SignedInPerson, signedInPerson } from './signed-in.ts';
export {
  OIDC_CALLBACK,
  type OidcSettings,
  type SingleSignOn,
  singleSignOn,
  wordFor,
} from './single-sign-on.ts';
export { requireUnusedCode } from './used-codes.ts';
