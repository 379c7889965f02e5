export { changeRole, removeMember } from './change.ts';
export { comeIn } from './come-in.ts';
export { cookieIn, cookieOf, sessionCookieOf, signInCookieOf } from './cookies.ts';
export { AUTH_PATH, addressTaken, type Identity, type Person } from './identity/identity.ts';
export { MIN_PASSWORD_LENGTH, requireGoodPassword } from './identity/passwords.ts';
export { inviteMember, type MemberDeps, withdrawInvitation } from './invite.ts';
export { joinTenant, readInvitation, rejoinWhereInvited } from './join.ts';
export { linkWith, pagesAt, resetLinkWith } from './links.ts';
export { type Invitation, type Member, normalizedEmail } from './member.ts';
export { areAlike } from './names-alike.ts';
export { endSession, openSessionsOf } from './open-sessions.ts';
export { keysByMember, personsBehind } from './persons.ts';
export { renamePerson } from './rename.ts';
export {
  beginReset,
  RESET_LIFETIME_MS,
  recordOfPerson,
  removeSecondFactors,
  resetPassword,
} from './reset.ts';
export type { Session, Sessions } from './sessions.ts';
export { recordSignIn } from './sign-in.ts';
export type { SignInFailures } from './sign-in-failures.ts';
export {
  OIDC_CALLBACK,
  type OidcSettings,
  type SingleSignOn,
  singleSignOn,
  wordFor,
} from './single-sign-on.ts';
export { type Members, startMembers } from './start.ts';
export { findMember, invitationsOf, membersOf, tenantsOf } from './store.ts';
export { hashToken } from './token-hash.ts';
export { requireUnusedCode } from './used-codes.ts';
export { usersByMonth } from './users.ts';
