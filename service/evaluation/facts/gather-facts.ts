/**
 * Gathers the service's own facts about a request from all sources, and builds the question: nearly always at once,
 * from memory. Settings and policies travel with the question, so that everything in it is from the same moment.
 */

import { type ApprovalForUse, approvalForUse } from '../../approvals/use/index.ts';
import type { BudgetBook, CoveringBudgets } from '../../budgets/index.ts';
import type { ChainHealth } from '../../evidence/index.ts';
import type { Clock } from '../../foundation/clock.ts';
import { allKnown, type MaybePromise, whenKnown } from '../../foundation/fresh-cache.ts';
import { isTurnUsedUp, nextTurn } from '../../foundation/turns.ts';
import { haltOf } from '../../governance/halts/index.ts';
import type { ActiveGovernance, GovernanceCache } from '../../governance/index.ts';
import { lookUp } from '../../governance/settings/terms/index.ts';
import type { Principal } from '../../keys/index.ts';
import type { TrustScores } from '../../trust/index.ts';
import { isStorageUsedUp, type Quota } from '../../usage/index.ts';
import { withMatches } from '../laws/policy-matches.ts';
import { type Facts, NO_FACTS } from '../question/facts.ts';
import { identityFact } from '../question/identity.ts';
import { buildQuestion, type Question } from '../question/question.ts';
import type { EvaluationRequest } from '../question/request.ts';
import { questionsIn } from '../record/record.ts';
import { type ActSources, type GatheredAct, gatherAct } from './gather-act.ts';
import {
  type Assumption,
  assumedUnrefused,
  type RecentRefusals,
  refusable,
  refusedClaims,
} from './recent-refusals.ts';

export interface GatherDeps extends ActSources {
  clock: Clock;
  chainHealth: ChainHealth;
  governance: GovernanceCache;
  trust: TrustScores;
  budgets: BudgetBook;
  recentRefusals: RecentRefusals;
}

export interface Gathered {
  /** ms since the epoch: the moment that all other fields refer to. */
  at: number;
  active: ActiveGovernance;
  question: Question;
  /** null where no budget covers the request. */
  budgets: CoveringBudgets | null;
  /** Facts that are assumed without a query. */
  assumption: Assumption | null;
  /** null where the service knows nothing about the action itself. */
  act: GatheredAct | null;
}

interface Asker extends Pick<Principal, 'chain' | 'environment' | 'party' | 'identity'> {
  /** null for a key or a token. */
  member: object | null;
}

/** A request, and the settings and policies for it. */
interface GovernedRequest {
  deps: GatherDeps;
  asker: Asker;
  request: EvaluationRequest;
  quota: Quota | null;
  active: ActiveGovernance;
  chain_health: Facts['chain_health'];
  at: number;
  assumption: Assumption | null;
}

interface Known {
  approval: Pick<ApprovalForUse, 'opening' | 'answers'> & { state: Facts['approval'] };
  trust: number | null;
  refused: Facts['refused_claims'];
  act: GatheredAct | null;
}

const NO_APPROVAL: Known['approval'] = { state: NO_FACTS.approval, opening: null, answers: null };

export function gatherFacts(
  deps: GatherDeps,
  asker: Asker,
  request: EvaluationRequest,
  quota: Quota | null,
): MaybePromise<Gathered> {
  const { chain } = asker;
  const governance = allKnown([deps.governance.of(chain), deps.chainHealth.of(chain)]);
  return whenKnown(governance, ([active, chain_health]) => {
    const at = deps.clock.now();
    const { agent_id: agentId, context } = request;
    const isVerified = active.settings.laws.settings.attestation === 'verified';
    const refused = isVerified ? refusable(chain, request) : null;
    const past = refused && { ...refused, at };
    const assumption = past && assumedUnrefused(deps.recentRefusals, past);
    const looksBack = past !== null && assumption === null;
    const governed: GovernedRequest = { deps, asker, request, quota, active, chain_health, at, assumption };
    const { approval_id: named } = context;
    const known = allKnown([
      named === undefined ? NO_APPROVAL : approvalForUse(deps.db, chain, named, request, at),
      agentId === undefined ? null : deps.trust.of(chain, { agentId, party: asker.party }, at),
      looksBack ? refusedClaims(deps, past) : NO_FACTS.refused_claims,
      gatherAct(deps, chain, active, request, { party: asker.party, at }),
    ]);
    return whenKnown(known, ([approval, trust, refused, act]) =>
      inTurn(governed, { approval, trust, refused, act }),
    );
  });
}

