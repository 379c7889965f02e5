/** Generates any valid request, facts and settings of a tenant, for properties that must hold for all of them. */

import { RISK_LEVELS } from '@assize/act-reading/risk';
import { DETECT, EFFECTS, type Effect, TARGET_KINDS, TARGET_ROLES } from '@assize/act-reading/targets';
import { LAW_IDS } from '@assize/service/evaluation/laws/index.ts';
import {
  type ActFacts,
  type ActReach,
  EMPTY_ACT,
  type KnownBy,
} from '@assize/service/evaluation/question/act.ts';
import type { Answered, ApprovalState, Facts } from '@assize/service/evaluation/question/facts.ts';
import type {
  Alternative,
  EvaluationContext,
  EvaluationRequest,
} from '@assize/service/evaluation/question/request.ts';
import type { PolicyMatch } from '@assize/service/governance/policies/index.ts';
import {
  ANSWERS_TO_UNKNOWN,
  type CatalogueEntry,
  DEFAULT_SETTINGS,
  ENFORCEMENTS,
  type LawSettings,
} from '@assize/service/governance/settings/terms/index.ts';
import fc from 'fast-check';
import { anyIdentity } from './any-identity.ts';
import { anyConfidence, anyMicroUsd, anyTrust, anyUsd } from './any-numbers.ts';

const ACTIONS = ['record.delete', 'record.archive', 'payments.send', 'send_email'] as const;
const PATTERNS = [...ACTIONS, 'record.*', '*', '*.send'] as const;
const APPROVAL_STATES: ApprovalState[] = [
  ...(['none', 'approved', 'pending', 'unknown', 'rejected', 'expired', 'cancelled', 'consumed'] as const),
  'bound_to_another_request',
  'for_corrected_arguments',
];

const anyAction = fc.constantFrom(...ACTIONS);
export const anyRisk = fc.constantFrom(...RISK_LEVELS);
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

const anyMatch: fc.Arbitrary<PolicyMatch> = fc.oneof(
  { weight: 4, arbitrary: fc.record(matchParts()) },
  fc.record({ ...matchParts(), erred: fc.constant(true), over_cost: fc.constant<true>(true) }),
);

function matchParts() {
  return {
    policy: fc.constantFrom('payments', 'mail'),
    version: fc.constant('1'),
    rule: fc.constantFrom('large', 'night'),
    effect: fc.constantFrom<PolicyMatch['effect']>('block', 'escalate', 'note'),
    message: fc.string({ maxLength: 20 }),
    erred: fc.boolean(),
  };
}

export const anyAnswered: fc.Arbitrary<Answered> = fc.record({
  laws: fc.subarray([...LAW_IDS]),
  rules: fc.subarray([
    { policy: 'payments', version: '1', rule: 'large' },
    { policy: 'payments', version: '2', rule: 'large' },
    { policy: 'mail', version: '1', rule: 'large' },
    { policy: 'mail', version: '1', rule: 'night' },
  ]),
});

const anyKnown: fc.Arbitrary<KnownBy | null> = fc.constantFrom(
  null,
  { by: 'record', id: 'tgt_1' },
  { by: 'approval', id: 'tgt_2' },
  { by: 'mandate' },
);
const anyEffect: fc.Arbitrary<Effect> = fc.constantFrom(...EFFECTS);
const anyReach: fc.Arbitrary<ActReach> = fc.oneof(
  fc.record({
    effect: anyEffect,
    kind: fc.constantFrom(...TARGET_KINDS),
    role: fc.constantFrom(...TARGET_ROLES),
    path: fc.constant('to[0]'),
    value: fc.constantFrom('ann@example.com', '/etc/passwd', 'src/a.ts', 'x'),
    known: anyKnown,
  }),
  fc.record({
    effect: anyEffect,
    kind: fc.constant(DETECT),
    role: fc.constantFrom(...TARGET_ROLES),
    path: fc.constant('to[1]'),
    unreadable: fc.constant('it has two @'),
    known: fc.constant(null),
  }),
);

export const anyAct: fc.Arbitrary<ActFacts> = fc
  .record({
    catalogue: fc.integer({ min: 0, max: 3 }),
    reviewed: fc.boolean(),
    tool: fc.option(fc.constant({ id: 'tool_1', name: 'mail.send' })),
    unlisted: fc.option(fc.constantFrom('ambiguous', 'not_in_catalogue')),
    effects: fc.subarray([...EFFECTS]),
    reaches: fc.array(anyReach, { maxLength: 3 }),
    contents: fc.array(
      fc.record({
        path: fc.constant('command'),
        kind: fc.constant('shell'),
        unreadable: fc.option(fc.constant('a quote is not closed')),
      }),
      { maxLength: 2 },
    ),
    acts: fc.array(fc.record({ effect: anyEffect, what: fc.constant('deletes all') }), { maxLength: 2 }),
    risk_level: fc.option(anyRisk),
    is_irreversible: fc.boolean(),
    amount_usd: fc.option(anyUsd),
    greatest_number: fc.option(fc.record({ path: fc.constant('amount'), value: fc.nat() })),
    mandate: fc.option(
      fc.record({
        id: fc.constant('mdt_1'),
        version: fc.integer({ min: 1, max: 2 }),
        state: fc.constantFrom(
          'open',
          'unknown',
          'closed',
          'expired',
          'used_up',
          'of_another_agent',
          'of_another_party',
        ),
        strict: fc.boolean(),
        by_words: fc.boolean(),
        outside: fc.record({
          effects: fc.subarray([...EFFECTS]),
          tool: fc.boolean(),
          targets: fc.subarray(['a', 'b']),
          unspoken: fc.subarray([...EFFECTS]),
          number: fc.boolean(),
        }),
        remaining_micro_usd: fc.option(anyMicroUsd),
      }),
    ),
  })
  .map((act) => ({ ...EMPTY_ACT, ...act, unlisted: act.tool === null ? act.unlisted : null }));

const anyFacts: fc.Arbitrary<Facts> = fc.record({
  rules: fc.constantFrom(0, 1),
  asked_by: fc.constantFrom('key', 'member'),
  identity: fc.option(anyIdentity, { freq: 3 }),
  act: fc.option(anyAct),
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

/** Thresholds stay at their defaults, which rise with the risk. A tenant may set others at its own risk. */
const anySettings: fc.Arbitrary<LawSettings> = fc
  .record({
    attestation: fc.constantFrom('accepted', 'verified'),
    catalogue: fc.array(anyEntry, { maxLength: 2 }),
    warn_share: fc.constantFrom(0.8, 0.7, 1),
    actTerms: fc.record(
      {
        enforcement: fc.constantFrom(...ENFORCEMENTS),
        tools: fc.record({ unlisted: fc.constantFrom(...ANSWERS_TO_UNKNOWN) }),
        targets: fc.record({
          unknown: fc.constantFrom(...ANSWERS_TO_UNKNOWN),
          memory_days: fc.constant(90),
        }),
        mandates: fc.record({ required: fc.boolean() }),
        agents: fc.record({
          unregistered: fc.constantFrom(...ANSWERS_TO_UNKNOWN),
          require_identity: fc.boolean(),
        }),
      },
      { requiredKeys: [] },
    ),
  })
  .map(({ attestation, catalogue, warn_share, actTerms }) => ({
    ...DEFAULT_SETTINGS,
    ...actTerms,
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
