/**
 * The question that every law judges: the request, the facts and the settings, with the values that several laws need
 * derived once. The greater of claim and catalogue counts, so no law can forget one of the two.
 */

import { microUsdOf } from '../foundation/money.ts';
import {
  type Catalogued,
  compareRisk,
  type LawSettings,
  lookUp,
  type RiskLevel,
} from '../governance/settings/index.ts';
import type { Facts } from './facts.ts';
import type { EvaluationContext, EvaluationRequest } from './request.ts';

/** The gravity of an action, by claim and catalogue. */
export interface Gravity {
  /** The greater of the claim (default `low`) and the catalogue's floor. */
  risk: RiskLevel;
  irreversible: boolean;
}

export interface Question extends Gravity {
  request: EvaluationRequest;
  facts: Facts;
  settings: LawSettings;
  /** The catalogue's entry for this action; empty fields where it says nothing. */
  catalogued: Catalogued;
  /** The basis of the approval: a record of this service, the caller's claim, or nothing that counts. */
  approval: 'verified' | 'claimed' | 'none';
  /** True where `approval` is not `none`. */
  approved: boolean;
  isAgent: boolean;
  /** 0 to 100, or null where it is not known. */
  trust: number | null;
  costMicroUsd: number | null;
  /** The least of the caller's claim and the server-side budgets; never below zero; null where there is neither. */
  remainingMicroUsd: number | null;
}

/** Pure, and total for every request that passed validation. */
export function buildQuestion(request: EvaluationRequest, facts: Facts, settings: LawSettings): Question {
  const context = request.context;
  const catalogued = lookUp(request.action, settings.catalogue);
  const { risk, irreversible } = gravityOf(context, catalogued);
  const approval = approvalOf(context, facts, settings);
  const cost = context.estimated_cost_usd;
  return {
    request,
    facts,
    settings,
    risk,
    irreversible,
    catalogued,
    approval,
    approved: approval !== 'none',
    isAgent: context.actor_type !== 'human',
    trust: trustOf(context, facts, settings),
    costMicroUsd: cost === undefined ? null : microUsdOf(cost),
    remainingMicroUsd: remainingOf(context, facts),
  };
}

/** The gravity that counts for a claim, from the request or from an alternative to it. */
export function gravityOf(
  { risk_level, is_irreversible }: Pick<EvaluationContext, 'risk_level' | 'is_irreversible'>,
  catalogued: Catalogued,
): Gravity {
  const claim = risk_level ?? 'low';
  const floor = catalogued.risk_level;
  return {
    risk: floor !== null && compareRisk(floor, claim) > 0 ? floor : claim,
    irreversible: is_irreversible === true || catalogued.is_irreversible,
  };
}

/** A named approval stands or falls with the record of it; only where none is named may a claim count. */
function approvalOf(context: EvaluationContext, facts: Facts, settings: LawSettings): Question['approval'] {
  if (context.has_approval !== true) return 'none';
  if (context.approval_id !== undefined) return facts.approval === 'approved' ? 'verified' : 'none';
  return settings.attestation === 'accepted' ? 'claimed' : 'none';
}

/** In `verified` mode a claim may lower the ledger's score but never raise it, nor stand in for one. */
function trustOf(context: EvaluationContext, facts: Facts, settings: LawSettings): number | null {
  const claimed = context.trust_score;
  const known = facts.ledger_trust;
  if (claimed === undefined || known === null) {
    return settings.attestation === 'verified' ? known : (claimed ?? known);
  }
  return settings.attestation === 'verified' ? Math.min(claimed, known) : claimed;
}

/** An overspent budget has nothing left; it does not make a free action cost too much. */
function remainingOf(context: EvaluationContext, facts: Facts): number | null {
  const claimed = context.budget_remaining_usd;
  const budgeted = facts.budget_remaining_micro_usd;
  if (claimed === undefined) return budgeted === null ? null : Math.max(0, budgeted);
  const claimedMicroUsd = microUsdOf(claimed);
  return budgeted === null ? claimedMicroUsd : Math.max(0, Math.min(claimedMicroUsd, budgeted));
}
