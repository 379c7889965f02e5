/**
 * Tokens that were verified, by their hash, until they expire. A token is verified once, even if many requests bring it at
 * once; one that is refused is looked at each time.
 */

import { hash as hashOf } from 'node:crypto';
import type { JsonObject } from '@assize/evidence-format';
import type { MaybePromise } from '../../foundation/fresh-cache.ts';
import type { Identity, Principal } from '../../keys/index.ts';
import type { TrustedIssuer } from '../issuer.ts';
import type { CompiledMapping } from '../mapping.ts';
import { partyOf } from './party.ts';
import { actorsOf, subjectOf } from './reading/delegation.ts';
import { tokenRefused } from './reading/refused.ts';
import { isObject, originOf } from './reading/token.ts';
import type { Trusted, TrustedIssuers } from './trusted.ts';
import { type Claims, type VerifyDeps, verifyToken } from './verify.ts';

export interface VerifiedToken {
  hash: string;
  /** Where its issuer is looked up. */
  place: string;
  /** The issuer as it was then: a changed one verifies the token anew. */
  verifiedFor: string;
  claims: Claims;
  /** The thumbprint of the key that the token is bound to (RFC 9449, section 6.1); null if it is not bound. */
  thumbprint: string | null;
  caller: Pick<Principal, 'party' | 'environment' | 'scopes' | 'identity'>;
  /** The latest answer, and what it was given by. */
  admitted: { trusted: Trusted; principal: Principal } | null;
}

const MAX_VERIFIED = 10_000;
const MAX_COMPILED = 1000;

export class VerifiedTokens {
  readonly #deps: VerifyDeps;
  readonly #issuers: TrustedIssuers;
  readonly #verified = new Map<string, VerifiedToken>();
  readonly #underWay = new Map<string, Promise<VerifiedToken>>();
  readonly #mappings = new Map<string, CompiledMapping>();

  constructor(deps: VerifyDeps, issuers: TrustedIssuers) {
    this.#deps = deps;
    this.#issuers = issuers;
  }

  /** @throws {Failure} `unauthenticated` with the reason; `unavailable` if its issuer's keys are not known. */
  get(token: string): MaybePromise<VerifiedToken> {
    const hash = `sha256:${hashOf('sha256', token, 'hex')}`;
    const known = this.#verified.get(hash) ?? this.#underWay.get(hash);
    if (known !== undefined) return known;
    const verifying = this.#verify(token, hash).finally(() => this.#underWay.delete(hash));
    this.#underWay.set(hash, verifying);
    return verifying;
  }

  drop({ hash }: VerifiedToken): void {
    this.#verified.delete(hash);
  }

  async #verify(token: string, hash: string): Promise<VerifiedToken> {
    const origin = originOf(token);
    const { place, trusted } = await this.#issuers.find(origin);
    const { issuer } = trusted;
    if (issuer.status !== 'active') throw tokenRefused('has an issuer that is disabled');
    const claims = await verifyToken(this.#deps, token, issuer);
    const verified: VerifiedToken = {
      hash,
      place,
      verifiedFor: versionOf(issuer),
      claims,
      thumbprint: thumbprintIn(claims),
      caller: callerIn(claims, issuer, await this.#mappingOf(issuer), hash),
      admitted: null,
    };
    keep(this.#verified, hash, verified, MAX_VERIFIED);
    return verified;
  }

  async #mappingOf(issuer: TrustedIssuer): Promise<CompiledMapping> {
    const version = versionOf(issuer);
    const { compileMapping } = await import('../mapping.ts');
    const compiled = this.#mappings.get(version) ?? compileMapping(issuer.mapping);
    keep(this.#mappings, version, compiled, MAX_COMPILED);
    return compiled;
  }
}

export function versionOf({ issuerId, version }: TrustedIssuer): string {
  return `${issuerId} ${version}`;
}

/** The oldest goes where there are too many. */
function keep<Value>(map: Map<string, Value>, key: string, value: Value, most: number): void {
  map.set(key, value);
  const oldest = map.keys().next();
  if (map.size > most && !oldest.done) map.delete(oldest.value);
}

/** A token that is bound in a way that is not checked here is not accepted without the check. */
function thumbprintIn({ cnf }: Claims): string | null {
  if (cnf === undefined) return null;
  if (isObject(cnf) && typeof cnf.jkt === 'string') return cnf.jkt;
  throw tokenRefused('is bound (cnf) in another way than by DPoP');
}

function callerIn(
  claims: Claims,
  { issuerId, issuer }: TrustedIssuer,
  mapping: CompiledMapping,
  hash: string,
): VerifiedToken['caller'] {
  const subject = subjectOf(claims, 'claims');
  const token: Identity['token'] = {
    issuerId,
    issuer,
    subject,
    actors: actorsOf(claims),
    hash,
  };
  const { environment, agentId, userId, scopes } = mapping(claims as JsonObject);
  return {
    party: partyOf(issuerId, subject, agentId, userId),
    environment,
    scopes: new Set(scopes),
    identity: { how: 'token', agentId, userId, token },
  };
}
