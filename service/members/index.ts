export { changeRole, removeMember } from './change.ts';
export { type Invitation, type Member, type MemberDeps, normalizedEmail, scopesOf } from './member.ts';
export { areAlike } from './names-alike.ts';
export { keysByMember, personsBehind } from './persons.ts';
export { isTokenParty } from './persons-of-tokens.ts';
export { renamePerson } from './rename.ts';
export { isSameParty, isWorkingParty, requireOwnEvaluation } from './same-party.ts';
export { type Members, startMembers } from './start.ts';
export {
  findMember,
  invitationsFor,
  invitationsOf,
  membersOf,
  tenantsOf,
  usersByMonth,
} from './store.ts';
