/** Finds the verdict that a request would get. Nothing is recorded except one core API call. */
import { type RoutedTerms, termsFor } from '../approvals/use/index.ts';
import { isTurnUsedUp, nextTurn } from '../foundation/turns.ts';
import { type Draft, policiesWithDraft } from '../governance/policies/index.ts';
import type { ApprovalSettings } from '../governance/settings/terms/index.ts';
import { type Principal, requestBy } from '../keys/index.ts';
import { countCall, type Quotas, requireCall } from '../usage/index.ts';
import { decideAndExplain, type Evaluation } from './decision/judge.ts';
import { heldActionOf } from './effects/held-action.ts';
import { type GatherDeps, type Gathered, gatherFacts } from './facts/gather-facts.ts';
import { alwaysCheck } from './facts/recent-refusals.ts';
import type { Verdict } from './laws/law.ts';
import { withMatches } from './laws/policy-matches.ts';
import { type EvaluationRequest, requireOrdinary } from './question/request.ts';

/**
 * @param draft a policy to try with the active ones; it replaces an active one of the same name.
 * @throws {Failure} `allowance_exceeded`; `invalid` where the draft is invalid, or the action is the service's own.
 */
export async function simulate(
  deps: SimulateDeps,
  principal: Principal,
  asked: EvaluationRequest,
  draft?: Draft,
): Promise<Evaluation> {
  return (await simulated(deps, principal, asked, draft)).evaluation;
}

export interface WouldAsk {
  verdict: Verdict;
  /** ms since the epoch. */
  at: number;
  /** The terms that an approval would get if the request were held now. */
  terms: RoutedTerms;
}

/** Finds whom a request would ask if it were held, also where it would not be. @throws {Failure} as {@link simulate}. */
export async function whoWouldBeAsked(
  deps: SimulateDeps & { approvalSettings: ApprovalSettings },
  principal: Principal,
  asked: EvaluationRequest,
): Promise<WouldAsk> {
  const { evaluation, gathered } = await simulated(deps, principal, asked);
  const { at, active, question } = gathered;
  const settings = active.settings.approvals ?? deps.approvalSettings;
  const held = heldActionOf(question, principal.environment);
  return { verdict: evaluation.verdict, at, terms: termsFor(held, settings, at) };
}

type SimulateDeps = GatherDeps & { quotas: Quotas };

async function simulated(
  deps: SimulateDeps,
  principal: Principal,
  asked: EvaluationRequest,
  draft?: Draft,
): Promise<{ evaluation: Evaluation; gathered: Gathered }> {
  const request = requestBy(principal, asked);
  requireOrdinary(request);
  const quota = await deps.quotas.of(principal);
  // This comes before the draft is read, since reading costs more than refusing.
  if (draft !== undefined) await requireCall(deps, principal, 'core_api_calls', quota);
  const tried = draft && (await policiesWithDraft(deps.db, principal.chain, draft));
  const looking = { ...deps, recentRefusals: alwaysCheck };
  const gathered = await gatherFacts(looking, principal, request, quota);
  const { at, question } = gathered;
  while (tried && isTurnUsedUp()) await nextTurn(principal.chain);
  const judged = tried ? withMatches(question, principal.environment, tried) : question;
  const { evaluation } = decideAndExplain(deps.clock, at, judged);
  await countCall(deps, principal, 'core_api_calls', quota);
  return { evaluation, gathered };
}
