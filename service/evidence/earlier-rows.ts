/**
 * What was there before it had a counterpart in evidence: stated once, in the artifact that the first version which
 * records it writes as it starts, so that a row from before can be told from one that was put there since.
 */
import type { JsonObject } from '@assize/evidence-format';
import type { Database } from '../database/open.ts';
import { changesOf, type RecordedChange } from './changes.ts';

export const EARLIER_ROWS_ACTION = 'evidence.take_over';

/** The kinds of rows that were there first. */
export type EarlierRowKind = 'alarms' | 'decisions' | 'endpoints' | 'exports';

export interface EarlierRows {
  /** Of its artifact: what stands before it is of the earlier form. -1 where nothing was taken over. */
  position: number;
  /** Whether a row was there; `told` is what is on record of it, where anything is. */
  find(kind: EarlierRowKind, id: string, createdAt: number): { recorded: JsonObject | null } | null;
}

export async function earlierRows(db: Database, chain: number): Promise<EarlierRows> {
  const [first] = await statementsOfEarlierRows(db, chain);
  if (first === undefined) return { position: -1, find: () => null };
  const { position, at, change } = first;
  return {
    position,
    find(kind, id, createdAt) {
      // Where its payload is gone, its time stands for it.
      if (change === null) return createdAt <= at ? { recorded: null } : null;
      const recorded = (change[kind] as JsonObject | undefined)?.[id];
      return recorded === undefined ? null : { recorded: recorded as JsonObject };
    },
  };
}

/** Every artifact of this kind: one at most, where nothing was tampered with. */
export async function statementsOfEarlierRows(db: Database, chain: number): Promise<RecordedChange[]> {
  const found: RecordedChange[] = [];
  for await (const page of changesOf(db, chain, [EARLIER_ROWS_ACTION])) found.push(...page);
  return found;
}
