export { ASYMMETRIC } from './algorithms.ts';
export type { TokenAuthenticator } from './authenticate.ts';
export type { Sent } from './dpop.ts';
export { startTokens, type Tokens } from './start.ts';
export { isToken } from './token.ts';
