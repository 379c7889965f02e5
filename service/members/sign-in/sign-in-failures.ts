/**
 * Slows down wrong passwords: for a name from one address, and from one address for any names. A name alone
 * is never blocked, so that others can't lock its owner out. Also limits the rows that strangers can create
 * in the database.
 */
import { hash } from 'node:crypto';
import ipaddr from 'ipaddr.js';
import { sql } from 'kysely';
import type { Database } from '../../database/open.ts';
import type { Chore } from '../../foundation/chores.ts';
import { type Clock, DAY_MS } from '../../foundation/clock.ts';
import { Failure } from '../../foundation/failure.ts';

/** This many attempts are free; after that, the pause doubles each time. */
const FREE = { pair: 5, address: 50 };
const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 15 * 60_000;

/** The pauses after the free attempts, up to the longest. */
const PAUSES_MS = Array.from({ length: 10 }, (_, place) => FIRST_PAUSE_MS * 2 ** place);
/**
 * The maximum number of unfinished sign-ins from an address, each of which holds a row: more than an office
 * behind one address begins.
 */
const MOST_STARTED = 300;
const LEAK_MS = 1000;

export interface SignInFailures {
  /** Counts an attempt before its password is checked. @throws {Failure} `rate_limited` */
  begin(name: string, address: string): Promise<void>;
  /**
   * Counts the beginning of a sign-in by provider or passkey, which creates a row. @throws {Failure}
   * `rate_limited`
   */
  start(address: string): Promise<void>;
  /** Call it after the right password. */
  forgive(name: string, address: string): Promise<void>;
  chore: Chore;
}

export function startSignInFailures(db: Database, clock: Clock): SignInFailures {
  return {
    async begin(name, address) {
      const nowMs = clock.now();
      const from = subjectOf('address', networkOf(address));
      // Checked first: an address that invents names must not create a row for each of them.
      const paused = await tooMany(db, from, FREE.address, nowMs);
      if (paused !== null) throw paused;
      await take(db, pairOf(name, address), FREE.pair, nowMs);
      await take(db, from, FREE.address, nowMs);
    },
    start: (address) => takeStart(db, address, clock.now()),
    async forgive(name, address) {
      await db.deleteFrom('sign_in_failures').where('subject', '=', pairOf(name, address)).execute();
      // Many people may share an address, and correct passwords must not slow down the others.
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

/** Counted in the statement that checks, so that concurrent attempts can't exceed the limit. */
async function take(db: Database, subject: string, free: number, nowMs: number): Promise<void> {
  const counted = await db
    .insertInto('sign_in_failures')
    .values({ subject, failures: 1, last_at: nowMs })
    .onConflict((conflict) =>
      conflict
        .column('subject')
        .doUpdateSet((row) => ({
          failures: row('sign_in_failures.failures', '+', 1),
          last_at: nowMs,
        }))
        .where((row) => {
          const failures = 'sign_in_failures.failures' as const;
          const lastAt = 'sign_in_failures.last_at' as const;
          return row.or([
            row(failures, '<', free),
            // A clock that was ahead and has been corrected must not lengthen a pause.
            row(lastAt, '>', nowMs + LONGEST_PAUSE_MS),
            row(lastAt, '<=', nowMs - LONGEST_PAUSE_MS),
            ...PAUSES_MS.map((pauseMs, place) =>
              row.and([row(failures, '=', free + place), row(lastAt, '<=', nowMs - pauseMs)]),
            ),
          ]);
        }),
    )
    .returning('failures')
    .executeTakeFirst();
  if (counted === undefined) throw (await tooMany(db, subject, free, nowMs)) ?? tooManyAttempts(0);
}

/** null if there is no pause. */
async function tooMany(db: Database, subject: string, free: number, nowMs: number): Promise<Failure | null> {
  const stored = await db
    .selectFrom('sign_in_failures')
    .select(['failures', 'last_at'])
    .where('subject', '=', subject)
    .executeTakeFirst();
  if (stored === undefined || stored.last_at > nowMs + LONGEST_PAUSE_MS) return null;
  const waitMs = Math.min(stored.last_at, nowMs) + pauseAfter(stored.failures, free) - nowMs;
  return waitMs > 0 ? tooManyAttempts(waitMs) : null;
}

function tooManyAttempts(waitMs: number): Failure {
  const retryAfterSeconds = Math.max(1, Math.ceil(waitMs / 1000));
  const message = 'Too many attempts. Wait a moment, then try again.';
  return new Failure('rate_limited', message, { details: { retryAfterSeconds } });
}

/** A leaky bucket: it holds the sign-ins begun from the address, less one for each {@link LEAK_MS} since. */
async function takeStart(db: Database, address: string, nowMs: number): Promise<void> {
  const left = sql<number>`sign_in_failures.failures - abs(${nowMs} - sign_in_failures.last_at) / ${sql.lit(LEAK_MS)}`;
  const counted = await db
    .insertInto('sign_in_failures')
    .values({ subject: subjectOf('start', networkOf(address)), failures: 1, last_at: nowMs })
    .onConflict((conflict) =>
      conflict
        .column('subject')
        .doUpdateSet({
          failures: sql<number>`CASE WHEN ${left} > 0 THEN ${left} + 1 ELSE 1 END`,
          last_at: nowMs,
        })
        .where(left, '<', sql.lit(MOST_STARTED)),
    )
    .returning('failures')
    .executeTakeFirst();
  if (counted === undefined) throw tooManyAttempts(LEAK_MS);
}

export function pauseAfter(failures: number, free: number): number {
  if (failures < free) return 0;
  return PAUSES_MS[failures - free] ?? LONGEST_PAUSE_MS;
}

function pairOf(name: string, address: string): string {
  return subjectOf('pair', `${name}\n${networkOf(address)}`);
}

/** A digest, so that the table holds no names and no addresses. */
function subjectOf(kind: string, text: string): string {
  return `${kind}:${hash('sha256', text, 'hex')}`;
}

/**
 * The part of an IPv6 address that is assigned to one customer (RFC 6177); the customer chooses the rest
 * freely.
 */
const SITE_BITS = 64;

/** @returns the address, or the customer's network for IPv6; the text itself if it is not an address. */
function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  return ipaddr.IPv6.networkAddressFromCIDR(`${withoutZone(parsed)}/${SITE_BITS}`).toNormalizedString();
}

function withoutZone(address: ipaddr.IPv6): string {
  return address.toNormalizedString().split('%')[0] ?? '';
}
