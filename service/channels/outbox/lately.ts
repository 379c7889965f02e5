/** The times at which recipients of a channel had messages in the last hour, and get those that wait to be sent. */
import type { Database } from '../../database/open.ts';
import { firstIdAt } from '../../foundation/ids.ts';

/** Longer than the hour that counts, because a message may have waited before it was sent. */
const LOOKED_BACK_MS = 2 * 3_600_000;

export class Lately {
  readonly #db: Database;
  readonly #chain: number;
  readonly #since: number;
  readonly #known = new Map<string, Map<string, Set<number>>>();

  constructor(db: Database, chain: number, now: number) {
    this.#db = db;
    this.#chain = chain;
    this.#since = now - LOOKED_BACK_MS;
  }

  /** A digest counts once. */
  async of(channelId: string, recipient: string): Promise<number[]> {
    return [...((await this.#ofChannel(channelId)).get(recipient) ?? [])];
  }

  async add(channelId: string, recipient: string, at: number): Promise<void> {
    note(await this.#ofChannel(channelId), recipient, at);
  }

  async #ofChannel(channelId: string): Promise<Map<string, Set<number>>> {
    const known = this.#known.get(channelId);
    if (known !== undefined) return known;
    const rows = await this.#db
      .selectFrom('channel_messages')
      .select(['recipient', 'delivered_at', 'next_at'])
      .where('chain', '=', this.#chain)
      .where('channel_id', '=', channelId)
      .where('message_id', '>=', firstIdAt('msg', this.#since))
      .execute();
    const found = new Map<string, Set<number>>();
    for (const { recipient, delivered_at, next_at } of rows) {
      const at = delivered_at ?? next_at;
      if (at !== null) note(found, recipient, at);
    }
    this.#known.set(channelId, found);
    return found;
  }
}

function note(times: Map<string, Set<number>>, recipient: string, at: number): void {
  const own = times.get(recipient) ?? new Set();
  times.set(recipient, own.add(at));
}
