/**
 * Compares reports of executed actions with the evaluations they name, which come earlier and with the same verdict.
 * One report is kept as the outcome of each; an immediate execution directly follows its evaluation.
 */

import { EXECUTE } from '../../../evaluation/index.ts';
import { actorOf } from '../../../evaluation/question/index.ts';
import type { Act } from '../../comparing/acts.ts';
import { inTurn, naming } from '../../comparing/naming.ts';
import { pagesBy, rowsNamed, rowsOf } from '../../comparing/rows.ts';
import type { Check } from '../../registry.ts';
import { beginningOf, evaluationOf, type Fact, factPages } from './reports.ts';

/** A report without its payload no longer names its evaluation, and is left out. */
const executed: Check = async (tally, context) => {
  const beginning = await beginningOf(context);
  for await (const facts of factPages(context, 'action_executed')) {
    const named = facts.flatMap(({ act }) => evaluationOf(act.payload) ?? []);
    const rows = await rowsNamed(context, 'outcomes', 'evaluation_id', named);
    const kept = new Map(rows.map((row) => [row.evaluation_id, row.evidence_id]));
    for (const fact of facts) {
      const { act } = fact;
      const what =
        faultOf(fact) ??
        (act.payload?.by === EXECUTE ? faultOfExecution(fact) : faultOfReport(act, kept, beginning));
      tally.compared(what, act);
    }
  }
};

function faultOf({ act, evaluation }: Fact): string | null {
  const { payload } = act;
  if (payload === null) return 'The payload of this outcome is not a JSON object.';
  if (payload.action !== act.action) return 'This outcome is recorded under another action than it reports.';
  if (actorOf(payload, payload.key_id) !== act.actor) {
    return 'This outcome is recorded under another actor than it reports.';
  }
  if (payload.evaluation_id !== undefined) {
    if (evaluation === undefined) return 'The evaluation that this outcome names is not in this chain.';
    if (evaluation.type !== 'governance_eval') {
      return `What this outcome names as its evaluation is of type ${evaluation.type}.`;
    }
    if (evaluation.position >= act.position) {
      return `This outcome stands before its evaluation, which is at ${evaluation.position}.`;
    }
  }
  const verdict = evaluation?.verdict ?? null;
  if (act.verdict !== verdict)
    return `This outcome bears the verdict ${act.verdict}, its evaluation ${verdict}.`;
  const isMarked = payload.executed_despite_block === true;
  if (isMarked === (verdict === 'block')) return null;
  return isMarked
    ? 'This outcome is marked as executed despite a block, but was not blocked.'
    : 'This outcome was executed despite a block, but is not marked so.';
}

function faultOfExecution({ act, evaluation }: Fact): string | null {
  if (act.verdict !== 'proceed') return `This was executed at once, but its verdict is ${act.verdict}.`;
  if (evaluation?.position !== act.position - 1 || evaluation.at !== act.at) {
    return 'This was executed at once, but does not directly follow its evaluation.';
  }
  const isSame = evaluation.action === act.action && evaluation.actor === act.actor;
  return isSame ? null : 'This was executed at once, but by another or otherwise than was asked.';
}

function faultOfReport(act: Act, kept: ReadonlyMap<string, string>, beginning: number): string | null {
  const evaluation = evaluationOf(act.payload);
  if (evaluation === undefined) return null;
  const outcome = kept.get(evaluation);
  if (outcome === undefined) return 'This outcome is not kept as that of the evaluation it names.';
  if (outcome === act.id || act.position < beginning) return null;
  return `The evaluation that this outcome names has another, ${outcome}.`;
}

/** Compares each kept outcome with the report and the evaluation it names. */
const kept = naming({
  rows: (context) => pagesBy(rowsOf(context, 'outcomes'), 'evaluation_id'),
  names: ['evidence_id', 'evaluation_id'],
  it: ({ evaluation_id }) => `The outcome kept of ${evaluation_id}`,
  compare: (row, { evidence_id: report, evaluation_id: evaluation }) => {
    if (evaluation?.type !== 'governance_eval') return 'is of no evaluation in this chain';
    if (report?.type !== 'action_executed') return 'was reported by no artifact in this chain';
    if (report.at !== row.reported_at) return 'was reported at another time than its artifact says';
    if (report.isGone) return null;
    if (report.payload?.by === EXECUTE) return 'is an execution, not a report';
    const isOfIt = evaluationOf(report.payload) === row.evaluation_id;
    return isOfIt ? null : 'was reported of another evaluation';
  },
});

export const outcomes = inTurn(executed, kept);
