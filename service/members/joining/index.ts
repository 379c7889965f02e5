export { inviteMember, type MemberDeps, withdrawInvitation } from './invite.ts';
export { acceptOffer, joinTenant, mailedToken, offersTo, readInvitation } from './join.ts';
export { joinAnew } from './join-anew.ts';
export { linkWith, pagesAt, resetLinkWith } from './links.ts';
export { beginReset, RESET_LIFETIME_MS, readReset, removeSecondFactors, resetPassword } from './reset.ts';
export { withdrawBegun } from './single-use.ts';
export { hashToken } from './token-hash.ts';
