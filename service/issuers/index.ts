export { faultsOfAlgorithms } from './algorithms.ts';
export {
  addIssuer,
  changeIssuer,
  ISSUER_CHANGES,
  type IssuerChange,
  type IssuerDeps,
  recordedIssuer,
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
  type TrustedIssuer,
  toIssuer,
  type WantedIssuer,
} from './issuer.ts';
export { MAX_EXPRESSION_CHARACTERS, type Mapping } from './mapping.ts';
export { PLATFORMS, type Platform, readyIssuer, scopesLiteral } from './presets.ts';
