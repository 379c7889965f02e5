/** Checks what must hold after each round, with the service's own verification and by the rows themselves. */
import assert from 'node:assert/strict';
import type { DatabaseLocation } from '@assize/service/database/location.ts';
import { type Client, connect } from '../support/http/client.ts';
import type { Answer, Surface } from '../support/http/in-process.ts';
import { requireVerified, withDatabase } from '../support/nodes/promises.ts';
import { until } from '../support/until.ts';
import { type Answered, ask, RETRIED } from './callers.ts';

/** How many of the evaluations that were answered at once are sent again; all others are sent again. */
const ASKED_AGAIN = 50;

export interface Held {
  lost: number;
  forks: number;
  answeredTwice: number;
}

interface Row {
  id: string;
  position: number;
  hash: string;
  previous_hash: string;
  action: string | null;
}

/** Remembers what it has seen of a chain, so that a round reads only new rows. */
export class Chain {
  readonly #location: DatabaseLocation;
  readonly #ids = new Set<string>();
  readonly #timesOf = new Map<string, number>();
  #head = { size: 0, hash: '00'.repeat(32) };
  #chain: number | null = null;

  constructor(location: DatabaseLocation) {
    this.#location = location;
  }

  get size(): number {
    return this.#head.size;
  }

  /**
   * @returns how many answers are lost, how many forks the new rows have, and how many keys have more than one
   * artifact.
   */
  async check(answered: readonly Answered[]): Promise<Held> {
    const forks = await this.#readOn();
    const lost = answered.filter(({ evidenceId }) => !this.#ids.has(evidenceId)).length;
    const answeredTwice = answered.filter(({ key }) => this.#timesOf.get(key) !== 1).length;
    return { lost, forks, answeredTwice };
  }

  async #readOn(): Promise<number> {
    return withDatabase(this.#location, async (db) => {
      this.#chain ??= (
        await db
          .selectFrom('chains')
          .select('chain')
          .where('environment', '=', 'production')
          .executeTakeFirstOrThrow()
      ).chain;
      let forks = 0;
      // Starts at the last row already seen, which must not have changed.
      const from = Math.max(0, this.#head.size - 1);
      const rows = await db
        .selectFrom('artifacts')
        .select(['id', 'position', 'hash', 'previous_hash', 'action'])
        .where('chain', '=', this.#chain)
        .where('position', '>=', from)
        .orderBy('position')
        .execute();
      const seen = rows.map((row) => ({
        ...row,
        hash: hex(row.hash),
        previous_hash: hex(row.previous_hash),
      }));
      if (this.#head.size > 0 && seen.shift()?.hash !== this.#head.hash) forks += 1;
      for (const row of seen) forks += this.#follow(row);
      return forks;
    });
  }

  /** @returns 1 if the row does not follow the one before. */
  #follow({ id, position, hash, previous_hash, action }: Row): number {
    const follows = position === this.#head.size && previous_hash === this.#head.hash;
    this.#head = { size: position + 1, hash };
    this.#ids.add(id);
    if (action !== null) this.#timesOf.set(action, (this.#timesOf.get(action) ?? 0) + 1);
    return follows ? 0 : 1;
  }
}

/** Sends answered keys again, and has the service verify its chains. */
export async function requireSameAnswers(baseUrl: string, answered: readonly Answered[]): Promise<number> {
  const client = connect(baseUrl);
  const again = answered.filter(({ times }, place) => times > 1 || place >= answered.length - ASKED_AGAIN);
  const others: string[] = [];
  for (const { surface, key, evidenceId } of again) {
    const { status, body } = await answerTo(client, surface, key);
    if (status !== 200 || body.evidence_id !== evidenceId)
      others.push(`${key}: ${evidenceId}, then ${status} ${body.evidence_id ?? body.detail}`);
  }
  assert.deepEqual(others, [], 'answered differently under the same key');
  await requireVerified(client);
  client.close();
  return again.length;
}

/** A refusal does not count as another answer: a server whose disk was full may fail once more after there is room. */
async function answerTo(client: Client, surface: Surface, key: string): Promise<Answer> {
  let answer = await ask(client, surface, key);
  await until(async () => {
    if (!RETRIED.has(answer.status)) return true;
    answer = await ask(client, surface, key);
    return false;
  });
  return answer;
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}
