export { type MemberDeps, inviteMember, withdrawInvitation } from './invite.ts';
export { joinAnew } from './join-anew.ts';
export { acceptOffer, joinTenant, mailedToken, offersTo, readInvitation } from './join.ts';
export { linkWith, pagesAt, resetLinkWith } from './links.ts';
export { RESET_LIFETIME_MS, beginReset, readReset, removeSecondFactors, resetPassword } from './reset.ts';
export { withdrawBegun } from './single-use.ts';
export { hashToken } from './token-hash.ts';
