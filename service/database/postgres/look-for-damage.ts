/**
 * Searches PostgreSQL's tables and indexes for damage, if the database has the extension `amcheck` and this role may
 * use it. It only takes read locks.
 */
import type pg from 'pg';
import { Damaged, type Look } from '../files/damage.ts';
import { connectTo, WITHOUT_TIMEOUT } from './connection.ts';
import { isPostgresDamaged, isPostgresUnavailable } from './dialect.ts';

const HAS_AMCHECK = "SELECT 1 FROM pg_extension WHERE extname = 'amcheck'";
/** The statement that checks each table and index: it reports the fault, or fails. */
const LOOKS = `
  SELECT format('SELECT bt_index_check(%L::regclass)::text AS found', i.indexrelid::regclass) AS look
    FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_am ON pg_am.oid = c.relam
    WHERE amname = 'btree' AND indisvalid AND c.relnamespace = current_schema()::regnamespace
  UNION ALL
  SELECT format('SELECT msg AS found FROM verify_heapam(%L) LIMIT 1', c.oid::regclass)
    FROM pg_class c WHERE relkind = 'r' AND c.relnamespace = current_schema()::regnamespace`;

/** @param pause is awaited before each table and index; the search ends if it rejects. */
export async function lookThroughPostgres(url: string, pause: () => Promise<void>): Promise<Look> {
  const { client } = await connectTo(url, WITHOUT_TIMEOUT);
  try {
    if ((await client.query(HAS_AMCHECK)).rowCount === 0) return 'no means';
    const { rows } = await client.query<{ look: string }>(LOOKS);
    for (const { look } of rows) {
      await pause();
      const found = await lookBy(client, look);
      if (found !== null) return found;
    }
    return null;
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function lookBy(client: pg.Client, look: string): Promise<Damaged | null> {
  try {
    const { rows } = await client.query<{ found: string | null }>(look);
    const said = rows[0]?.found ?? '';
    return said === '' ? null : new Damaged(`${look}: ${said}`);
  } catch (error) {
    if (isPostgresDamaged(error)) return new Damaged(`${look}: ${error}`, { cause: error });
    // The role may not use it, an older server lacks it, or the table has gone in the meantime.
    if (isPostgresUnavailable(error)) throw error;
    return null;
  }
}
