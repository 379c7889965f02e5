export { changeRole, removeMember } from './change.ts';
export {
  type Invitation,
  type Member,
  type MemberDeps,
  normalizedEmail,
  PROVISIONS_MEMBERS,
  provisioningScopes,
  scopesOf,
} from './member.ts';
export { areAlike } from './names-alike.ts';
export { namesOfKeys, namesOfMembers } from './names-of-parties.ts';
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
  placesLost,
  tenantsOf,
  usersByMonth,
} from './store.ts';
