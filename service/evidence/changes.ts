/**
 * What the evidence says of how governance was changed, in the order of the chain, and what held from each change on.
 * Where the payload of a change is gone, the next one of its kind tells what it went out from, and the tables tell what
 * the last one put in force.
 */
import type { JsonObject } from '@assize/evidence-format';
import { sql } from 'kysely';
import type { Database } from '../database/open.ts';
import { leavesWithPayload, PAGE_ROWS, pagesOf, readPayload } from './leaves.ts';

export interface RecordedChange {
  position: number;
  /** Of its artifact. */
  id: string;
  /** ms since the epoch. */
  at: number;
  action: string;
  /** Who made it. */
  actor: string;
  /** null where its payload is gone, or names none. */
  change: JsonObject | null;
}

/** Those with one of these actions, to the end of the chain. */
export async function* changesOf(
  db: Database,
  chain: number,
  actions: readonly string[],
): AsyncGenerator<RecordedChange[], void> {
  const pages = pagesOf((after: { position: number } | undefined) =>
    leavesWithPayload(db, chain)
      .where('artifacts.artifact_type', '=', 'governance_change')
      // Said as a literal, so that the planner sees that the index of the rarer types has them all.
      .where('artifacts.artifact_type', '<>', sql.lit('governance_eval'))
      .where('artifacts.action', 'in', actions)
      .where('artifacts.position', '>', after?.position ?? -1)
      .orderBy('artifacts.position')
      .limit(PAGE_ROWS)
      .execute(),
  );
  for await (const page of pages) {
    yield page.map(({ position, id, created_at: at, action, actor, payload }) => {
      const change = payload === null ? null : readPayload(payload)?.change;
      return { position, id, at, action: action ?? '', actor, change: isObject(change) ? change : null };
    });
  }
}

/** From this change on. */
export interface HistoryEntry<V> extends Omit<RecordedChange, 'change'> {
  /** undefined where nothing says any more what it was. */
  value: V | undefined;
}

/** How one kind of change tells what holds. */
export interface ChangeReading<V> {
  /** What this change put in force. */
  after(change: JsonObject): V | undefined;
  /** What it put out of force. */
  before(change: JsonObject): V | undefined;
  /** What holds now, where it was the change of this id that put it in force. Read before the changes are. */
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

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
