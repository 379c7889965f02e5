export { faultsOfAlgorithms } from './algorithms.ts';
export {
  addIssuer,
  changeIssuer,
  ISSUER_ADDED,
  ISSUER_CHANGES,
  type IssuerChange,
  type IssuerDeps,
  removeIssuer,
  revokeTokens,
  TOKENS_REVOKED,
  type WantedRevocation,
} from './change.ts';
export {
  ALGORITHMS,
  DEFAULT_ALGORITHMS,
  findIssuer,
  findIssuerFor,
  issuerFields,
  listIssuers,
  listRevocations,
  MAX_EXPRESSION_CHARACTERS,
  type Mapping,
  type TrustedIssuer,
  type WantedIssuer,
} from './issuer.ts';
export { PLATFORMS, type Platform, readyIssuer, scopesLiteral } from './presets.ts';
