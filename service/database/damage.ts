/**
 * Damage is what a database says of itself: a page of it can't be what was written. It tells more than an error that
 * passes, so it is remembered until an alarm has been raised.
 */

export class Damaged extends Error {
  override readonly name = 'Damaged';
}

/** The first damage that was found; null for none; `no means` on PostgreSQL without its extension `amcheck`. */
export type Look = Damaged | null | 'no means';

/** Is told of damage by whichever statement met it. */
export type OnDamage = (damage: Damaged) => void;

export class DamageSeen {
  #last: Damaged | null = null;

  readonly note: OnDamage = (damage) => {
    this.#last = damage;
  };

  /** Damage met since the last call, or null. */
  take(): Damaged | null {
    const last = this.#last;
    this.#last = null;
    return last;
  }
}
