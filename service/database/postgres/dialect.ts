/** PostgreSQL for Kysely: a few connections that all requests share, and the meaning of its errors. */
import { type Dialect, PostgresDialect, type PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { Failure } from '../../foundation/failure.ts';
import type { AppendFault } from '../evidence/append-store.ts';
import { Damaged, type OnDamage } from '../files/damage.ts';
import {
  type ConnectionLimits,
  clientOptions,
  forgetWhereRefused,
  isPooled,
  WITHOUT_TIMEOUT,
} from './connection.ts';

const POOL_CONNECTIONS = 8;
const RETRY_AFTER_SECONDS = 1;

export interface Listeners {
  /** Called when an idle connection breaks; the pool replaces it. */
  onError(error: Error): void;
  onDamage: OnDamage;
}

export function postgresDialect(
  url: string,
  { onError, onDamage }: Listeners,
  patience: 'seconds' | 'hours' = 'seconds',
): Dialect {
  const limits = patience === 'hours' ? WITHOUT_TIMEOUT : undefined;
  let opening: Promise<pg.Pool> | null = null;

  async function connect(): Promise<PostgresPoolClient> {
    try {
      opening ??= openPool(url, onError, limits);
      return checkOut(await (await opening).connect(), onDamage);
    } catch (error) {
      if (forgetWhereRefused(url, error)) await close();
      // The next caller tries again.
      if (opening !== null && (await opening.catch(() => null)) === null) opening = null;
      throw Failure.unavailable(RETRY_AFTER_SECONDS, error);
    }
  }

  async function close(): Promise<void> {
    const pool = await opening?.catch(() => null);
    opening = null;
    await pool?.end();
  }

  return new PostgresDialect({ pool: { connect, end: close } });
}

async function openPool(
  url: string,
  onError: (error: Error) => void,
  limits: ConnectionLimits | undefined,
): Promise<pg.Pool> {
  const pool = new pg.Pool({ ...clientOptions(url, await isPooled(url), limits), max: POOL_CONNECTIONS });
  // The pool attaches the whole client to its error, which doesn't belong in a log.
  pool.on('error', ({ message, stack }) => onError(Object.assign(new Error(message), { stack })));
  // A connection that breaks in use rejects its query; an error event without a listener would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/** A connection of the pool, which is dropped after a failure to use the database over it. */
function checkOut(client: pg.PoolClient, onDamage: OnDamage): PostgresPoolClient {
  let broken: Failure | null = null;
  const query = async (text: string, parameters: readonly unknown[]) => {
    if (broken !== null) throw broken;
    try {
      return await client.query(text, [...parameters]);
    } catch (error) {
      if (!isPostgresUnavailable(error)) throw error;
      const damage = isPostgresDamaged(error) ? new Damaged(String(error), { cause: error }) : null;
      if (damage !== null) onDamage(damage);
      broken = Failure.unavailable(RETRY_AFTER_SECONDS, damage ?? error);
      throw broken;
    }
  };
  return {
    // The other form of `query` takes a cursor, and this dialect is not configured to make one.
    query: query as unknown as PostgresPoolClient['query'],
    release: () => client.release(broken ?? undefined),
  };
}

/** Classes of SQLSTATE that say the statement or its data is wrong; every other error means: not now. */
const DEFECT_CLASSES = new Set(['22', '23', '42', '0A', 'P0']);

/**
 * Whether the error means that the database can't be used now, rather than that the statement or the program is wrong.
 * The driver reports a lost connection as a plain Error without a code, so that is what a plain Error means here.
 */
export function isPostgresUnavailable(error: unknown): boolean {
  if (error instanceof TypeError || error instanceof RangeError) return false;
  const code = (error as { code?: unknown }).code;
  return typeof code !== 'string' || !DEFECT_CLASSES.has(code.slice(0, 2));
}

/** The reason why an append was not written. */
export function postgresFault(error: unknown): AppendFault {
  if (isPostgresDamaged(error)) return 'damaged';
  return isPostgresUnavailable(error) ? 'unavailable' : 'unknown';
}

/** An impossible page or row (data_corrupted), and an impossible index (index_corrupted). */
const CORRUPTED = new Set(['XX001', 'XX002']);
/** Poolers and distributed servers use this for many passing errors, and PostgreSQL for two sessions in conflict. */
const INTERNAL_ERROR = 'XX000';
/** A length that was read from a garbled row. */
const OF_A_GARBLED_LENGTH = /invalid memory alloc request size|data is corrupt/;
/** A row that names a transaction that never existed, and a table whose file was removed. */
const UNDEFINED_FILE = '58P01';
const OF_STORED_DATA = /status of transaction|could not open file "base\//;

/** Whether the stored data itself is damaged. */
export function isPostgresDamaged(error: unknown): boolean {
  const { code, message = '' } = error as { code?: unknown; message?: string };
  if (typeof code !== 'string') return false;
  if (code === UNDEFINED_FILE) return OF_STORED_DATA.test(message);
  return CORRUPTED.has(code) || (code === INTERNAL_ERROR && OF_A_GARBLED_LENGTH.test(message));
}
