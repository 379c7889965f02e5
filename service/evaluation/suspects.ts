/**
 * Agents of which this node knows that they were refused an action lately, so that their past is looked up before they
 * are judged again. Only a saving: of who is missing here it is assumed, and held against the record when it is written.
 */

export interface Suspect {
  chain: number;
  agentId: string;
  action: string;
}

const MAX_SUSPECTS = 20_000;

export class Suspects {
  readonly #keys = new Set<string>();

  has(suspect: Suspect): boolean {
    return this.#keys.size > 0 && this.#keys.has(keyOf(suspect));
  }

  /** Beyond what can be kept, the one that was added first is forgotten. */
  add(suspect: Suspect): void {
    this.#keys.add(keyOf(suspect));
    if (this.#keys.size <= MAX_SUSPECTS) return;
    for (const oldest of this.#keys) {
      this.#keys.delete(oldest);
      return;
    }
  }

  drop(suspect: Suspect): void {
    this.#keys.delete(keyOf(suspect));
  }
}

/** Where nothing is appended there is nothing to hold an assumption against. */
export const EVERYBODY: Suspects = Object.assign(new Suspects(), { has: () => true });

function keyOf({ chain, agentId, action }: Suspect): string {
  return JSON.stringify([chain, agentId, action]);
}
