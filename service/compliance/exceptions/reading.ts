/** All that a report of exceptions reads, as of its pinned position: a thread has one for each report. */
import type { Database } from '../../database/open.ts';
import { type Artifact, artifactsIn, leavesById, readPayload } from '../../evidence/reading/index.ts';
import { type EvidenceInPeriod, evidenceInPeriod, type Period } from '../../evidence/search/index.ts';
import type { Environment } from '../../tenants/index.ts';

/** The period and chain to report on. */
export interface ReportQuestion {
  chain: number;
  tenantId: string;
  environment: Environment;
  period: Period;
  /** Artifacts at this position and later are not read. */
  size: number;
  /** When the report is made, ms since the epoch. */
  nowMs: number;
}

export interface Reading extends ReportQuestion {
  db: Database;
  evidence: EvidenceInPeriod;
  /** The positions of the period: from the first up to the last, which may have others in between; null if none. */
  ends: { first: number; last: number } | null;
}

export async function openReading(db: Database, question: ReportQuestion): Promise<Reading> {
  const { chain, period, size } = question;
  const evidence = await evidenceInPeriod(db, chain, period, size);
  const count = await evidence.count({});
  if (count === 0) return { ...question, db, evidence, ends: null };
  const [last = 0] = await evidence.positions({}, 0, 1);
  const [first = 0] = await evidence.positions({}, count - 1, 1);
  return { ...question, db, evidence, ends: { first, last } };
}

/** Positions read at once. A step takes some tenths of a second. */
const STEP = 20_000;

/** The ranges of positions that together are those of the period, ascending. */
export function* stepsOf({ ends }: Reading): Generator<{ from: number; end: number }> {
  if (ends === null) return;
  for (let from = ends.first; from <= ends.last; from += STEP) {
    yield { from, end: Math.min(from + STEP, ends.last + 1) };
  }
}

/** A query for the leaves of the period in a range of positions. */
export function leavesOfPeriod({ db, chain, period }: Reading, { from, end }: { from: number; end: number }) {
  return artifactsIn(db, chain, from, end)
    .where('artifacts.created_at', '>=', period.from)
    .where('artifacts.created_at', '<', period.to);
}

/** Where a record stands; null without evidence, or beyond the pinned position. */
export interface Placed {
  evidenceId: string | null;
  index: number | null;
}

export const NOWHERE: Placed = { evidenceId: null, index: null };

export function placeOf({ id, position }: Pick<Artifact, 'id' | 'position'>): Placed {
  return { evidenceId: id, index: position };
}

/** A record by its id, without trusting that it exists before the pinned position. */
export interface FoundRecord extends Placed {
  artifactType: string;
  action: string | null;
  verdict: string | null;
  actor: string;
  at: number;
  /** null if it is gone. */
  payload: Artifact['payload'];
}

export async function recordsById(
  { db, chain, size }: Reading,
  ids: readonly (string | null | undefined)[],
): Promise<Map<string, FoundRecord>> {
  const wanted = ids.filter((id) => typeof id === 'string');
  if (wanted.length === 0) return new Map();
  const found = await leavesById(db, chain, wanted);
  const records = [...found.values()].filter(({ position }) => position < size);
  return new Map(
    records.map(({ id, position, artifact_type, action, verdict, actor, created_at, payload }) => {
      const read = payload === null ? null : readPayload(payload);
      const record = { ...placeOf({ id, position }), artifactType: artifact_type, action, verdict, actor };
      return [id, { ...record, at: created_at, payload: read }];
    }),
  );
}
