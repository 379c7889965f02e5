/**
 * Reported outcomes and the evaluations they name: each stands earlier in the same chain, and the outcome bears its
 * verdict, and the mark of one that was executed despite a block exactly where it was.
 */
import type { JsonObject } from '@assize/evidence-format';
import { isId } from '../../foundation/ids.ts';
import { type LeafAndPayload, leavesById, leavesOfType, readPayload } from './read.ts';
import { registryOnThread, Tally, type ThreadCheck } from './registry.ts';

export const outcomesRegistry = registryOnThread('outcomes', import.meta.url);

/** An outcome whose payload is gone no longer says what it was an outcome of, and is left out. */
export const check: ThreadCheck = async ({ db, chain, size }) => {
  const tally = new Tally();
  for await (const page of leavesOfType(db, chain, 'action_executed', size)) {
    const told = page.flatMap((leaf) =>
      leaf.payload === null ? [] : [{ leaf, payload: readPayload(leaf.payload) }],
    );
    const named = told.flatMap(({ payload }) => evaluationOf(payload) ?? []);
    const evaluations = await leavesById(db, chain, named);
    for (const { leaf, payload } of told) {
      tally.checked();
      const what = faultOf(leaf, payload, evaluations);
      if (what !== null) tally.gap(what, leaf.position, leaf.id);
    }
  }
  return tally.report();
};

function evaluationOf(payload: JsonObject | null): string | undefined {
  const id = payload?.evaluation_id;
  return typeof id === 'string' && isId('ev', id) ? id : undefined;
}

function faultOf(
  leaf: LeafAndPayload,
  payload: JsonObject | null,
  evaluations: ReadonlyMap<string, LeafAndPayload>,
): string | null {
  if (payload === null) return 'The payload of this outcome is no JSON object.';
  if (payload.action !== leaf.action) return 'This outcome is recorded under another action than it reports.';
  if ((payload.agent_id ?? payload.user_id ?? payload.key_id) !== leaf.actor) {
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
