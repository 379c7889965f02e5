/** Generates any valid request, facts and settings of a tenant, for properties that must hold for all of them. */

import fc from 'fast-check';
import type { PolicyMatch } from '../../governance/policies/index.ts';
import {
  type CatalogueEntry,
  DEFAULT_SETTINGS,
  type LawSettings,
  RISK_LEVELS,
} from '../../governance/settings/index.ts';
import type { Answered, ApprovalState, Facts } from '../facts.ts';
import { LAW_IDS } from '../laws/index.ts';
import type { Alternative, EvaluationContext, EvaluationRequest } from '../request.ts';

const ACTIONS = ['record.delete', 'record.archive', 'payments.send', 'send_email'] as const;
const PATTERNS = [...ACTIONS, 'record.*', '*', '*.send'] as const;
const APPROVAL_STATES: ApprovalState[] = [
  'none',
  'approved',
  'pending',
  'unknown',
  'rejected',
  'expired',
  'cancelled',
  'consumed',
  'bound_to_another_request',
];

const anyAction = fc.constantFrom(...ACTIONS);
export const anyRisk = fc.constantFrom(...RISK_LEVELS);
const anyMicroUsd = fc.integer({ min: 0, max: 20_000_000 });
/** Mostly sums that meet each other's limits; sometimes any amount that a double can hold. */
export const anyUsd = fc.oneof(
  { weight: 8, arbitrary: anyMicroUsd.map((microUsd) => microUsd / 1_000_000) },
  { weight: 4, arbitrary: fc.integer({ min: 0, max: 20 }) },
  { weight: 1, arbitrary: fc.double({ min: 0, noNaN: true, noDefaultInfinity: true }) },
);
export const anyTrust = fc.oneof(
  fc.integer({ min: 0, max: 100 }),
  fc.double({ min: 0, max: 100, noNaN: true }),
);
export const anyConfidence = fc.oneof(
  fc.integer({ min: 0, max: 10 }).map((tenths) => tenths / 10),
  fc.double({ min: 0, max: 1, noNaN: true }),
);

const anyAlternative: fc.Arbitrary<Alternative> = fc.record(
  { action: anyAction, risk_level: anyRisk, is_irreversible: fc.boolean(), estimated_cost_usd: anyUsd },
  { requiredKeys: ['action'] },
);

const anyContext: fc.Arbitrary<EvaluationContext> = fc.record(
  {
    risk_level: anyRisk,
    is_irreversible: fc.boolean(),
    has_approval: fc.boolean(),
    approval_id: fc.constant('apr_1'),
    estimated_cost_usd: anyUsd,
    budget_remaining_usd: anyUsd,
    confidence_score: anyConfidence,
    min_confidence: anyConfidence,
    trust_score: anyTrust,
    actor_type: fc.constantFrom('human', 'ai_agent'),
    artifact_type: fc.oneof(fc.constantFrom('governance_eval', 'trust_update'), fc.string({ maxLength: 80 })),
    alternatives: fc.array(anyAlternative, { maxLength: 6 }),
  },
  { requiredKeys: [] },
);

const anyRequest: fc.Arbitrary<EvaluationRequest> = fc.record({ action: anyAction, context: anyContext });

const anyMatch: fc.Arbitrary<PolicyMatch> = fc.record({
  policy: fc.constantFrom('payments', 'mail'),
  version: fc.constant('1'),
  rule: fc.constantFrom('large', 'night'),
  effect: fc.constantFrom('block', 'escalate', 'note'),
  message: fc.string({ maxLength: 20 }),
  erred: fc.boolean(),
});

export const anyAnswered: fc.Arbitrary<Answered> = fc.record({
  laws: fc.subarray([...LAW_IDS]),
  rules: fc.subarray([
    { policy: 'payments', version: '1', rule: 'large' },
    { policy: 'payments', version: '2', rule: 'large' },
    { policy: 'mail', version: '1', rule: 'large' },
    { policy: 'mail', version: '1', rule: 'night' },
  ]),
});

const anyFacts: fc.Arbitrary<Facts> = fc.record({
  approval: fc.constantFrom(...APPROVAL_STATES),
  answered: anyAnswered,
  ledger_trust: fc.option(anyTrust),
  budget_remaining_micro_usd: fc.option(fc.integer({ min: -1_000_000, max: 20_000_000 })),
  halt: fc.option(
    fc.record({
      scope: fc.constantFrom('agent', 'tenant'),
      reason: fc.string({ maxLength: 20 }),
      halt_id: fc.constant('hlt_1'),
    }),
    { freq: 8 },
  ),
  policy_matches: fc.oneof(
    { weight: 4, arbitrary: fc.constant<PolicyMatch[]>([]) },
    fc.array(anyMatch, { maxLength: 3 }),
  ),
  refused_claims: fc.array(fc.record({ risk_level: anyRisk, is_irreversible: fc.boolean() }), {
    maxLength: 3,
  }),
  chain_health: fc.oneof(
    { weight: 8, arbitrary: fc.constant('sound' as const) },
    fc.constant('failed' as const),
  ),
  storage: fc.constantFrom('within_allowance', 'past_allowance'),
});

const anyEntry: fc.Arbitrary<CatalogueEntry> = fc.record(
  { action: fc.constantFrom(...PATTERNS), risk_level: anyRisk, is_irreversible: fc.boolean() },
  { requiredKeys: ['action'] },
);

/** Thresholds stay at their defaults, which rise with the risk: a tenant may set them otherwise at its own cost. */
const anySettings: fc.Arbitrary<LawSettings> = fc
  .record({
    attestation: fc.constantFrom('accepted', 'verified'),
    catalogue: fc.array(anyEntry, { maxLength: 2 }),
    warn_share: fc.constantFrom(0.8, 0.7, 1),
  })
  .map(({ attestation, catalogue, warn_share }) => ({
    ...DEFAULT_SETTINGS,
    attestation,
    catalogue,
    budget: { ...DEFAULT_SETTINGS.budget, warn_share },
  }));

export interface AnyCase {
  request: EvaluationRequest;
  facts: Facts;
  settings: LawSettings;
}

export const anyCase: fc.Arbitrary<AnyCase> = fc.record({
  request: anyRequest,
  facts: anyFacts,
  settings: anySettings,
});