/**
 * Rules and patterns may take a long time. Where they have used up this turn of the event loop, the work continues in
 * another turn, with the settings that are active then. The catalogue look-ups happen here, one by one, since laws
 * never wait.
 */
function inTurn(governed: GovernedRequest, known: Known): MaybePromise<Gathered> {
  const { request, active } = governed;
  const { catalogue } = active.settings.laws.settings;
  const isLight = active.policies === null && active.budgets.length === 0 && catalogue.length === 0;
  if (isLight) return withBudgets(governed, known);
  if (isTurnUsedUp()) return inNextTurn(governed, known);
  if (catalogue.length > 0) {
    for (const { action } of [request, ...(request.context.alternatives ?? [])]) {
      lookUp(action, catalogue);
      if (isTurnUsedUp()) return inNextTurn(governed, known);
    }
  }
  return withBudgets(governed, known);
}

async function inNextTurn(governed: GovernedRequest, known: Known): Promise<Gathered> {
  const { deps, asker, request, quota, active } = governed;
  const { chain } = asker;
  await nextTurn(chain);
  if ((await deps.governance.of(chain)) !== active) return gatherFacts(deps, asker, request, quota);
  const chain_health = await deps.chainHealth.of(chain);
  return inTurn({ ...governed, chain_health, at: deps.clock.now() }, known);
}

/** Reads budgets last, since other requests may reserve from them meanwhile. */
function withBudgets(governed: GovernedRequest, known: Known): MaybePromise<Gathered> {
  const { deps, asker, request, active, at, assumption } = governed;
  const { action, agent_id: agentId } = request;
  const spending = { chain: asker.chain, agentId, action, at };
  const covering = active.budgets.length === 0 ? null : deps.budgets.covering(active.budgets, spending);
  return whenKnown(covering, (budgets) => {
    return {
      at,
      active,
      question: questionOf(governed, known, budgets),
      budgets,
      assumption,
      act: known.act,
    };
  });
}

function questionOf(governed: GovernedRequest, known: Known, budgets: CoveringBudgets | null): Question {
  const { asker, request, quota, active, chain_health } = governed;
  const { approval, trust, refused } = known;
  const facts: Facts = {
    rules: NO_FACTS.rules,
    asked_by: asker.member === null ? 'key' : 'member',
    identity: identityFact(asker.identity, standingOf(active, request)),
    act: known.act?.facts ?? NO_FACTS.act,
    approval: approval.state,
    answered: answeredBy(approval),
    ledger_trust: trust,
    budget_remaining_micro_usd: budgets?.remainingMicroUsd ?? null,
    halt: haltOf(active.halts, request.agent_id),
    policy_matches: NO_FACTS.policy_matches,
    refused_claims: refused,
    chain_health,
    storage: isStorageUsedUp(quota) ? 'past_allowance' : NO_FACTS.storage,
  };
  const question = buildQuestion(request, facts, active.settings.laws.settings);
  const contents = known.act?.contents;
  const read = contents === undefined ? question : { ...question, contents };
  return withMatches(read, asker.environment, active.policies);
}

/** A human has answered the warnings that the approval showed, or those that their correction got. */
function answeredBy({ opening, answers }: Known['approval']): Facts['answered'] {
  if (opening === null) return NO_FACTS.answered;
  return answers === null ? questionsIn(opening) : (answers as unknown as Facts['answered']);
}

function standingOf({ agents }: ActiveGovernance, { agent_id: agentId }: EvaluationRequest) {
  return agentId === undefined ? null : agents.statusOf(agentId);
}
