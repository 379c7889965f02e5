export { credentialsOf, keepOnly, passwordOf } from './credentials.ts';
export { endSession, openSessionsOf } from './open-sessions.ts';
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
