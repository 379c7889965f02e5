/** Finds the verdict that a request would get. Nothing is recorded except one core API call. */
import { isTurnUsedUp, nextTurn } from '../foundation/turns.ts';
import { type Draft, policiesWithDraft } from '../governance/policies/index.ts';
import { type Principal, requestBy } from '../keys/index.ts';
import { countCall, type Quotas, requireCall } from '../usage/index.ts';
import { decideAndExplain, type Evaluation } from './decision/judge.ts';
import { type GatherDeps, gatherFacts } from './facts/gather-facts.ts';
import { alwaysCheck } from './facts/recent-refusals.ts';
import { withMatches } from './laws/policy-matches.ts';
import { type EvaluationRequest, requireOrdinary } from './question/request.ts';

/**
 * @param draft a policy to try with the active ones; it replaces an active one of the same name.
 * @throws {Failure} `allowance_exceeded`; `invalid` where the draft is invalid, or the action is the service's own.
 */
export async function simulate(
  deps: GatherDeps & { quotas: Quotas },
  principal: Principal,
  asked: EvaluationRequest,
  draft?: Draft,
): Promise<Evaluation> {
  const request = requestBy(principal, asked);
  requireOrdinary(request);
  const quota = await deps.quotas.of(principal);
  // This comes before the draft is read, since reading costs more than refusing.
  if (draft !== undefined) await requireCall(deps, principal, 'core_api_calls', quota);
  const tried = draft && (await policiesWithDraft(deps.db, principal.chain, draft));
  const looking = { ...deps, recentRefusals: alwaysCheck };
  const { at, question } = await gatherFacts(looking, principal, request, quota);
  while (tried && isTurnUsedUp()) await nextTurn(principal.chain);
  const judged = tried ? withMatches(question, principal.environment, tried) : question;
  const { evaluation } = decideAndExplain(deps.clock, at, judged);
  await countCall(deps, principal, 'core_api_calls', quota);
  return evaluation;
}
