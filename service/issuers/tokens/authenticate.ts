/** Finds the principal for a token, and checks the proof that a bound one needs. */
import { type MaybePromise, whenKnown } from '../../foundation/fresh-cache.ts';
import type { Principal } from '../../keys/index.ts';
import type { TrustedIssuer } from '../issuer.ts';
import { type AdmitDeps, type Admitted, admitting } from './admit.ts';
import { Parties } from './party.ts';
import { readProof, type Sent } from './possession/dpop.ts';
import { useProofOnce } from './possession/used-proofs.ts';
import { proofRefused } from './reading/refused.ts';
import { type TriedToken, tryToken } from './try.ts';

export interface TokenAuthenticator {
  /** @throws {Failure} `unauthenticated` with the reason; `unavailable` if its issuer's keys are not known. */
  authenticate(token: string, sent: Sent): MaybePromise<Principal>;
  /** The same without the proof of possession, and records nothing. */
  examine(token: string): MaybePromise<Principal>;
  /** Says what a token of this issuer would be, by all that holds now; records nothing. */
  try(issuer: TrustedIssuer, token: string): Promise<TriedToken>;
}

export function createTokenAuthenticator(deps: AdmitDeps): TokenAuthenticator {
  const { db, clock } = deps;
  const admit = admitting(deps);
  const parties = new Parties(db, clock);

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
    try: (issuer, token) => tryToken(admitting(deps), issuer, token),
  };
}
