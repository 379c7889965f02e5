/**
 * Admits tokens. The token itself is verified once; whether its issuer is still trusted, and it has neither expired nor
 * been revoked, is looked at each time.
 */
import type { Database } from '../../database/open.ts';
import { type MaybePromise, whenKnown } from '../../foundation/fresh-cache.ts';
import type { Principal } from '../../keys/index.ts';
import { tokenRefused } from './reading/refused.ts';
import { type Trusted, TrustedIssuers } from './trusted.ts';
import { type VerifiedToken, VerifiedTokens, versionOf } from './verified.ts';
import { TOLERANCE_SECONDS, type VerifyDeps } from './verify.ts';

export interface AdmitDeps extends VerifyDeps {
  db: Database;
}

export interface Admitted {
  verified: VerifiedToken;
  principal: Principal;
}

/** @throws {Failure} `unauthenticated` with the reason; `unavailable` if the issuer's keys are not known. */
export type Admit = (token: string) => MaybePromise<Admitted>;

/** Each has caches of its own. */
export function admitting(deps: AdmitDeps): Admit {
  const { db, clock } = deps;
  const issuers = new TrustedIssuers(db, clock);
  const tokens = new VerifiedTokens(deps, issuers);
  const admit: Admit = (token) =>
    whenKnown(tokens.get(token), (verified) =>
      whenKnown(issuers.at(verified.place), (trusted) => {
        if (trusted === null) throw tokenRefused('has an issuer that is no longer trusted');
        if (verified.verifiedFor === versionOf(trusted.issuer)) {
          return { verified, principal: principalOf(verified, trusted, clock.now()) };
        }
        tokens.drop(verified);
        return admit(token);
      }),
    );
  return admit;
}

/** @throws {Failure} `unauthenticated` if the token has expired or was revoked, or its issuer was disabled. */
function principalOf(verified: VerifiedToken, trusted: Trusted, nowMs: number): Principal {
  const { claims, admitted } = verified;
  if (claims.exp + TOLERANCE_SECONDS <= nowMs / 1000) throw tokenRefused('has expired');
  if (admitted?.trusted === trusted) return admitted.principal;
  requireNotRevoked(verified, trusted);
  const { issuer, tenant, chains } = trusted;
  const chain = chains[verified.caller.environment];
  if (chain === undefined) throw tokenRefused('is for an environment that does not exist');
  const principal = { ...tenant, ...verified.caller, tenantId: issuer.tenantId, member: null, chain };
  verified.admitted = { trusted, principal };
  return principal;
}

/** A token that does not say when it was issued may be older than a revocation of all. */
function requireNotRevoked({ claims }: VerifiedToken, { issuer, revocations }: Trusted): void {
  const { jti, sub = '', iat = Number.NEGATIVE_INFINITY } = claims;
  if (issuer.status !== 'active') throw tokenRefused('has an issuer that is disabled');
  const { revokedBefore } = issuer;
  const isRevoked =
    (revokedBefore !== null && iat * 1000 <= revokedBefore) ||
    (jti !== undefined && revocations.jtis.has(String(jti))) ||
    revocations.subjects.has(sub);
  if (isRevoked) throw tokenRefused('has been revoked');
}
