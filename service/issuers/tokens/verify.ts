/** Proves a token: its signature by a key of its issuer, its issuer and audience, and its time (RFC 7519, section 4.1). */
import { type JWTPayload, errors as jose, jwtVerify } from 'jose';
import type { Clock } from '../../foundation/clock.ts';
import type { Failure } from '../../foundation/failure.ts';
import type { TrustedIssuer } from '../issuer.ts';
import type { KeySets } from './key-sets/key-sets.ts';
import { isAsymmetric } from './reading/algorithms.ts';
import { tokenRefused } from './reading/refused.ts';

/** Clocks may differ by this much. */
export const TOLERANCE_SECONDS = 60;

export interface VerifyDeps {
  clock: Clock;
  keySets: KeySets;
}

export type Claims = JWTPayload & { exp: number };

/** @throws {Failure} `unauthenticated` with the reason; `unavailable` if the issuer's keys are not known. */
export async function verifyToken(deps: VerifyDeps, token: string, issuer: TrustedIssuer): Promise<Claims> {
  const nowMs = deps.clock.now();
  const { payload } = await jwtVerify(token, (header) => deps.keySets.keyFor(issuer, header), {
    algorithms: issuer.algorithms.filter(isAsymmetric),
    issuer: issuer.issuer,
    audience: issuer.audience,
    requiredClaims: ['exp', 'sub'],
    clockTolerance: TOLERANCE_SECONDS,
    currentDate: new Date(nowMs),
  }).catch((error: unknown) => {
    throw refusalFor(error);
  });
  const { exp, iat } = payload;
  if (iat !== undefined && iat > nowMs / 1000 + TOLERANCE_SECONDS)
    throw tokenRefused('is from the future (iat)');
  return { ...payload, exp: exp ?? 0 };
}

const REASONS: Record<string, string> = {
  ERR_JWT_EXPIRED: 'has expired',
  ERR_JOSE_ALG_NOT_ALLOWED: 'is signed with an algorithm that its issuer may not use',
  ERR_JWS_SIGNATURE_VERIFICATION_FAILED: 'has a signature that its issuer did not make',
  ERR_JWKS_NO_MATCHING_KEY: 'is signed with a key that its issuer does not list',
  ERR_JWKS_MULTIPLE_MATCHING_KEYS: 'does not say which key of its issuer signed it (kid)',
};

/** Everything else than an error of `jose` keeps its own meaning, except for keys that can't be used. */
function refusalFor(error: unknown): Failure | unknown {
  if (error instanceof jose.JWTClaimValidationFailed) {
    const { claim, reason } = error;
    if (claim === 'nbf' && reason === 'check_failed') return tokenRefused('is not valid yet (nbf)', error);
    const fault = reason === 'missing' ? `has no ${claim}` : `does not have the right ${claim}`;
    return tokenRefused(fault, error);
  }
  if (error instanceof jose.JOSEError)
    return tokenRefused(REASONS[error.code] ?? 'is not a valid JWT', error);
  return error instanceof TypeError ? tokenRefused('is signed with a key that is too weak', error) : error;
}
