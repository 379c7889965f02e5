/**
 * The party behind a token: its issuer's subject with the agent and the person that its claims name. Tokens that say the
 * same are one party, which decides on an approval only once. Its row is written before its first request is served,
 * so that each party in the evidence can be looked up.
 */
import { hash } from 'node:crypto';
import type { Database } from '../../database/open.ts';
import type { Clock } from '../../foundation/clock.ts';
import type { Principal } from '../../keys/index.ts';

const MAX_KNOWN = 10_000;
const HEX_DIGITS = 32;

export function partyOf(
  issuerId: string,
  subject: string,
  agentId: string | null,
  userId: string | null,
): string {
  const text = JSON.stringify([issuerId, subject, agentId, userId]);
  return `tok_${hash('sha256', text, 'hex').slice(0, HEX_DIGITS)}`;
}

export class Parties {
  readonly #db: Database;
  readonly #clock: Clock;
  readonly #known = new Set<string>();

  constructor(db: Database, clock: Clock) {
    this.#db = db;
    this.#clock = clock;
  }

  isKnown({ party }: Principal): boolean {
    return this.#known.has(party);
  }

  /** Does nothing for a party that has a row. */
  async note({ party, tenantId, identity }: Principal): Promise<void> {
    const token = identity?.token;
    if (!identity || !token) return;
    await this.#db
      .insertInto('token_parties')
      .values({
        tenant_id: tenantId,
        party,
        issuer_id: token.issuerId,
        subject: token.subject,
        agent_id: identity.agentId,
        user_id: identity.userId,
        first_seen_at: this.#clock.now(),
      })
      .onConflict((conflict) => conflict.columns(['tenant_id', 'party']).doNothing())
      .execute();
    this.#known.add(party);
    const [oldest] = this.#known;
    if (this.#known.size > MAX_KNOWN && oldest !== undefined) this.#known.delete(oldest);
  }
}
