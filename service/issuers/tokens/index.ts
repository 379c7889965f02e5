export type { TokenAuthenticator } from './authenticate.ts';
export { partyOf } from './party.ts';
export type { Sent } from './possession/dpop.ts';
export { ASYMMETRIC } from './reading/algorithms.ts';
export { isToken } from './reading/token.ts';
export { startTokens, type Tokens } from './start.ts';
