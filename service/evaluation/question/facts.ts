/**
 * The service's own facts for a verdict, gathered before `decide` runs and recorded with it. Each source of facts fills
 * one field; a field with its empty value has no effect.
 */

import type { ShownName } from '@assize/act-reading/names';
import type { RiskLevel } from '@assize/act-reading/risk';
import type { ApprovalUseState } from '../../approvals/use/index.ts';
import type { Halt } from '../../governance/halts/index.ts';
import type { PolicyMatch } from '../../governance/policies/index.ts';
import type { ActFacts } from './act.ts';
import type { IdentityFact } from './identity.ts';

/** The state of the approval that `context.approval_id` names; `none` where it names none. */
export type ApprovalState = 'none' | ApprovalUseState;

/** A claim for the same agent and action that was escalated or blocked within the last 24 hours. */
export interface RefusedClaim {
  risk_level: RiskLevel;
  is_irreversible: boolean;
}

/** The questions that a human answered by approving this request: the laws that warned, and the rules that escalated. */
export interface Answered {
  /** The ids of the laws. */
  laws: string[];
  rules: AskingRule[];
}

export type AskingRule = Pick<PolicyMatch, 'policy' | 'version' | 'rule'>;

export const NOTHING_ANSWERED: Answered = { laws: [], rules: [] };

/**
 * Increases when the same request and facts are judged differently, so that older records are still judged as they
 * were.
 */
export const RULES_VERSION = 2;
/**
 * The version of records from before there were versions: names were compared letter by letter, the word `human` was
 * believed in `verified` mode too, and amounts were rounded before they were compared.
 */
const EARLIER = 0;

/** Rules saw names as whole words, and a name without letters was treated like any other. */
const BY_WORDS = 1;

export interface Facts {
  /** The {@link RULES_VERSION} by which it was judged. */
  rules: number;
  /** `key` for a request with a key, which does not come from a human; `member` for a member who is signed in. */
  asked_by: 'key' | 'member';
  /** null in records from before identities were known. */
  identity: IdentityFact | null;
  /** The knowledge of the action itself; null where the tenant has no catalogue and the caller names no mandate. */
  act: ActFacts | null;
  approval: ApprovalState;
  /** The answers that the named approval gives, where it holds. */
  answered: Answered;
  /** The ledger's score of the agent, 0 to 100; null where the ledger does not know it. */
  ledger_trust: number | null;
  /** The least that remains of the server-side budgets covering this action, micro-USD; null where none covers it. */
  budget_remaining_micro_usd: number | null;
  halt: Halt | null;
  policy_matches: PolicyMatch[];
  refused_claims: RefusedClaim[];
  chain_health: 'sound' | 'failed';
  storage: 'within_allowance' | 'past_allowance';
}

export const NO_FACTS: Facts = {
  rules: RULES_VERSION,
  asked_by: 'key',
  identity: null,
  act: null,
  approval: 'none',
  answered: NOTHING_ANSWERED,
  ledger_trust: null,
  budget_remaining_micro_usd: null,
  halt: null,
  policy_matches: [],
  refused_claims: [],
  chain_health: 'sound',
  storage: 'within_allowance',
};

/** Whether it was judged by the rules from before there were versions of them. */
export function isByEarlierRules({ rules }: Pick<Facts, 'rules'>): boolean {
  return rules === EARLIER;
}

/** Whether the rules treat a name without letters as missing. */
export function looksForLetters({ rules }: Pick<Facts, 'rules'>): boolean {
  return rules > BY_WORDS;
}

/** How rules in CEL see names. */
export function shownNames({ rules }: Pick<Facts, 'rules'>): ShownName {
  if (rules === EARLIER) return 'as_sent';
  return rules === BY_WORDS ? 'by_words' : 'by_letters';
}

/** The defaults of a record, which leaves out what was empty, and did not name the version of the rules at first. */
export const UNRECORDED: Facts = { ...NO_FACTS, rules: EARLIER };
