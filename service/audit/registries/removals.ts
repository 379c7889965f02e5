/**
 * Compares removals, the artifacts that state them, and missing payloads: a payload is missing only if a later artifact
 * states its removal, and a removed payload is really gone.
 */

import {
  formatHash,
  type JsonObject,
  REMOVAL_ACTIONS,
  type Removal,
  readRemoval,
  treeBuilder,
} from '@assize/evidence-format';
import type { Selectable } from 'kysely';
import type { Database } from '../../database/open.ts';
import type { HoldsTable, RemovalsTable } from '../../database/tables/evidence.ts';
import { leavesOfType, rangesOf, readPayload } from '../../evidence/reading/index.ts';
import { HELD_BY, type Hold, holdFrom, holdOn } from '../../proof/holds/index.ts';
import { isKept } from '../../proof/removal/index.ts';
import type { CheckContext, Registry, Tally } from '../registry.ts';
import { missingPayloads, type Positions } from './missing-payloads.ts';
import { rowsBy } from './rows.ts';

export const removalsRegistry: Registry = { name: 'removals', check };

interface Act extends Removal {
  position: number;
  id: string;
}

const ACTIONS: readonly (string | null)[] = Object.values(REMOVAL_ACTIONS);
const HASHES_AT_ONCE = 8192;
const POSITIONS_AT_ONCE = 1000;

/** Rows, then payloads, then acts: each was stated before it took effect, so a later read finds its statement. */
async function check(tally: Tally, context: CheckContext): Promise<void> {
  const { db, chain } = context;
  const rows = await rowsBy(db.selectFrom('removals').selectAll().where('chain', '=', chain), 'evidence_id');
  const missing = await missingPayloads(tally, context);
  const kept = new Set<number>();
  const acts = await checkActs(tally, context, rows, kept);
  const holds = await db.selectFrom('evidence_holds').selectAll().where('chain', '=', chain).execute();
  for (const row of rows.values()) {
    if (!acts.has(row.evidence_id)) {
      tally.checked();
      tally.gap('There is a record of a removal that no artifact states.', row.first, row.evidence_id);
    }
    await checkGone(tally, context, row, { missing, kept, holds });
  }
  for (const act of acts.values()) missing.clear(act.first, act.end);
  for (const position of missing.all()) {
    tally.gap('The payload of this artifact is gone, and nothing states that it was removed.', position);
  }
}

/** @returns the valid acts by the id of their artifact, including those appended since the run began. */
async function checkActs(
  tally: Tally,
  { db, chain, size }: CheckContext,
  rows: ReadonlyMap<string, Selectable<RemovalsTable>>,
  kept: Set<number>,
): Promise<Map<string, Act>> {
  const acts = new Map<string, Act>();
  for await (const page of leavesOfType(db, chain, 'governance_change')) {
    for (const leaf of page) {
      if (isKept(leaf.artifact_type, leaf.action)) kept.add(leaf.position);
      if (!ACTIONS.includes(leaf.action)) continue;
      tally.checked();
      const payload = leaf.payload && readPayload(leaf.payload);
      const removal = payload && readRemoval(leaf.action, payload);
      if (payload === null || removal === null || removal.end > leaf.position) {
        tally.gap(
          'This artifact states a removal, but of nothing that stands before it.',
          leaf.position,
          leaf.id,
        );
        continue;
      }
      acts.set(leaf.id, { ...removal, position: leaf.position, id: leaf.id });
      const row = rows.get(leaf.id);
      const what =
        (row === undefined
          ? leaf.position < size && 'This artifact states a removal, of which there is no record.'
          : !isOf(row, removal, leaf.created_at) &&
            'The record of this removal names another time or other artifacts than were stated.') ||
        (await faultOfClaim(db, chain, removal, payload));
      if (what) tally.gap(what, leaf.position, leaf.id);
    }
  }
  return acts;
}

function isOf(row: Selectable<RemovalsTable>, { kind, first, end }: Removal, statedAt: number): boolean {
  return row.kind === kind && row.first === first && row.behind_last === end && row.stated_at === statedAt;
}

/** Checks the other statements that an act makes about its artifacts. */
async function faultOfClaim(
  db: Database,
  chain: number,
  removal: Removal,
  { change }: JsonObject,
): Promise<string | null> {
  const recorded = change as JsonObject;
  if (removal.kind === 'redaction') {
    const redacted = await db
      .selectFrom('artifacts')
      .select(['id', 'hash'])
      .where('chain', '=', chain)
      .where('position', '=', removal.first)
      .executeTakeFirst();
    if (redacted?.id === recorded.evidence_id && redacted && formatHash(redacted.hash) === recorded.hash)
      return null;
    return 'This redaction names another artifact than the one at its index.';
  }
  const root = await rootOfRange(db, chain, removal);
  return root === recorded.root
    ? null
    : 'This pruning states another root than the artifacts of its range give.';
}

async function rootOfRange(db: Database, chain: number, { first, end }: Removal): Promise<string> {
  const tree = treeBuilder();
  for await (const { from, to } of rangesOf(end - first, HASHES_AT_ONCE)) {
    const rows = await db
      .selectFrom('artifacts')
      .select('hash')
      .where('chain', '=', chain)
      .where('position', '>=', first + from)
      .where('position', '<', first + to)
      .orderBy('position')
      .execute();
    tree.append(rows.map(({ hash }) => hash));
  }
  return formatHash(tree.root());
}

interface Present {
  missing: Positions;
  /** Records that no removal reaches. */
  kept: ReadonlySet<number>;
  holds: readonly Selectable<HoldsTable>[];
}

/** A removed payload must be gone, unless a legal hold kept it. */
async function checkGone(
  tally: Tally,
  { db, chain }: CheckContext,
  { kind, first, behind_last, stated_at, removed_at }: Selectable<RemovalsTable>,
  { missing, kept, holds }: Present,
): Promise<void> {
  if (removed_at === null) return;
  const there: number[] = [];
  for (let position = first; position < Math.min(behind_last, missing.end); position += 1) {
    if (!missing.has(position) && !kept.has(position)) there.push(position);
  }
  const meanwhile = holds
    .filter(({ held_at, lifted_at }) => held_at <= removed_at && (lifted_at ?? stated_at) >= stated_at)
    .flatMap(readableHold);
  const held =
    kind === 'retention' && meanwhile.length > 0
      ? await heldAmong(db, chain, there, meanwhile)
      : new Set<number>();
  for (const position of there) {
    if (held.has(position)) continue;
    tally.checked();
    tally.gap('The payload of this artifact was removed, and is there again.', position);
  }
}

/** A hold that was altered is reported by its own registry, and excuses nothing here. */
function readableHold(row: Selectable<HoldsTable>): Hold[] {
  try {
    return [holdFrom(row)];
  } catch (error) {
    if (error instanceof SyntaxError) return [];
    throw error;
  }
}

async function heldAmong(
  db: Database,
  chain: number,
  positions: readonly number[],
  holds: readonly Hold[],
): Promise<Set<number>> {
  const held = new Set<number>();
  for (let from = 0; from < positions.length; from += POSITIONS_AT_ONCE) {
    const rows = await db
      .selectFrom('artifacts')
      .select(HELD_BY)
      .select('position')
      .where('chain', '=', chain)
      .where('position', 'in', positions.slice(from, from + POSITIONS_AT_ONCE))
      .execute();
    for (const row of rows) if (holdOn(holds, row) !== null) held.add(row.position);
  }
  return held;
}
