/**
 * The lines of a review: of an open one, what can get in now, with what was decided about it, and what can't any longer;
 * of a closed one, what was decided. A decision counts only for what was granted then: if it changed, the line is open again.
 */
import type { JsonObject } from '@assize/evidence-format';
import { type Artifact, findArtifacts } from '../evidence/reading/index.ts';
import type { Principal } from '../keys/index.ts';
import { accessOf } from './access.ts';
import { type Access, type AccessDeps, type AccessKind, recordedAccess, stateOf } from './line.ts';
import { ownOf } from './own.ts';
import { type DecidedRow, type Decision, decidedIn, type ReviewRow } from './review.ts';

export interface Decided {
  decision: Decision;
  /** Whether they kept their own access, since no other person could review. */
  isBySelf: boolean;
  /** ms since the epoch. */
  at: number;
  by: string;
  evidenceId: string;
}

export interface Line {
  kind: AccessKind;
  id: string;
  state: string;
  /** As records state it; null if it is gone from the evidence. */
  access: JsonObject | null;
  /** Whether it is the caller's: another person has to keep it, unless no other can review. */
  isOwn: boolean;
  /** null: not yet, or what is granted has changed since. */
  decided: Decided | null;
}

/** @param caller in production. */
export async function linesOf(deps: AccessDeps, caller: Principal, review: ReviewRow): Promise<Line[]> {
  const { tenantId, chain } = caller;
  const decided = await decidedIn(deps.db, chain, review.review_id);
  if (review.status === 'closed') return recordedLines(deps, chain, decided);
  const present = await accessOf(deps, tenantId);
  const byName = new Map(decided.map((row) => [nameOf(row.kind, row.subject), row]));
  const { isOwn } = await ownOf(deps.db, caller, present);
  const lines = present.map((access) =>
    lineOf(access, isOwn(access), byName.get(nameOf(access.kind, access.id))),
  );
  const here = new Set(present.map(({ kind, id }) => nameOf(kind, id)));
  const gone = decided.filter(({ kind, subject }) => !here.has(nameOf(kind, subject)));
  return [...lines, ...(await recordedLines(deps, chain, gone))];
}

const nameOf = (kind: string, id: string) => `${kind} ${id}`;

function lineOf(access: Access, isOwn: boolean, row: DecidedRow | undefined): Line {
  const { kind, id } = access;
  const state = stateOf(access);
  const holds = row !== undefined && row.state === state && row.decision === 'kept';
  return { kind, id, state, access: recordedAccess(access), isOwn, decided: holds ? decidedBy(row) : null };
}

export function decidedBy(row: Omit<DecidedRow, 'kind' | 'subject' | 'state'>): Decided {
  const { decision, by_self, decided_at: at, decided_by: by, evidence_id: evidenceId } = row;
  return { decision: decision as Decision, isBySelf: by_self === 1, at, by, evidenceId };
}

/** The lines as the records of the decisions state them. */
async function recordedLines(
  { db }: AccessDeps,
  chain: number,
  decided: readonly DecidedRow[],
): Promise<Line[]> {
  const ids = decided.map(({ evidence_id }) => evidence_id);
  const none: ReadonlyMap<string, Artifact> = new Map();
  const records = ids.length === 0 ? none : await findArtifacts(db, chain, ids);
  return decided.map((row) => {
    const change = records.get(row.evidence_id)?.payload?.change as JsonObject | undefined;
    const access = (change?.access ?? null) as JsonObject | null;
    return {
      kind: row.kind as AccessKind,
      id: row.subject,
      state: row.state,
      access,
      isOwn: false,
      decided: decidedBy(row),
    };
  });
}
