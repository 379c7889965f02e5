/** The facts that outcomes and trust are computed from: reports and resolutions, and the evaluations they name. */
import type { JsonObject } from '@assize/evidence-format';
import { leavesById, type RareType } from '../../../evidence/reading/index.ts';
import { isId } from '../../../foundation/ids.ts';
import { Act, actsOfType } from '../../comparing/acts.ts';
import { rowsOf } from '../../comparing/rows.ts';
import type { ChainOfRows, CheckContext } from '../../registry.ts';

export interface Fact {
  act: Act;
  /** The one that it names. */
  evaluation: Act | undefined;
}

/** Artifacts that report or resolve, as far as they still have their payload. */
export async function* factPages(context: CheckContext, type: RareType): AsyncGenerator<Fact[], void> {
  for await (const page of actsOfType(context, type, { end: context.size })) {
    const acts = page.filter(({ isGone }) => !isGone);
    const named = acts.flatMap(({ payload }) => evaluationOf(payload) ?? []);
    const leaves = await leavesById(context.db, context.chain, named);
    yield acts.map((act) => {
      const leaf = leaves.get(evaluationOf(act.payload) ?? '');
      return { act, evaluation: leaf && new Act(leaf) };
    });
  }
}

/** The id of the evaluation that a report or resolution names. */
export function evaluationOf(payload: JsonObject | null): string | undefined {
  const id = payload?.evaluation_id;
  return typeof id === 'string' && isId('ev', id) ? id : undefined;
}

/** The position from which facts count. */
export async function beginningOf(context: ChainOfRows): Promise<number> {
  return (await rowsOf(context, 'trust_beginnings').executeTakeFirst())?.position ?? 0;
}
