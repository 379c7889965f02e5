/**
 * Slows wrong passwords down: those for a name from one address, and those from one address for any names. A name alone
 * is never refused, so that others can't lock its owner out.
 */
import { hash } from 'node:crypto';
import type { Database } from '../database/open.ts';
import type { Chore } from '../foundation/chores.ts';
import { type Clock, DAY_MS } from '../foundation/clock.ts';
import { Failure } from '../foundation/failure.ts';
import { networkOf } from './network.ts';

/** So many are free; from then on the pause doubles with each. */
const FREE = { pair: 5, address: 50 };
const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 15 * 60_000;

export interface SignInFailures {
  /** Counts an attempt before its password is looked at. @throws {Failure} `rate_limited` */
  begin(name: string, address: string): Promise<void>;
  /** It was the right password. */
  forgive(name: string, address: string): Promise<void>;
  chore: Chore;
}

export function startSignInFailures(db: Database, clock: Clock): SignInFailures {
  return {
    async begin(name, address) {
      const nowMs = clock.now();
      await take(db, pairOf(name, address), FREE.pair, nowMs);
      await take(db, subjectOf('address', networkOf(address)), FREE.address, nowMs);
    },
    async forgive(name, address) {
      await db.deleteFrom('sign_in_failures').where('subject', '=', pairOf(name, address)).execute();
      // Many people may share an address, and none of them is slowed by the others' right passwords.
      await db
        .updateTable('sign_in_failures')
        .set((row) => ({ failures: row('failures', '-', 1) }))
        .where('subject', '=', subjectOf('address', networkOf(address)))
        .where('failures', '>', 0)
        .execute();
    },
    chore: {
      name: 'forget wrong passwords of yesterday',
      everyMs: 3_600_000,
      async run() {
        const before = clock.now() - DAY_MS;
        await db.deleteFrom('sign_in_failures').where('last_at', '<', before).execute();
      },
    },
  };
}

/** Counted first and looked at then, so that many at once don't all pass. */
async function take(db: Database, subject: string, free: number, nowMs: number): Promise<void> {
  const earlier = await db
    .selectFrom('sign_in_failures')
    .selectAll()
    .where('subject', '=', subject)
    .executeTakeFirst();
  const pauseMs = pauseAfter(earlier?.failures ?? 0, free);
  // A clock that was ahead, and is right again, lengthens no pause.
  const readyAt = Math.min(earlier?.last_at ?? 0, nowMs) + pauseMs;
  const isOver = (earlier?.last_at ?? 0) > nowMs + LONGEST_PAUSE_MS;
  if (pauseMs > 0 && nowMs < readyAt && !isOver) {
    const retryAfterSeconds = Math.ceil((readyAt - nowMs) / 1000);
    const message = 'Too many wrong passwords. Wait a moment, then try again.';
    throw new Failure('rate_limited', message, { details: { retryAfterSeconds } });
  }
  await db
    .insertInto('sign_in_failures')
    .values({ subject, failures: 1, last_at: nowMs })
    .onConflict((conflict) =>
      conflict.column('subject').doUpdateSet((row) => ({
        failures: row('sign_in_failures.failures', '+', 1),
        last_at: nowMs,
      })),
    )
    .execute();
}

export function pauseAfter(failures: number, free: number): number {
  if (failures < free) return 0;
  return Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(failures - free, 20));
}

function pairOf(name: string, address: string): string {
  return subjectOf('pair', `${name}\n${networkOf(address)}`);
}

/** A digest, so that the table names no person and no address. */
function subjectOf(kind: string, text: string): string {
  return `${kind}:${hash('sha256', text, 'hex')}`;
}
