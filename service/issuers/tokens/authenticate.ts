/**
 * Finds the principal for a token. The token itself is verified once; whether its issuer is still trusted, and it has neither
 * expired nor been revoked, is looked at each time.
 */

import type { Database } from '../../database/open.ts';
import { type MaybePromise, whenKnown } from '../../foundation/fresh-cache.ts';
import type { Principal } from '../../keys/index.ts';
import { Parties } from './party.ts';
import { readProof, type Sent } from './possession/dpop.ts';
import { useProofOnce } from './possession/used-proofs.ts';
import { proofRefused, tokenRefused } from './reading/refused.ts';
import { type Trusted, TrustedIssuers } from './trusted.ts';
import { type VerifiedToken, VerifiedTokens, versionOf } from './verified.ts';
import { TOLERANCE_SECONDS, type VerifyDeps } from './verify.ts';

export interface TokenAuthenticator {
  /** @throws {Failure} `unauthenticated` with the reason; `unavailable` if its issuer's keys are not known. */
  authenticate(token: string, sent: Sent): MaybePromise<Principal>;
  /** The same without the proof of possession, and records nothing. */
  examine(token: string): MaybePromise<Principal>;
}

interface Admitted {
  verified: VerifiedToken;
  principal: Principal;
}

export function createTokenAuthenticator(deps: VerifyDeps & { db: Database }): TokenAuthenticator {
  const { db, clock } = deps;
  const issuers = new TrustedIssuers(db, clock);
  const parties = new Parties(db, clock);
  const tokens = new VerifiedTokens(deps, issuers);

  function admit(token: string): MaybePromise<Admitted> {
    return whenKnown(tokens.get(token), (verified) =>
      whenKnown(issuers.at(verified.place), (trusted) => {
        if (trusted === null) throw tokenRefused('has an issuer that is no longer trusted');
        if (verified.verifiedFor === versionOf(trusted.issuer)) {
          return { verified, principal: principalOf(verified, trusted, clock.now()) };
        }
        tokens.drop(verified);
        return admit(token);
      }),
    );
  }

  /** Waits only for what is not known: a proof, or the row of a new party. */
  async function finish({ verified, principal }: Admitted, token: string, sent: Sent): Promise<Principal> {
    if (verified.thumbprint !== null) {
      const proof = await readProof(sent, token, clock.now());
      if (proof.thumbprint !== verified.thumbprint) {
        throw proofRefused('The DPoP proof is by another key than the one that this token is bound to');
      }
      await useProofOnce(db, proof);
    }
    if (!parties.isKnown(principal)) await parties.note(principal);
    return principal;
  }

  return {
    authenticate: (token, sent) =>
      whenKnown(admit(token), (admitted) => {
        const { verified, principal } = admitted;
        const isDone = verified.thumbprint === null && parties.isKnown(principal);
        return isDone ? principal : finish(admitted, token, sent);
      }),
    examine: (token) => whenKnown(admit(token), ({ principal }) => principal),
  };
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
