/**
 * What the service itself knows of a request, brought together from every registry that knows something: at once, from
 * memory, nearly always. What it was judged by travels with the facts, so that all of it is of one moment.
 */
import { type ApprovalForUse, approvalForUse } from '../approvals/index.ts';
import type { BudgetBook, Cover } from '../budgets/index.ts';
import type { Database } from '../database/open.ts';
import type { ChainHealth } from '../evidence/index.ts';
import type { Clock } from '../foundation/clock.ts';
import { haltOf } from '../halts/index.ts';
import type { Principal } from '../keys/index.ts';
import type { Standing, Standings } from '../standing/index.ts';
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
  standings: Standings;
  trust: TrustScores;
  budgets: BudgetBook;
  suspects: Suspects;
}

export interface Gathered {
  /** ms since the epoch: all that follows is of this moment. */
  at: number;
  standing: Standing;
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
  const standing = deps.standings.of(asker.chain);
  const health = deps.chainHealth.of(asker.chain);
  if (!(standing instanceof Promise) && !(health instanceof Promise)) {
    return under(deps, asker, request, quota, standing, health);
  }
  return Promise.all([standing, health]).then(([governed, known]) =>
    under(deps, asker, request, quota, governed, known),
  );
}

function under(
  deps: GatherDeps,
  asker: Asker,
  request: EvaluationRequest,
  quota: Quota | null,
  standing: Standing,
  chain_health: Facts['chain_health'],
): Gathered | Promise<Gathered> {
  const { chain } = asker;
  const at = deps.clock.now();
  const { action, agent_id: agentId, context } = request;
  const judgesPast = agentId !== undefined && standing.settings.laws.settings.attestation === 'verified';
  const past = judgesPast ? { chain, agentId, action, at } : null;
  const assumption = past && assumedUnrefused(deps.suspects, past);
  const parts = {
    approval:
      context.approval_id === undefined
        ? NO_APPROVAL
        : approvalForUse(deps.db, chain, context.approval_id, request, at),
    trust: agentId === undefined ? null : deps.trust.of(chain, agentId, at),
    cover:
      standing.budgets.length === 0
        ? null
        : deps.budgets.cover(standing.budgets, { chain, agentId, action, at }),
    refused: past === null || assumption !== null ? NO_FACTS.refused_claims : refusedClaims(deps, past),
  };
  const storage = isStorageUsedUp(quota) ? 'past_allowance' : NO_FACTS.storage;
  const finish = (known: Known): Gathered => {
    const facts = factsOf({
      approval: known.approval.state,
      answered: known.approval.opening === null ? NO_FACTS.answered : askedIn(known.approval.opening),
      ledger_trust: known.trust,
      budget_remaining_micro_usd: known.cover?.remainingMicroUsd ?? null,
      halt: haltOf(standing.halts, agentId),
      policy_matches: NO_FACTS.policy_matches,
      refused_claims: known.refused,
      chain_health,
      storage,
    });
    const matched = withMatches(
      facts,
      asker.environment,
      request,
      standing.settings.laws.settings,
      standing.policies,
    );
    return { at, standing, facts: matched, cover: known.cover, assumption };
  };
  const { approval, trust, cover, refused } = parts;
  if (isNow(approval) && isNow(trust) && isNow(cover) && isNow(refused)) {
    return finish({ approval, trust, cover, refused });
  }
  return Promise.all([approval, trust, cover, refused]).then((found) =>
    finish({ approval: found[0], trust: found[1], cover: found[2], refused: found[3] }),
  );
}

interface Known {
  approval: Pick<ApprovalForUse, 'opening'> & { state: Facts['approval'] };
  trust: number | null;
  cover: Cover | null;
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
