export { comeIn } from './come-in.ts';
export { comeInBySaml } from './come-in-by-saml.ts';
export { inviteMember, withdrawInvitation } from './invite.ts';
export { acceptOffer, joinTenant, mailedToken, offersTo, readInvitation } from './join.ts';
export { joinAnew } from './join-anew.ts';
export { beginReset, RESET_LIFETIME_MS, readReset, removeSecondFactors, resetPassword } from './reset.ts';
export { beginSignIn, takeSignInLink } from './sign-in-link.ts';
