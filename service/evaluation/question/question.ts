/**
 * The question that every law judges: the request, the facts and the settings, with the values that several laws need
 * derived once. The greater of claim and catalogue counts, so no law can forget one of the two.
 */

import { compareRisk, type RiskLevel } from '@assize/act-reading/risk';
import type { JsonObject } from '@assize/evidence-format';
import { costMicroUsdOf, limitMicroUsdOf, microUsdOf, usdRoundedDown } from '../../foundation/money.ts';
import {
  actTermsOf,
  type Catalogued,
  type LawSettings,
  lookUp,
} from '../../governance/settings/terms/index.ts';
import { type ActFacts, floorOf } from './act.ts';
import { type Facts, isByEarlierRules } from './facts.ts';
import { isOnlyClaimed } from './identity.ts';
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
  /** The floor that settings, tool and contents set for this action; a field is empty where they say nothing. */
  catalogued: Catalogued;
  /** null where the service knows nothing about the action itself. */
  act: ActFacts | null;
  /** Its contents by kind, for rules alone. */
  contents: JsonObject;
  /** Whether tools, contents and targets decide verdicts, or are only observed. */
  judgesAct: boolean;
  /** The same for the mandate that the caller names. */
  judgesMandate: boolean;
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

const NO_CONTENTS: JsonObject = {};

/**
 * Pure, and total for every request that passed validation.
 * @param enforces judges everything that is known about the act, even where the settings only observe it.
 */
export function buildQuestion(
  request: EvaluationRequest,
  facts: Facts,
  settings: LawSettings,
  enforces = false,
): Question {
  const { context } = request;
  const { act } = facts;
  const { enforcement } = actTermsOf(settings);
  const isReviewed = enforcement === 'when_reviewed' && act !== null && act.reviewed;
  const judgesAct = enforces || enforcement === 'enforce' || isReviewed;
  const judgesMandate = judgesAct || enforcement === 'when_reviewed';
  const listed = lookUp(request.action, settings.catalogue, isByEarlierRules(facts));
  const catalogued = act !== null && judgesAct ? floorOf(listed, act) : listed;
  const { risk, irreversible } = gravityOf(context, catalogued);
  const approval = approvalOf(context, facts, settings);
  return {
    request,
    facts,
    settings,
    risk,
    irreversible,
    catalogued,
    act,
    contents: NO_CONTENTS,
    judgesAct,
    judgesMandate,
    approval,
    approved: approval !== 'none',
    isAgent: isAgentOf(context, facts, settings),
    trust: trustOf(context, facts, settings),
    costMicroUsd: costOf(context, judgesAct ? act : null, facts),
    remainingMicroUsd: remainingOf(context, facts, judgesMandate ? act : null),
  };
}

/**
 * In `verified` mode, and wherever the settings demand an identity, a claim can't turn the caller behind a key into a
 * human; the key or token of an agent never speaks for a human.
 */
function isAgentOf({ actor_type }: EvaluationContext, facts: Facts, settings: LawSettings): boolean {
  if (actor_type !== 'human') return true;
  if (facts.asked_by !== 'key') return false;
  if (settings.attestation === 'verified' && !isByEarlierRules(facts)) return true;
  const { identity } = facts;
  if (identity === null) return false;
  const { isIdentityRequired, unregisteredAgent } = actTermsOf(settings);
  return !isOnlyClaimed(identity) || isIdentityRequired || unregisteredAgent !== 'proceed';
}

/** Whether the act is known but only observed: the record then also has the verdict that it would have got. */
export function isObserved({ act, judgesAct }: Question): boolean {
  return act !== null && !judgesAct;
}

/** Returns the greater of the claim and the amount in the arguments. */
function costOf(
  { estimated_cost_usd: claimed }: EvaluationContext,
  act: ActFacts | null,
  facts: Facts,
): number | null {
  const amount = act?.amount_usd ?? null;
  if (amount === null) return claimed === undefined ? null : costOfUsd(facts, claimed);
  return costOfUsd(facts, Math.max(amount, claimed ?? 0));
}

/** The cost that counts for an amount in USD. */
export function costOfUsd(facts: Facts, usd: number): number {
  return isByEarlierRules(facts) ? microUsdOf(usd) : costMicroUsdOf(usd);
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

/** The change of context that lowers the cost; empty where that would not count. */
export function changeOfCost(question: Question, limitMicroUsd: number): JsonObject {
  return countsAsCost(question, limitMicroUsd) ? { estimated_cost_usd: usdRoundedDown(limitMicroUsd) } : {};
}

/** Whether this claim of a cost would count: not below the amount that the arguments name. */
export function countsAsCost({ act, facts, judgesAct }: Question, claimedMicroUsd: number): boolean {
  return !judgesAct || costOfUsd(facts, act?.amount_usd ?? 0) <= claimedMicroUsd;
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
function remainingOf(context: EvaluationContext, facts: Facts, act: ActFacts | null): number | null {
  const claimed = context.budget_remaining_usd;
  const limitOf = isByEarlierRules(facts) ? microUsdOf : limitMicroUsdOf;
  const remainders = [
    claimed === undefined ? null : limitOf(claimed),
    facts.budget_remaining_micro_usd,
    act?.mandate?.remaining_micro_usd ?? null,
  ].filter((remainder) => remainder !== null);
  return remainders.length === 0 ? null : Math.max(0, Math.min(...remainders));
}
