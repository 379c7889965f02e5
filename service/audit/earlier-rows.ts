/** States once, before anything else is appended, the rows that an earlier version kept without evidence. */

import type { JsonObject } from '@assize/evidence-format';
import type { Logger } from 'pino';
import { chainId } from '../database/chain-id.ts';
import { bound } from '../database/evidence/append-store.ts';
import type { Database } from '../database/open.ts';
import {
  type ChangeDeps,
  changesOf,
  EARLIER_ROWS_ACTION,
  type EarlierRowKind,
  OPERATOR,
  recordChange,
  statementsOfEarlierRows,
} from '../evidence/changes/index.ts';
import type { ChainOfRows, Tally } from './registry.ts';

/** Reads the rows of each kind as the statement records them, by their ids. */
type EarlierRowReaders = Record<EarlierRowKind, (chain: number) => Promise<JsonObject>>;

interface StateRowsDeps extends ChangeDeps {
  db: Database;
  log: Logger;
}

/**
 * A chain that can't take an artifact now is left to the next start; truth verification then reports the delay.
 * @param before is called for each chain first. Its rows may exist already.
 */
export async function stateRowsOnce(
  deps: StateRowsDeps,
  rows: EarlierRowReaders,
  before: (chain: number) => Promise<void>,
): Promise<void> {
  const due = await deps.db.selectFrom('takeovers_due').select('chain').orderBy('chain').execute();
  for (const { chain } of due) {
    try {
      await before(chain);
      await stateRowsOfChain(deps, rows, chain);
    } catch (error) {
      deps.log.error({ err: error, chain: chainId(chain) }, 'could not state what this chain held before');
    }
  }
}

async function stateRowsOfChain(deps: StateRowsDeps, rows: EarlierRowReaders, chain: number): Promise<void> {
  const change: JsonObject = {};
  for (const [kind, read] of Object.entries(rows)) change[kind] = await read(chain);
  const done = deps.db.deleteFrom('takeovers_due').where('chain', '=', chain);
  const statements = [bound(done, 1)];
  // Not needed if another node that started at the same time has done it.
  await recordChange(deps, { chain, action: EARLIER_ROWS_ACTION, actor: OPERATOR, change, statements });
}

/** Requires one statement, before any record of the present form: a later one would vouch for rows slipped in. */
export async function checkEarlierRowsStatement(
  tally: Tally,
  { db, chain }: ChainOfRows,
  recordedSince: readonly string[],
): Promise<void> {
  const [first, ...others] = await statementsOfEarlierRows(db, chain);
  if (first === undefined) return;
  tally.checked();
  for (const other of others) tally.gap('What was there before was taken over a second time.', other);
  for await (const page of changesOf(db, chain, recordedSince)) {
    if ((page[0]?.position ?? first.position) < first.position) {
      tally.gap('What was there before was taken over after it had its records.', first);
    }
    return;
  }
}
