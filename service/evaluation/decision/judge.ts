/** Judges a request: gathers the facts, applies the laws, and gives the verdict. Nothing is recorded here. */
import { type MaybePromise, whenKnown } from '../../foundation/fresh-cache.ts';
import type { Principal } from '../../keys/index.ts';
import type { Traced } from '../../telemetry/traced.ts';
import type { Quota, Quotas } from '../../usage/index.ts';
import { type GatherDeps, type Gathered, gatherFacts } from '../facts/gather-facts.ts';
import type { Decision } from '../laws/law.ts';
import type { EvaluationRequest } from '../question/request.ts';
import { decideAndExplain, type Evaluation } from './evaluation.ts';

export interface JudgeDeps extends GatherDeps {
  quotas: Quotas;
  traced: Traced;
}

export interface Judged {
  gathered: Gathered;
  quota: Quota | null;
  evaluation: Evaluation;
  decision: Decision;
}

export function judge(
  deps: JudgeDeps,
  principal: Principal,
  request: EvaluationRequest,
): MaybePromise<Judged> {
  return deps.traced.within('judge', () =>
    whenKnown(deps.quotas.of(principal), (quota) =>
      whenKnown(gatherFacts(deps, principal, request, quota), (gathered) => {
        const { evaluation, decision } = decideAndExplain(deps.clock, gathered.at, gathered.question);
        return { gathered, quota, evaluation, decision };
      }),
    ),
  );
}
