/** Compares removals, the artifacts that state them, and missing payloads: each accounts for the other. */
import {
  formatHash,
  type JsonObject,
  REMOVAL_ACTIONS,
  type Removal,
  readRemoval,
  treeBuilder,
} from '@assize/evidence-format';
import { artifactsIn, payloadsIn, rangesOf, sizeOf } from '../../../evidence/reading/index.ts';
import { HELD_BY, type Hold, holdFrom, holdOn, isKept } from '../../../proof/holds/index.ts';
import { actsOfType } from '../../comparing/acts.ts';
import { Positions } from '../../comparing/positions.ts';
import { type RowOf, rowsBy, rowsOf } from '../../comparing/rows.ts';
import type { ChainOfRows, Check, CheckContext, Tally } from '../../registry.ts';

type Row = RowOf<'removals'>;

const ACTIONS: readonly string[] = Object.values(REMOVAL_ACTIONS);
const PAYLOADS_AT_ONCE = 16_384;
const HASHES_AT_ONCE = 8192;
const POSITIONS_AT_ONCE = 1000;

/** Rows, then payloads, then acts: each was stated before it took effect, so a later read finds its statement. */
export const removals: Check = async (tally, context) => {
  const rows = await rowsBy(rowsOf(context, 'removals'), 'evidence_id');
  const missing = await missingPayloads(tally, context);
  const kept = new Set<number>();
  const stated = await checkActs(tally, context, rows, kept);
  const holds = await rowsOf(context, 'evidence_holds').execute();
  for (const row of rows.values()) {
    if (!stated.has(row.evidence_id)) {
      const place = { position: row.first, id: row.evidence_id };
      tally.compared('There is a record of a removal that no artifact states.', place);
    }
    await checkGone(tally, context, row, { missing, kept, holds });
  }
  for (const { first, end } of stated.values()) missing.clear(first, end);
  for (const position of missing.all()) {
    tally.gap('The payload of this artifact is gone, and nothing states that it was removed.', { position });
  }
};

/** The artifacts without a payload, which may be correct. Reports payloads without an artifact. */
async function missingPayloads(tally: Tally, context: CheckContext): Promise<Positions> {
  const { db, chain, size } = context;
  const missing = new Positions(size);
  for await (const { from, to } of rangesOf(size, PAYLOADS_AT_ONCE)) {
    const payloads = payloadsIn(db, chain, from, to);
    const counted = payloads.select((each) => each.fn.countAll<number | string>().as('present'));
    if (Number((await counted.executeTakeFirstOrThrow()).present) === to - from) continue;
    const rows = await payloads.select('position').execute();
    const present = new Set(rows.map(({ position }) => position));
    for (let position = from; position < to; position += 1) {
      if (present.has(position)) continue;
      tally.checked();
      missing.add(position);
    }
  }
  const beyond = payloadsIn(db, chain, size, Number.MAX_SAFE_INTEGER);
  const rows = await beyond.select('position').orderBy('position').execute();
  const now = await sizeOf(db, chain);
  for (const row of rows) {
    if (row.position >= now) tally.compared('There is a payload beyond the end of the chain.', row);
  }
  return missing;
}

/** @returns the valid removals by the id of their artifact, including those stated since the run began. */
async function checkActs(
  tally: Tally,
  context: CheckContext,
  rows: ReadonlyMap<string, Row>,
  kept: Set<number>,
): Promise<Map<string, Removal>> {
  const stated = new Map<string, Removal>();
  for await (const page of actsOfType(context, 'governance_change')) {
    for (const act of page) {
      if (isKept(act.type, act.action)) kept.add(act.position);
      if (!ACTIONS.includes(act.action)) continue;
      tally.checked();
      const { payload } = act;
      const removal = payload && readRemoval(act.action, payload);
      if (payload === null || removal === null || removal.end > act.position) {
        tally.gap('This artifact states a removal, but of nothing that stands before it.', act);
        continue;
      }
      stated.set(act.id, removal);
      const row = rows.get(act.id);
      const isDue = row === undefined && act.position < context.size;
      const what =
        (isDue ? 'This artifact states a removal, of which there is no record.' : null) ??
        (row && !isOf(row, removal, act.at) ? OTHERWISE : null) ??
        (await faultOfClaim(context, removal, payload));
      if (what !== null) tally.gap(what, act);
    }
  }
  return stated;
}

const OTHERWISE = 'The record of this removal names another time or other artifacts than were stated.';

function isOf(row: Row, { kind, first, end }: Removal, statedAt: number): boolean {
  return row.kind === kind && row.first === first && row.behind_last === end && row.stated_at === statedAt;
}

/** Checks the other statements that an act makes about its artifacts. */
async function faultOfClaim(
  context: ChainOfRows,
  removal: Removal,
  { change }: JsonObject,
): Promise<string | null> {
  const recorded = change as JsonObject;
  if (removal.kind === 'redaction') {
    const at = rowsOf(context, 'artifacts').where('position', '=', removal.first);
    const redacted = await at.executeTakeFirst();
    const isThis =
      redacted?.id === recorded.evidence_id && redacted && formatHash(redacted.hash) === recorded.hash;
    return isThis ? null : 'This redaction names another artifact than the one at its index.';
  }
  const isThis = (await rootOfRange(context, removal)) === recorded.root;
  return isThis ? null : 'This pruning states another root than the artifacts of its range give.';
}

async function rootOfRange({ db, chain }: ChainOfRows, { first, end }: Removal): Promise<string> {
  const tree = treeBuilder();
  for await (const { from, to } of rangesOf(end - first, HASHES_AT_ONCE)) {
    const leaves = artifactsIn(db, chain, first + from, first + to)
      .select('hash')
      .orderBy('position');
    tree.append((await leaves.execute()).map(({ hash }) => hash));
  }
  return formatHash(tree.root());
}

interface Present {
  missing: Positions;
  /** Records that no removal reaches. */
  kept: ReadonlySet<number>;
  holds: readonly RowOf<'evidence_holds'>[];
}

/** A removed payload must be gone, unless a legal hold kept it. */
async function checkGone(
  tally: Tally,
  context: CheckContext,
  { kind, first, behind_last, stated_at, removed_at }: Row,
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
  const mayBeHeld = kind === 'retention' && meanwhile.length > 0;
  const held = mayBeHeld ? await heldAmong(context, there, meanwhile) : new Set<number>();
  for (const position of there) {
    if (!held.has(position))
      tally.compared('The payload of this artifact was removed, and is there again.', { position });
  }
}

/** A hold that was altered is reported by its own registry, and excuses nothing here. */
function readableHold(row: RowOf<'evidence_holds'>): Hold[] {
  try {
    return [holdFrom(row)];
  } catch (error) {
    if (error instanceof SyntaxError) return [];
    throw error;
  }
}

async function heldAmong(
  { db, chain }: ChainOfRows,
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
