/**
 * Removes dead rows from PostgreSQL's tables at once, without waiting for autovacuum. Other copies (its log, standbys,
 * backups) follow their own rules.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { connectTo } from './connection.ts';
import { isPostgresUnavailable } from './dialect.ts';

/** Every table with content of artifacts. */
const TABLES = ['artifact_payloads', 'idempotency_records', 'approval_decisions', 'value_blocks'];
/** Tables from which the planner has kept samples; analysing them again discards removed values. */
const SAMPLED = ['approvals', 'events', 'notices', 'halts', 'known_targets', 'agents', 'incidents'];
/** A running query keeps the rows that it may still read; most queries end after a moment. */
const PAUSES_MS = [0, 20, 50, 100, 200, 400];
/** Added to the server's own limit, so that its answer arrives. */
const ANSWER_MS = 1000;
/** The wording differs between server versions. */
const KEPT_DEAD = /(\d+) (?:are dead but not yet removable|dead row versions cannot be removed yet)/;

/** A separate connection: VACUUM can't run in a transaction, and may take longer than any query of a request. */
export async function eraseFromPostgres(url: string, limitMs: number): Promise<boolean> {
  let client: pg.Client | null = null;
  let kept = 0;
  try {
    const limits = { statementTimeoutMs: limitMs, silenceTimeoutMs: limitMs + ANSWER_MS };
    ({ client } = await connectTo(url, limits));
    client.on('notice', ({ message = '', detail = '' }) => {
      kept += Number(KEPT_DEAD.exec(`${message}\n${detail}`)?.[1] ?? 0);
    });
    // Giving empty pages back to the system would lock the table and hold up appends.
    for (const table of [...TABLES, ...SAMPLED]) {
      const analyze = SAMPLED.includes(table) ? ', ANALYZE' : '';
      for (const pauseMs of PAUSES_MS) {
        await sleep(pauseMs);
        kept = 0;
        await client.query(`VACUUM (VERBOSE, TRUNCATE OFF${analyze}) ${table}`);
        if (kept === 0) break;
      }
      // A dead row stays while an open transaction may still read it.
      if (kept > 0) return false;
    }
    return true;
  } catch (error) {
    if (isPostgresUnavailable(error)) return false;
    throw error;
  } finally {
    await client?.end().catch(() => undefined);
  }
}
