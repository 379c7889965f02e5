/** Records an erasure, and carries it out at once if it is small. A chore does the rest. */
import { bound } from '../../database/evidence/append-store.ts';
import { recordChange, stampNow } from '../../evidence/changes/index.ts';
import { Failure } from '../../foundation/failure.ts';
import { retryOvertaken } from '../../foundation/retry.ts';
import { isHeld } from '../holds/hold.ts';
import { ERASURE_ACTIONS } from '../holds/kept.ts';
import { carryOutErasure, type EraseDeps } from './carry-out.ts';
import { ERASURE_PREFIX, type ErasureRow, findErasure } from './erasure.ts';
import { type SearchDeps, type SubjectSearch, searchSubject } from './search.ts';

export interface WantedErasure {
  subject: string;
  reason: string;
  /** Leaves records under legal hold, instead of refusing. */
  exceptHeld: boolean;
}

/** At most this many records are removed before the answer, and for at most this long, ms. */
const MAX_AT_ONCE = 50;
const PATIENCE_MS = 2000;
const MAX_ATTEMPTS = 3;

/** @throws {Failure} `invalid`; `conflict` if a legal hold keeps some, or the index is incomplete; `unavailable`. */
export async function eraseSubject(
  deps: EraseDeps & SearchDeps,
  { chain, party }: { chain: number; party: string },
  wanted: WantedErasure,
): Promise<ErasureRow> {
  const search = await searchSubject(deps, chain, wanted.subject);
  requireSearched(search);
  const [held] = search.held.keys();
  if (held !== undefined && !wanted.exceptHeld) throw isHeld(held);
  const erasureId = await retryOvertaken('the erasure', MAX_ATTEMPTS, () =>
    begin(deps, { chain, party, reason: wanted.reason }, search),
  );
  const row = await findErasure(deps.db, chain, erasureId);
  if (search.records > MAX_AT_ONCE) return row;
  const until = deps.clock.monotonic() + PATIENCE_MS;
  try {
    await carryOutErasure(deps, row, async () => deps.clock.monotonic() < until, PATIENCE_MS);
  } catch (error) {
    if (!(error instanceof Failure && error.code === 'unavailable')) throw error;
  }
  return findErasure(deps.db, chain, erasureId);
}

function requireSearched({ searched, size }: SubjectSearch): void {
  if (searched === size) return;
  const why = `The index of words covers ${searched} of ${size} records so far. Try again once a preview says that it is complete.`;
  throw new Failure('conflict', why, { conflict: 'index_incomplete' });
}

async function begin(
  deps: EraseDeps,
  { chain, party, reason }: { chain: number; party: string; reason: string },
  { subjectHash: subject_hash, records, taken, held, kept }: SubjectSearch,
): Promise<string | undefined> {
  const stamp = stampNow(deps);
  const erasure_id = deps.ids.ordered(ERASURE_PREFIX, stamp.at);
  const insertion = deps.db.insertInto('erasures').values({
    chain,
    erasure_id,
    subject_hash,
    found: taken.positions,
    begun_at: stamp.at,
    begun_by: party,
    evidence_id: stamp.id,
  });
  const { kind } = await recordChange(deps, {
    chain,
    stamp,
    action: ERASURE_ACTIONS.begun,
    actor: party,
    change: {
      erasure_id,
      subject_hash,
      reason,
      records: taken.records,
      ...(taken.records < records && { further: records - taken.records }),
      positions_hash: taken.positionsHash,
      held: Object.fromEntries(held),
      kept,
    },
    statements: [bound(insertion, 1)],
  });
  return kind === 'appended' ? erasure_id : undefined;
}
