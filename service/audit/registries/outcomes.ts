/**
 * Compares reports of executed actions with the evaluations they name: the evaluation comes earlier in the chain, and
 * the report repeats its verdict and is marked exactly if it was executed despite a block. One report is kept as the
 * outcome of each evaluation; an immediate execution directly follows its evaluation.
 */

import type { JsonObject } from '@assize/evidence-format';
import type { Selectable } from 'kysely';
import type { OutcomesTable } from '../../database/tables/governance.ts';
import { actorOf, EXECUTE } from '../../evaluation/index.ts';
import { type LeafAndPayload, leavesOfType, readPayload, valuesOf } from '../../evidence/reading/index.ts';
import type { CheckContext, Registry, Tally } from '../registry.ts';
import { beginningOf, evaluationOf, factsOf } from './reports.ts';
import { leavesNamedIn, pagesBy } from './rows.ts';

export const outcomesRegistry: Registry = { name: 'outcomes', check };

type Row = Selectable<OutcomesTable>;

async function check(tally: Tally, context: CheckContext): Promise<void> {
  await checkExecuted(tally, context);
  await checkKept(tally, context);
}

/** A report without its payload no longer names its evaluation, and is left out. */
async function checkExecuted(tally: Tally, context: CheckContext): Promise<void> {
  const { db, chain, size } = context;
  const beginning = await beginningOf(context);
  for await (const page of leavesOfType(db, chain, 'action_executed', size)) {
    const { facts, named, evaluations } = await factsOf(context, page);
    const kept = await keptOf(context, named);
    for (const { leaf, payload } of facts) {
      const what =
        faultOf(leaf, payload, evaluations) ??
        (payload?.by === EXECUTE
          ? faultOfExecution(leaf, payload, evaluations)
          : faultOfReport(leaf, evaluationOf(payload), kept, beginning));
      tally.compared(what, leaf.position, leaf.id);
    }
  }
}

/** By evaluation. Joined, so that SQLite looks up each id, as in `positionsOf`. */
async function keptOf({ db, chain }: CheckContext, evaluations: readonly string[]) {
  if (evaluations.length === 0) return new Map<string, string>();
  const rows = await db
    .selectFrom(valuesOf(evaluations).as('wanted'))
    .crossJoin('outcomes')
    .select(['evaluation_id', 'evidence_id'])
    .where('chain', '=', chain)
    .whereRef('evaluation_id', '=', 'wanted.column1')
    .execute();
  return new Map(rows.map((row) => [row.evaluation_id, row.evidence_id]));
}

function faultOf(
  leaf: LeafAndPayload,
  payload: JsonObject | null,
  evaluations: ReadonlyMap<string, LeafAndPayload>,
): string | null {
  if (payload === null) return 'The payload of this outcome is no JSON object.';
  if (payload.action !== leaf.action) return 'This outcome is recorded under another action than it reports.';
  if (actorOf(payload, payload.key_id) !== leaf.actor) {
    return 'This outcome is recorded under another actor than it reports.';
  }
  const named = payload.evaluation_id;
  let verdict: string | null = null;
  if (named !== undefined) {
    const evaluation = evaluations.get(String(named));
    if (evaluation === undefined) return 'The evaluation that this outcome names is not in this chain.';
    if (evaluation.artifact_type !== 'governance_eval') {
      return `What this outcome names as its evaluation is of type ${evaluation.artifact_type}.`;
    }
    if (evaluation.position >= leaf.position) {
      return `This outcome stands before its evaluation, which is at ${evaluation.position}.`;
    }
    verdict = evaluation.verdict;
  }
  if (leaf.verdict !== verdict) {
    return `This outcome bears the verdict ${leaf.verdict}, its evaluation ${verdict}.`;
  }
  const marked = payload.executed_despite_block === true;
  if (marked === (verdict === 'block')) return null;
  return marked
    ? 'This outcome is marked as executed despite a block, but was not blocked.'
    : 'This outcome was executed despite a block, but is not marked so.';
}

function faultOfExecution(
  leaf: LeafAndPayload,
  payload: JsonObject,
  evaluations: ReadonlyMap<string, LeafAndPayload>,
): string | null {
  const evaluation = evaluations.get(evaluationOf(payload) ?? '');
  if (leaf.verdict !== 'proceed') return `This was executed at once, but its verdict is ${leaf.verdict}.`;
  if (evaluation?.position !== leaf.position - 1 || evaluation.created_at !== leaf.created_at) {
    return 'This was executed at once, but does not directly follow its evaluation.';
  }
  const isSame = evaluation.action === leaf.action && evaluation.actor === leaf.actor;
  return isSame ? null : 'This was executed at once, but by another or otherwise than was asked.';
}

function faultOfReport(
  leaf: LeafAndPayload,
  evaluation: string | undefined,
  kept: ReadonlyMap<string, string>,
  beginning: number,
): string | null {
  if (evaluation === undefined) return null;
  const outcome = kept.get(evaluation);
  if (outcome === undefined) return 'This outcome is not kept as that of the evaluation it names.';
  if (outcome === leaf.id || leaf.position < beginning) return null;
  return `The evaluation that this outcome names has another, ${outcome}.`;
}

/** Compares each kept outcome with the report and the evaluation it names. */
async function checkKept(tally: Tally, context: CheckContext): Promise<void> {
  const { db, chain } = context;
  const kept = db.selectFrom('outcomes').selectAll().where('chain', '=', chain);
  for await (const rows of pagesBy(kept, 'evaluation_id')) {
    const leaves = await leavesNamedIn(context, rows, 'evidence_id', 'evaluation_id');
    for (const row of rows) {
      const report = leaves.get(row.evidence_id);
      const what = faultOfKept(row, report, leaves.get(row.evaluation_id));
      tally.compared(what, report?.position, row.evidence_id);
    }
  }
}

function faultOfKept(
  row: Row,
  report: LeafAndPayload | undefined,
  evaluation: LeafAndPayload | undefined,
): string | null {
  const it = `The outcome kept of ${row.evaluation_id}`;
  if (evaluation?.artifact_type !== 'governance_eval') return `${it} is of no evaluation in this chain.`;
  if (report?.artifact_type !== 'action_executed') return `${it} was reported by no artifact in this chain.`;
  if (report.created_at !== row.reported_at)
    return `${it} was reported at another time than its artifact says.`;
  if (report.payload === null) return null;
  const payload = readPayload(report.payload);
  if (payload?.by === EXECUTE) return `${it} is no report, but an execution.`;
  return evaluationOf(payload) === row.evaluation_id ? null : `${it} was reported of another evaluation.`;
}
