export type { TokenAuthenticator } from './authenticate.ts';
export { partyOf } from './party.ts';
export type { Sent } from './possession/dpop.ts';
export { ASYMMETRIC } from './reading/algorithms.ts';
export { isToken, MAX_TOKEN_BYTES } from './reading/token.ts';
export { startTokens, type Tokens } from './start.ts';
export type { TriedToken } from './try.ts';
