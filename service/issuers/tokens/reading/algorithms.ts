/** The signature algorithms that a token may have at all (RFC 7518, section 3.1; RFC 8037; RFC 9864). */
export const ASYMMETRIC: readonly string[] = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];

/** A symmetric one would let an issuer's public key sign, and `none` anyone. */
export function isAsymmetric(alg: string): boolean {
  return ASYMMETRIC.includes(alg);
}
