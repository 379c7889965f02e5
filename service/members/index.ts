export { changeRole, removeMember } from './change.ts';
export { comeIn } from './come-in.ts';
export { cookieIn, cookieOf, cookiesBeside, sessionCookieOf, signInCookieOf } from './cookies.ts';
export { credentialsOf, keepOnly, passwordOf } from './credentials.ts';
export { AUTH_PATH, type Identity, type Person } from './identity/identity.ts';
export { inviteMember, type MemberDeps, withdrawInvitation } from './invite.ts';
export { acceptOffer, joinTenant, mailedToken, offersTo, readInvitation } from './join.ts';
export { joinAnew } from './join-anew.ts';
export { linkWith, pagesAt, resetLinkWith } from './links.ts';
export { type Invitation, type Member, normalizedEmail } from './member.ts';
export { areAlike } from './names-alike.ts';
export { endSession, openSessionsOf } from './open-sessions.ts';
export { keysByMember, personsBehind } from './persons.ts';
export { recordingChanges, recordSignIn, type SignInChange } from './record/index.ts';
export { renamePerson } from './rename.ts';
export { beginReset, RESET_LIFETIME_MS, readReset, removeSecondFactors, resetPassword } from './reset.ts';
export { isSameParty, isWorkingParty } from './same-party.ts';
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
export { withdrawBegun } from './single-use.ts';
export { type Members, startMembers } from './start.ts';
export { findMember, invitationsFor, invitationsOf, membersOf, tenantsOf } from './store.ts';
export { hashToken } from './token-hash.ts';
export { requireUnusedCode } from './used-codes.ts';
export { usersByMonth } from './users.ts';
