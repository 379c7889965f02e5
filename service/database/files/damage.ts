/**
 * Damage is what a database says of itself: a page of it can't be what was written. It tells more than an error that
 * passes, so it is remembered until an alarm has been raised.
 */
import { BroadcastChannel } from 'node:worker_threads';
import { Failure } from '../../foundation/failure.ts';
import type { DatabaseLocation } from '../location.ts';

export class Damaged extends Error {
  override readonly name = 'Damaged';
}

/** The first damage that was found; null for none; `no means` on PostgreSQL without its extension `amcheck`. */
export type Look = Damaged | null | 'no means';

/** Is told of damage by whichever statement met it. */
export type OnDamage = (damage: Damaged) => void;

/** Between the threads of this process. */
const CHANNEL = 'assize damage';

interface Told {
  /** A process may have several databases open. */
  where: string;
  message: string;
}

const RETRY_AFTER_SECONDS = 1;

/** @returns what the statement that met it fails with. */
export function damageMet(error: unknown, onDamage: OnDamage): Failure {
  const damage = new Damaged(String(error), { cause: error });
  onDamage(damage);
  return Failure.unavailable(RETRY_AFTER_SECONDS, damage);
}

export class DamageSeen {
  /** Whether there is damage for which no alarm could be raised. */
  isUntold = false;
  #last: Damaged | null = null;
  readonly #channel = new BroadcastChannel(CHANNEL);

  constructor(location: DatabaseLocation) {
    const here = JSON.stringify(location);
    this.#channel.onmessage = (event) => {
      const { where, message } = (event as { data: Told }).data;
      if (where === here) this.note(new Damaged(message));
    };
    this.#channel.unref();
  }

  readonly note: OnDamage = (damage) => {
    this.#last = damage;
  };

  /** Damage met since the last call, or null. */
  take(): Damaged | null {
    const last = this.#last;
    this.#last = null;
    return last;
  }

  close(): void {
    this.#channel.close();
  }
}

/** On a thread that works in the background: what its connections meet is noted where the alarms are raised. */
export function tellingOf(location: DatabaseLocation): OnDamage {
  return ({ message }) => {
    const channel = new BroadcastChannel(CHANNEL);
    channel.postMessage({ where: JSON.stringify(location), message } satisfies Told);
    channel.close();
  };
}
