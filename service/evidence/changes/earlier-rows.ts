/**
 * Rows that are older than their counterpart in evidence. The first version with such a counterpart states them once,
 * in an artifact that it writes when it starts, so that an older row can be distinguished from one slipped in later.
 */
import type { JsonObject } from '@assize/evidence-format';
import type { Database } from '../../database/open.ts';
import { changesOf, type RecordedChange } from './changes.ts';

export const EARLIER_ROWS_ACTION = 'evidence.take_over';

/** The kinds of rows that the statement names. */
export type EarlierRowKind = 'alarms' | 'decisions' | 'endpoints' | 'exports';

export interface EarlierRows {
  /** The position of the statement: artifacts before it have the earlier form. -1 if there is none. */
  position: number;
  /** null if the statement does not name the row; `recorded` is its recorded content, if there is any. */
  find(kind: EarlierRowKind, id: string, createdAt: number): { recorded: JsonObject | null } | null;
}

export async function earlierRows(db: Database, chain: number): Promise<EarlierRows> {
  const [first] = await statementsOfEarlierRows(db, chain);
  if (first === undefined) return { position: -1, find: () => null };
  const { position, at, change } = first;
  return {
    position,
    find(kind, id, createdAt) {
      // If its payload is gone, its time decides.
      if (change === null) return createdAt <= at ? { recorded: null } : null;
      const recorded = (change[kind] as JsonObject | undefined)?.[id];
      return recorded === undefined ? null : { recorded: recorded as JsonObject };
    },
  };
}

/** Every statement; an untampered chain has at most one. */
export async function statementsOfEarlierRows(db: Database, chain: number): Promise<RecordedChange[]> {
  const found: RecordedChange[] = [];
  for await (const page of changesOf(db, chain, [EARLIER_ROWS_ACTION])) found.push(...page);
  return found;
}
