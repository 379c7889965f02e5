/**
 * States in a chain, once, what it holds of rows that an earlier version kept without a counterpart in evidence. Done
 * before anything else is appended, so whatever stands behind it is of the present form.
 */
import type { JsonObject } from '@assize/evidence-format';
import { bound } from '../database/append-store.ts';
import type { Database } from '../database/open.ts';
import { type ChangeDeps, OPERATOR, recordChange } from './governance-change.ts';
import { TAKE_OVER, type TakenKind } from './truth/taken-over.ts';

/** What each kind tells of its rows, by what they are named. */
export type RowsToTakeOver = Record<TakenKind, (chain: number) => Promise<JsonObject>>;

export async function takeOver(deps: ChangeDeps & { db: Database }, rows: RowsToTakeOver): Promise<void> {
  const due = await deps.db.selectFrom('takeovers_due').select('chain').orderBy('chain').execute();
  for (const { chain } of due) {
    const change: JsonObject = {};
    for (const [kind, read] of Object.entries(rows)) change[kind] = await read(chain);
    const done = deps.db.deleteFrom('takeovers_due').where('chain', '=', chain);
    // Overtaken where another node, which started together with this one, has done it.
    await recordChange(deps, {
      chain,
      action: TAKE_OVER,
      actor: OPERATOR,
      change,
      statements: [bound(done, 1)],
    });
  }
}
