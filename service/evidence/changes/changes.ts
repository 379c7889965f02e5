/**
 * The recorded changes of governance in the order of the chain, and the state after each. If the payload of a change is
 * gone, the next change of its kind states what it replaced, and the tables state the result of the last one.
 */
import type { JsonObject } from '@assize/evidence-format';
import type { Database } from '../../database/open.ts';
import { leavesOfType, readPayload } from '../reading/leaves.ts';

export interface RecordedChange {
  position: number;
  /** The id of its artifact. */
  id: string;
  /** ms since the epoch. */
  at: number;
  action: string;
  /** The actor who made it. */
  actor: string;
  /** null if its payload is gone, or states no change. */
  change: JsonObject | null;
}

/** The changes with one of these actions, up to the end of the chain. */
export async function* changesOf(
  db: Database,
  chain: number,
  actions: readonly string[],
): AsyncGenerator<RecordedChange[], void> {
  for await (const page of leavesOfType(db, chain, 'governance_change', { actions })) {
    yield page.map(({ position, id, created_at: at, action, actor, payload }) => {
      return { position, id, at, action: action ?? '', actor, change: changeIn(payload) };
    });
  }
}

/** The position from which it held. */
export interface HistoryEntry<V> extends Omit<RecordedChange, 'change'> {
  /** undefined if no record states it any longer. */
  value: V | undefined;
}

/** Reads the state from one kind of change. */
export interface ChangeReading<V> {
  /** The state after this change. */
  after(change: JsonObject): V | undefined;
  /** The state before it. */
  before(change: JsonObject): V | undefined;
  /** The current state, if the change of this id made it. Read it before the changes. */
  now(id: string): V | undefined;
}

export async function* historyOf<V>(
  pages: AsyncIterable<RecordedChange[]>,
  reading: ChangeReading<V>,
): AsyncGenerator<HistoryEntry<V>, void> {
  let silent: RecordedChange | undefined;
  for await (const page of pages) {
    for (const recorded of page) {
      if (silent !== undefined) {
        yield holding(silent, recorded.change === null ? undefined : reading.before(recorded.change));
        silent = undefined;
      }
      if (recorded.change === null) silent = recorded;
      else yield holding(recorded, reading.after(recorded.change));
    }
  }
  if (silent !== undefined) yield holding(silent, reading.now(silent.id));
}

function holding<V>({ change: _, ...recorded }: RecordedChange, value: V | undefined): HistoryEntry<V> {
  return { ...recorded, value };
}

/** The change that a payload states; null if it is gone, or states none. */
export function changeIn(payload: Uint8Array | null): JsonObject | null {
  const change = payload === null ? null : readPayload(payload)?.change;
  return typeof change === 'object' && change !== null && !Array.isArray(change) ? change : null;
}
