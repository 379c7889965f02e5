/**
 * What is known of a token's issuer at the moment: whether it is trusted, what was revoked, and what its tenant has. Answers
 * are never older than a second, so a change or a revocation on one node holds on every node within a second.
 */
import { parseJson } from '@assize/evidence-format';
import type { Database } from '../../database/open.ts';
import type { Clock } from '../../foundation/clock.ts';
import { FreshCache, type MaybePromise } from '../../foundation/fresh-cache.ts';
import type { Principal } from '../../keys/index.ts';
import type { Plan, Tier } from '../../tenants/index.ts';
import { findIssuerFor, type Revocations, revocationsOf, type TrustedIssuer } from '../issuer.ts';
import { tokenRefused } from './reading/refused.ts';
import type { Origin } from './reading/token.ts';

const FRESHNESS = { refreshAfterMs: 400, forgetAfterMs: 800, maxEntries: 10_000 };

/** Compared by identity: another object means that everything was read anew. */
export interface Trusted {
  issuer: TrustedIssuer;
  revocations: Revocations;
  tenant: Pick<Principal, 'tier' | 'plan' | 'agreed'>;
  chains: Readonly<Record<string, number>>;
}

export class TrustedIssuers {
  readonly #cache: FreshCache<Trusted>;

  constructor(db: Database, clock: Clock) {
    const load = (key: string) => loadTrusted(db, ...(parseJson(key) as [string, string]));
    this.#cache = new FreshCache(load, clock, FRESHNESS);
  }

  /** @param place from {@link TrustedIssuers.find} */
  at(place: string): MaybePromise<Trusted | null> {
    return this.#cache.get(place);
  }

  /** @throws {Failure} `unauthenticated` if there is none, or more than one: their tenants differ. */
  async find({ issuer, audiences }: Origin): Promise<{ place: string; trusted: Trusted }> {
    const places = [...new Set(audiences)].map((audience) => JSON.stringify([issuer, audience]));
    const found = await Promise.all(places.map((place) => this.at(place)));
    const known = found.flatMap((trusted, at) => (trusted ? [{ place: places[at] ?? '', trusted }] : []));
    const [only, another] = known;
    if (only === undefined) throw tokenRefused('has an issuer and an audience that are not trusted together');
    if (another !== undefined) throw tokenRefused('has the audiences of several trusted issuers');
    return only;
  }
}

async function loadTrusted(db: Database, iss: string, audience: string): Promise<Trusted | null> {
  const issuer = await findIssuerFor(db, iss, audience);
  if (issuer === null) return null;
  const [revocations, rows] = await Promise.all([
    revocationsOf(db, issuer),
    db
      .selectFrom('tenants')
      .innerJoin('chains', 'chains.tenant_id', 'tenants.tenant_id')
      .select(['tier', 'plan', 'agreed', 'environment', 'chain'])
      .where('tenants.tenant_id', '=', issuer.tenantId)
      .execute(),
  ]);
  const [row] = rows;
  if (row === undefined) return null;
  const tenant = { tier: row.tier as Tier, plan: row.plan as Plan, agreed: row.agreed };
  const chains = Object.fromEntries(rows.map(({ environment, chain }) => [environment, chain]));
  return { issuer, revocations, tenant, chains };
}
