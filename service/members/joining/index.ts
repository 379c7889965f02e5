export { comeIn } from './come-in.ts';
export { inviteMember, withdrawInvitation } from './invite.ts';
export { acceptOffer, joinTenant, mailedToken, offersTo, readInvitation } from './join.ts';
export { joinAnew } from './join-anew.ts';
export { beginReset, RESET_LIFETIME_MS, readReset, removeSecondFactors, resetPassword } from './reset.ts';
