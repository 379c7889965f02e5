/** The schema of the arguments of the tool that a recorded evaluation called, as the catalogue has it now. */
import type { JsonObject } from '@assize/evidence-format';
import type { Database } from '../../database/open.ts';
import { schemaOfTool } from '../../tools/arguments/index.ts';
import { type EvaluationRecord, factsOfRecord } from './record.ts';

/** @param record null where it was removed. @returns null where no schema is known. */
export async function schemaOfCall(
  db: Database,
  chain: number,
  record: JsonObject | null,
): Promise<JsonObject | null> {
  if (record === null) return null;
  const { act } = factsOfRecord(record as unknown as EvaluationRecord);
  return act === null || act.tool === null ? null : schemaOfTool(db, chain, act.tool.id);
}
