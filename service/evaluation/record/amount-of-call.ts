/** The amount of money that a recorded call's arguments state, as the catalogue read its tool then. */
import { type StatedAmount, statedAmount } from '@assize/act-reading/act';
import type { JsonObject } from '@assize/evidence-format';
import type { Database } from '../../database/open.ts';
import { readableEntry, toolsOf } from '../../tools/index.ts';
import { type EvaluationRecord, factsOfRecord } from './record.ts';

/** @param record null where it was removed. @param given its arguments. @returns null where no entry names an amount. */
export async function amountOfCall(
  db: Database,
  chain: number,
  record: JsonObject | null,
  given: JsonObject | null,
): Promise<StatedAmount | null> {
  if (record === null || given === null) return null;
  const { act } = factsOfRecord(record as unknown as EvaluationRecord);
  if (act === null || act.tool === null) return null;
  const tool = await toolsOf(db, chain)
    .where('tool_id', '=', act.tool.id)
    .where('since_revision', '<=', act.catalogue)
    .orderBy('since_revision', 'desc')
    .limit(1)
    .executeTakeFirst();
  const amount = tool === undefined ? undefined : readableEntry(tool)?.amount;
  return amount === undefined ? null : statedAmount(amount, given);
}
