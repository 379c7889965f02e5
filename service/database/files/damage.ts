/**
 * Damage means that a database reports a page that can't be the one it wrote. Unlike a passing error, it is remembered
 * until an alarm has been raised.
 */
import { BroadcastChannel } from 'node:worker_threads';
import { Failure } from '../../foundation/failure.ts';
import type { DatabaseLocation } from '../location.ts';

export class Damaged extends Error {
  override readonly name = 'Damaged';
}

/** The first damage found; null for none; `no means` on PostgreSQL without its extension `amcheck`. */
export type Look = Damaged | null | 'no means';

/** Called by the statement that finds damage. */
export type OnDamage = (damage: Damaged) => void;

/** Between the threads of this process. */
const CHANNEL = 'assize damage';

interface Told {
  /** The database, because a process may have several open. */
  where: string;
  message: string;
}

const RETRY_AFTER_SECONDS = 1;

/** @returns the failure for the statement that found it. */
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

  /** The damage found since the last call, or null. */
  take(): Damaged | null {
    const last = this.#last;
    this.#last = null;
    return last;
  }

  close(): void {
    this.#channel.close();
  }
}

/** For a background thread: reports the damage that its connections find to the thread that raises the alarms. */
export function tellingOf(location: DatabaseLocation): OnDamage {
  return ({ message }) => {
    const channel = new BroadcastChannel(CHANNEL);
    channel.postMessage({ where: JSON.stringify(location), message } satisfies Told);
    channel.close();
  };
}
