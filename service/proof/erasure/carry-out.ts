/** Carries out erasures by the steps of redactions, each of which can be repeated, and certifies them. */
import { type JsonObject, sha256Text } from '@assize/evidence-format';
import { bound } from '../../database/evidence/append-store.ts';
import { type LeaseDeps, leasedChore, type MayContinue } from '../../database/nodes/leased-chore.ts';
import type { Database } from '../../database/open.ts';
import { recordChange, stampNow } from '../../evidence/changes/index.ts';
import { artifactsAt, artifactsBesidePayloads } from '../../evidence/reading/index.ts';
import type { Chore } from '../../foundation/chores.ts';
import { Failure } from '../../foundation/failure.ts';
import { ERASURE_ACTIONS } from '../holds/kept.ts';
import { finishStatedRemovals } from '../removal/chore.ts';
import { type RedactDeps, stateRedaction } from '../removal/redact.ts';
import { removalsUnderWay, type StatedRemoval } from '../removal/state.ts';
import { MAX_LISTED_IDS } from '../word-index/finding.ts';
import { type ErasureRow, positionsIn, statedIn } from './erasure.ts';

export type EraseDeps = RedactDeps;

/** How many are stated together, so that they share a commit. */
const AT_ONCE = 32;
const EVERY_MS = 5000;
const LEASE_MS = 300_000;

export function erasureChore(deps: EraseDeps & LeaseDeps): Chore {
  return leasedChore(deps, {
    name: 'carry out erasures',
    everyMs: EVERY_MS,
    leaseMs: LEASE_MS,
    async work(mayContinue) {
      const underWay = await deps.db
        .selectFrom('erasures')
        .selectAll()
        .where('certified_at', 'is', null)
        .orderBy('chain')
        .orderBy('erasure_id')
        .execute();
      for (const row of underWay) {
        if (!(await mayContinue())) return;
        await carryOutErasure(deps, row, mayContinue);
      }
    },
  });
}

/** @param patienceMs for erasing deleted rows. @throws {Failure} `unavailable`, also while no checkpoint covers it. */
export async function carryOutErasure(
  deps: EraseDeps,
  row: ErasureRow,
  mayContinue: MayContinue,
  patienceMs?: number,
): Promise<void> {
  if (!(await stateAll(deps, row, mayContinue))) return;
  const removals = await underWayIn(deps.db, row);
  await finishStatedRemovals(deps, mayContinue, {
    removals,
    ...(patienceMs !== undefined && { patienceMs }),
  });
  if ((await underWayIn(deps.db, row)).length > 0) return;
  await certify(deps, row, await outcomeOf(deps.db, row));
}

/** Its own unfinished removals, and the prunings that reach records it found. */
async function underWayIn(db: Database, row: ErasureRow): Promise<StatedRemoval[]> {
  const positions = positionsIn(row);
  const own = new Set(positions);
  const underWay = await removalsUnderWay(db, row.chain);
  return underWay.filter(({ kind, first, behind_last: end }) =>
    kind === 'redaction' ? own.has(first) : positions.some((each) => first <= each && each < end),
  );
}

/** @returns whether each has its statement, or can't have one. */
async function stateAll(deps: EraseDeps, row: ErasureRow, mayContinue: MayContinue): Promise<boolean> {
  const { chain, erasure_id: erasureId, begun_by: party } = row;
  const positions = positionsIn(row);
  const reason = await reasonOf(deps.db, row);
  for (let stated = row.stated; stated < positions.length; stated += AT_ONCE) {
    if (!(await mayContinue())) return false;
    const artifacts = await artifactsAt(deps.db, chain, positions.slice(stated, stated + AT_ONCE));
    const stating = artifacts.map((artifact) =>
      // A hold was set since, or a payload is gone: the certificate states the remaining records.
      stateRedaction(deps, { chain, party, reason, erasureId }, artifact).catch(unlessConflict),
    );
    await Promise.all(stating);
    await deps.db
      .updateTable('erasures')
      .set({ stated: Math.min(stated + AT_ONCE, positions.length) })
      .where('chain', '=', chain)
      .where('erasure_id', '=', erasureId)
      .execute();
  }
  return true;
}

function unlessConflict(error: unknown): void {
  if (!(error instanceof Failure && error.code === 'conflict')) throw error;
}

async function reasonOf(db: Database, { chain, evidence_id }: ErasureRow): Promise<string> {
  const change = await statedIn(db, chain, evidence_id);
  return typeof change?.reason === 'string' ? change.reason : '';
}

/** Once nothing is under way, the remaining payloads are under legal hold. */
async function outcomeOf(db: Database, row: ErasureRow): Promise<Result> {
  const { chain } = row;
  const positions = positionsIn(row);
  const removed: string[] = [];
  for (let from = 0; from < positions.length; from += MAX_LISTED_IDS) {
    const rows = await artifactsBesidePayloads(db, chain)
      .select(['artifacts.id', 'artifact_payloads.position as payload_at'])
      .where('artifacts.position', 'in', positions.slice(from, from + MAX_LISTED_IDS))
      .orderBy('artifacts.position')
      .execute();
    for (const { id, payload_at } of rows) if (payload_at === null) removed.push(id);
  }
  return { removed, left: positions.length - removed.length };
}

interface Result {
  /** Ids, in the order of the chain. */
  removed: readonly string[];
  left: number;
}

async function certify(deps: EraseDeps, row: ErasureRow, { removed, left }: Result): Promise<void> {
  const { chain, erasure_id, subject_hash, begun_by, evidence_id } = row;
  const stamp = stampNow(deps);
  const certified = deps.db
    .updateTable('erasures')
    .set({ certified_at: stamp.at, certificate_evidence_id: stamp.id })
    .where('chain', '=', chain)
    .where('erasure_id', '=', erasure_id)
    .where('certified_at', 'is', null);
  const change: JsonObject = {
    erasure_id,
    subject_hash,
    begun_evidence_id: evidence_id,
    begun_at: new Date(row.begun_at).toISOString(),
    begun_by,
    removed: removed.length,
    left,
    positions_hash: sha256Text(row.found),
    evidence_ids: removed.slice(0, MAX_LISTED_IDS),
    evidence_ids_hash: sha256Text(removed.join('\n')),
  };
  // This is overtaken if another node has certified it.
  await recordChange(deps, {
    chain,
    stamp,
    action: ERASURE_ACTIONS.certified,
    actor: begun_by,
    change,
    statements: [bound(certified, 1)],
  });
}
