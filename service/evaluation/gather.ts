/**
 * What the service itself knows of a request, brought together from every registry that knows something: at once, from
 * memory, nearly always. What it was judged by travels with the facts, so that all of it is of one moment.
 */
import { type ApprovalForUse, approvalForUse } from '../approvals/index.ts';
import type { BudgetBook, Cover } from '../budgets/index.ts';
import type { Database } from '../database/open.ts';
import type { ChainHealth } from '../evidence/index.ts';
import type { Clock } from '../foundation/clock.ts';
import { isTurnUsedUp, nextTurn } from '../foundation/turns.ts';
import { haltOf } from '../governance/halts/index.ts';
import type { ActiveGovernance, GovernanceCache } from '../governance/index.ts';
import { lookUp } from '../governance/settings/index.ts';
import type { Principal } from '../keys/index.ts';
import type { TrustScores } from '../trust/index.ts';
import { isStorageUsedUp, type Quota } from '../usage/index.ts';
import { askedIn } from './answered.ts';
import { type Facts, NO_FACTS } from './facts.ts';
import { withMatches } from './matches.ts';
import { type Assumption, assumedUnrefused, refusedClaims } from './refused-claims.ts';
import type { EvaluationRequest } from './request.ts';
import type { Suspects } from './suspects.ts';

export interface GatherDeps {
  db: Database;
  clock: Clock;
  chainHealth: ChainHealth;
  governance: GovernanceCache;
  trust: TrustScores;
  budgets: BudgetBook;
  suspects: Suspects;
}

export interface Gathered {
  /** ms since the epoch: all that follows is of this moment. */
  at: number;
  active: ActiveGovernance;
  facts: Facts;
  /** null where no budget covers the request. */
  cover: Cover | null;
  /** What the facts go by unseen. */
  assumption: Assumption | null;
}

const NO_APPROVAL: Known['approval'] = { state: NO_FACTS.approval, opening: null };

type Asker = Pick<Principal, 'chain' | 'environment'>;

export function gather(
  deps: GatherDeps,
  asker: Asker,
  request: EvaluationRequest,
  quota: Quota | null,
): Gathered | Promise<Gathered> {
  const active = deps.governance.of(asker.chain);
  const health = deps.chainHealth.of(asker.chain);
  if (!(active instanceof Promise) && !(health instanceof Promise)) {
    return under(deps, asker, request, quota, active, health);
  }
  return Promise.all([active, health]).then(([governed, known]) =>
    under(deps, asker, request, quota, governed, known),
  );
}

function under(
  deps: GatherDeps,
  asker: Asker,
  request: EvaluationRequest,
  quota: Quota | null,
  active: ActiveGovernance,
  chain_health: Facts['chain_health'],
): Gathered | Promise<Gathered> {
  const { chain } = asker;
  const at = deps.clock.now();
  const { action, agent_id: agentId, context } = request;
  const judgesPast = agentId !== undefined && active.settings.laws.settings.attestation === 'verified';
  const past = judgesPast ? { chain, agentId, action, at } : null;
  const assumption = past && assumedUnrefused(deps.suspects, past);
  const approval =
    context.approval_id === undefined
      ? NO_APPROVAL
      : approvalForUse(deps.db, chain, context.approval_id, request, at);
  const trust = agentId === undefined ? null : deps.trust.of(chain, agentId, at);
  const refused = past === null || assumption !== null ? NO_FACTS.refused_claims : refusedClaims(deps, past);
  const asked: Asked = { deps, asker, request, quota, active, chain_health, at, assumption };
  if (isNow(approval) && isNow(trust) && isNow(refused)) return inTurn(asked, { approval, trust, refused });
  return Promise.all([approval, trust, refused]).then((found) =>
    inTurn(asked, { approval: found[0], trust: found[1], refused: found[2] }),
  );
}

/** A request, and what it is judged under. */
interface Asked {
  deps: GatherDeps;
  asker: Asker;
  request: EvaluationRequest;
  quota: Quota | null;
  active: ActiveGovernance;
  chain_health: Facts['chain_health'];
  at: number;
  assumption: Assumption | null;
}

/**
 * Rules and patterns may take long: where they have taken up this turn of the event loop, it goes on in another. What
 * holds by then is what it is judged by. Actions are looked up in the catalogue here, one by one, since laws never wait.
 */
function inTurn(asked: Asked, known: Known): Gathered | Promise<Gathered> {
  const { request, active } = asked;
  const { catalogue } = active.settings.laws.settings;
  const isLight = active.policies === null && active.budgets.length === 0 && catalogue.length === 0;
  if (isLight) return covered(asked, known);
  if (isTurnUsedUp()) return inNextTurn(asked, known);
  if (catalogue.length > 0) {
    for (const { action } of [request, ...(request.context.alternatives ?? [])]) {
      lookUp(action, catalogue);
      if (isTurnUsedUp()) return inNextTurn(asked, known);
    }
  }
  return covered(asked, known);
}

async function inNextTurn(asked: Asked, known: Known): Promise<Gathered> {
  const { deps, asker, request, quota, active } = asked;
  const { chain } = asker;
  await nextTurn(chain);
  if ((await deps.governance.of(chain)) !== active) return gather(deps, asker, request, quota);
  const chain_health = await deps.chainHealth.of(chain);
  return inTurn({ ...asked, chain_health, at: deps.clock.now() }, known);
}

/** What budgets have left is looked at last, since others may reserve of it meanwhile. */
function covered(asked: Asked, known: Known): Gathered | Promise<Gathered> {
  const { deps, asker, request, active, at } = asked;
  if (active.budgets.length === 0) return matched(asked, known, null);
  const { chain } = asker;
  const { action, agent_id: agentId } = request;
  const cover = deps.budgets.cover(active.budgets, { chain, agentId, action, at });
  return isNow(cover) ? matched(asked, known, cover) : cover.then((found) => matched(asked, known, found));
}

function matched(asked: Asked, known: Known, cover: Cover | null): Gathered {
  const { asker, request, quota, active, chain_health, at, assumption } = asked;
  const { approval, trust, refused } = known;
  const facts = factsOf({
    approval: approval.state,
    answered: approval.opening === null ? NO_FACTS.answered : askedIn(approval.opening),
    ledger_trust: trust,
    budget_remaining_micro_usd: cover?.remainingMicroUsd ?? null,
    halt: haltOf(active.halts, request.agent_id),
    policy_matches: NO_FACTS.policy_matches,
    refused_claims: refused,
    chain_health,
    storage: isStorageUsedUp(quota) ? 'past_allowance' : NO_FACTS.storage,
  });
  const { settings } = active.settings.laws;
  const withRules = withMatches(facts, asker.environment, request, settings, active.policies);
  return { at, active, facts: withRules, cover, assumption };
}

interface Known {
  approval: Pick<ApprovalForUse, 'opening'> & { state: Facts['approval'] };
  trust: number | null;
  refused: Facts['refused_claims'];
}

function isNow<T>(value: T | Promise<T>): value is T {
  return !(value instanceof Promise);
}

/** The one object that says that nothing is known, where nothing is. */
function factsOf(known: Facts): Facts {
  for (const name in known) {
    if (known[name as keyof Facts] !== NO_FACTS[name as keyof Facts]) return known;
  }
  return NO_FACTS;
}
