/**
 * The two streams of a chain: its evidence, and those of its events that no artifact reports. Both are followed by
 * position, so nothing is lost however long a receiver is away.
 */
import { type JsonObject, parseJson } from '@assize/evidence-format';
import type { Database } from '../../database/open.ts';
import { artifactsAt, artifactsIn } from '../../evidence/reading/index.ts';
import { type Fact, type Rendering, summaryOf, summaryOfEvent } from '../messages/index.ts';

export const STREAMS = ['evidence', 'events'] as const;
export type Stream = (typeof STREAMS)[number];

/** The action of a record that only states what was sent. */
export const SENT_ACTION = 'sink.sent';

/** A fact, and what became of the payload behind it. */
export interface StreamedFact {
  fact: Fact;
  /** Whether the payload was removed: then a summary that was sent before can't be written again. */
  isRemoved: boolean;
}

/**
 * The facts from position `first` up to `end` (exclusive), in order. Positions of events that an artifact reports have
 * none.
 */
export function factsBetween(
  db: Database,
  chain: number,
  stream: Stream,
  [first, end]: readonly [number, number],
  detail: Rendering['detail'],
): Promise<StreamedFact[]> {
  return stream === 'evidence'
    ? artifactFacts(db, chain, first, end, detail)
    : eventFacts(db, chain, first, end);
}

async function artifactFacts(
  db: Database,
  chain: number,
  first: number,
  end: number,
  detail: Rendering['detail'],
): Promise<StreamedFact[]> {
  if (detail === 'none') {
    const leaves = await artifactsIn(db, chain, first, end).select(LEAF).orderBy('position').execute();
    return leaves.map(({ artifact_type: type, created_at: at, hash, ...leaf }) => {
      return { fact: { ...leaf, type, at, hash: hexOf(hash), summary: null }, isRemoved: false };
    });
  }
  const positions = Array.from({ length: end - first }, (_, place) => first + place);
  const newestFirst = await artifactsAt(db, chain, positions);
  return newestFirst.reverse().map(({ artifactType: type, createdAt: at, hash, payload, ...leaf }) => {
    const { id, position, action, verdict, actor } = leaf;
    const summary = payload === null ? null : summaryOf(type, payload);
    const fact = { id, position, type, at, action, verdict, actor, hash: hexOf(hash), summary };
    return { fact, isRemoved: payload === null };
  });
}

const LEAF = ['id', 'position', 'artifact_type', 'created_at', 'action', 'verdict', 'actor', 'hash'] as const;

function hexOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}

async function eventFacts(db: Database, chain: number, first: number, end: number): Promise<StreamedFact[]> {
  const rows = await db
    .selectFrom('events')
    .select(['event_id', 'type', 'created_at', 'data', 'position'])
    .where('chain', '=', chain)
    .where('position', '>=', first)
    .where('position', '<', end)
    .where('endpoint_id', 'is', null)
    .orderBy('position')
    .execute();
  return rows.flatMap(({ event_id, type, created_at, data: text, position }) => {
    const data = parseJson(text) as JsonObject;
    // The artifact that it names is in the other stream.
    if (typeof data.evidence_id === 'string' || type.startsWith('approval.')) return [];
    const fact = {
      id: event_id,
      position: position ?? 0,
      type,
      at: created_at,
      action: null,
      verdict: null,
      actor: null,
      hash: null,
      summary: summaryOfEvent(data),
    };
    return [{ fact, isRemoved: false }];
  });
}

/** When the record at this position was made, ms since the epoch; null where it is gone. */
export async function madeAt(
  db: Database,
  chain: number,
  stream: Stream,
  position: number,
): Promise<number | null> {
  const row =
    stream === 'evidence'
      ? await db
          .selectFrom('artifacts')
          .select('created_at')
          .where('chain', '=', chain)
          .where('position', '=', position)
          .executeTakeFirst()
      : await db
          .selectFrom('events')
          .select('created_at')
          .where('chain', '=', chain)
          .where('position', '=', position)
          .executeTakeFirst();
  return row?.created_at ?? null;
}

/** The position of the first record that was made at this time or later; `end` if there is none. */
export async function firstSince(
  db: Database,
  chain: number,
  stream: Stream,
  [first, end]: readonly [number, number],
  since: number,
): Promise<number> {
  let [low, high] = [first, end];
  // Times rise with positions, except where a clock was set back: then a little more or less is skipped.
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const at = await madeAt(db, chain, stream, middle);
    if (at === null || at < since) low = middle + 1;
    else high = middle;
  }
  return low;
}
