/**
 * Approving for the whole task: the mandate that the held action named is widened by what was beyond it, in the commit
 * of the approval. Its tool, effects and targets are added, and nothing else.
 */

import { isPattern, readName } from '@assize/act-reading/names';
import { EFFECTS, type Effect, type ReadReach, type Target } from '@assize/act-reading/targets';
import { canonicalJson, type JsonObject } from '@assize/evidence-format';
import type { BoundStatement } from '../database/evidence/append-store.ts';
import type { Database } from '../database/open.ts';
import type { ArtifactDraft } from '../evidence/index.ts';
import { findArtifacts } from '../evidence/reading/index.ts';
import { Failure } from '../foundation/failure.ts';
import type { FillRandom, IdSource } from '../foundation/ids.ts';
import {
  changeFields,
  changeStatements,
  findMandate,
  MANDATE_WIDENED,
  type Mandates,
  requireWidenable,
  termsOf,
  widenedByCall,
} from '../mandates/index.ts';
import { reachesIn } from '../targets/index.ts';
import { targetHashes } from '../targets/known/index.ts';
import type { ApprovalRow, Decision } from './approval.ts';

export interface ForTaskDeps {
  db: Database;
  ids: IdSource;
  fillRandom: FillRandom;
  mandates: Mandates;
}

/** The parts that approving for the task adds to a mandate. */
export interface Beyond {
  mandate_id: string;
  /** null where the mandate covers it. */
  tool: string | null;
  effects: Effect[];
  targets: Target[];
}

const MAX_TARGETS = 32;

/**
 * Returns what was beyond the mandate that the held action named; null where it named none that was open, or where
 * adding tool, effects and targets changes nothing.
 * @param opening the record of the evaluation that opened the approval.
 */
export function beyondOf(opening: JsonObject | null): Beyond | null {
  const { mandate } = ((opening?.facts as JsonObject | undefined)?.act ?? {}) as { mandate?: MandateRecord };
  const action = actionOf(opening);
  if (mandate?.state !== 'open' || action === null) return null;
  const { id, outside } = mandate;
  // A name that reads as a pattern would add more than one tool.
  const isTool = readName(action) !== null && !isPattern(action);
  const targets = targetsBeyond(reachesIn(opening) as ActReach[], outside.targets);
  const addsForTool =
    outside.tool || outside.effects.length > 0 || (mandate.plan === true && targets.length > 0);
  if ((!addsForTool && targets.length === 0) || (addsForTool && !isTool) || targets.length > MAX_TARGETS)
    return null;
  const effects = EFFECTS.filter((effect) => outside.effects.includes(effect));
  return { mandate_id: id, tool: outside.tool ? action : null, effects, targets };
}

function actionOf(opening: JsonObject | null): string | null {
  const action = (opening?.request as JsonObject | undefined)?.action;
  return typeof action === 'string' ? action : null;
}

type ActReach = ReturnType<typeof reachesIn>[number] & { known?: JsonObject | null };

interface MandateRecord {
  id: string;
  state: string;
  plan?: true;
  outside: { effects: Effect[]; tool: boolean; targets: string[] };
}

/** Reading binds no target, and a program is part of the tool. */
function targetsBeyond(reaches: readonly ActReach[], others: readonly string[]): Target[] {
  const beyond = reaches.filter((reach): reach is ActReach & ReadReach => {
    const isAsked = reach.effect !== 'read' && reach.role !== 'program' && 'value' in reach;
    return isAsked && (reach.known == null || others.includes(reach.path));
  });
  const each = new Map(beyond.map(({ kind, value }) => [`${kind} ${value}`, { kind, value }]));
  return [...each.values()];
}

export interface Widening {
  mandateId: string;
  statements: BoundStatement[];
  also: ArtifactDraft[];
  /** For the record of the approval. */
  record: JsonObject;
}

/** @throws {Failure} `conflict` where the approval can't be given for the task. */
export async function widening(
  deps: ForTaskDeps,
  { chain, approval_id, evidence_id, corrected_evidence_id }: ApprovalRow,
  { party, decided_at: at }: Pick<Decision, 'party' | 'decided_at'>,
): Promise<Widening> {
  // The mandate would get the targets that a human has replaced.
  if (corrected_evidence_id !== null) throw notForTask();
  const { db, ids, fillRandom } = deps;
  const opening = (await findArtifacts(db, chain, [evidence_id])).get(evidence_id)?.payload ?? null;
  const beyond = beyondOf(opening);
  const action = actionOf(opening);
  if (beyond === null || action === null) throw notForTask();
  const row = await findMandate(db, chain, beyond.mandate_id);
  requireWidenable(row, at);
  const hashes = await targetHashes(db, fillRandom);
  const changed = widenedByCall(hashes, chain, termsOf(row), { ...beyond, action });
  const stamp = { id: ids.ordered('ev', at), at };
  const change = { ...changeFields(row, changed, {}), approval_id, evaluation_id: evidence_id };
  return {
    mandateId: row.mandate_id,
    statements: changeStatements(db, row, changed.terms, stamp),
    also: [
      {
        id: stamp.id,
        artifact_type: 'governance_change',
        action: MANDATE_WIDENED,
        verdict: null,
        actor: party,
        created_at: at,
        payload: canonicalJson({ action: MANDATE_WIDENED, by: party, change }),
      },
    ],
    record: {
      widened: { mandate_id: row.mandate_id, version: row.version + 1, evidence_id: stamp.id },
    },
  };
}

/** Whether the approval of this resolution was given for the task. */
export async function wasForTask(
  db: Database,
  { chain, resolution_evidence_id: id }: ApprovalRow,
): Promise<boolean> {
  if (id === null) return false;
  const resolution = (await findArtifacts(db, chain, [id])).get(id);
  return resolution?.payload?.widened !== undefined;
}

export function notForTask(): Failure {
  return Failure.conflict(
    'mandate_not_widened',
    'The action named no open mandate, or nothing of it can be added to the mandate: approve it alone.',
  );
}
