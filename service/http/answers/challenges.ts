/** The challenge in an answer with 401: how to authenticate, and what was wrong with a token (RFC 9110, section 11.6.1). */
import type { FailureDetails } from '../../foundation/failure.ts';
import { ASYMMETRIC } from '../../issuers/tokens/index.ts';

/** Surface A's header has no registered scheme. */
const CHALLENGE: Record<'a' | 'b', string> = { a: 'ApiKey header="X-API-Key"', b: 'Bearer' };

/** RFC 6750, section 3.1, and RFC 9449, section 7.1. */
export function challengeOf(surface: 'a' | 'b', { refused }: FailureDetails): string {
  if (refused === 'proof') return `DPoP error="invalid_dpop_proof", algs="${ASYMMETRIC.join(' ')}"`;
  if (refused === undefined) return CHALLENGE[surface];
  return `${CHALLENGE[surface]}${surface === 'a' ? ',' : ''} error="invalid_token"`;
}
