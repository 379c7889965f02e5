/** Generates valid settings, and requests to send under them. */

import { RISK_LEVELS, type RiskLevel } from '@assize/act-reading/risk';
import type { SettingsDocument } from '@assize/service/governance/settings/terms/index.ts';
import fc from 'fast-check';

const ACTIONS = ['record.delete', 'record.archive', 'payment.send'] as const;
const AGENTS = ['agent-1', 'agent-2', undefined] as const;

const anyRisk = fc.constantFrom(...RISK_LEVELS);
const share = (least: number) => fc.integer({ min: least * 100, max: 100 }).map((percent) => percent / 100);
const points = fc.integer({ min: 0, max: 100 });

/** Values that rise with the risk level. */
function rising(one: fc.Arbitrary<number>): fc.Arbitrary<Record<RiskLevel, number>> {
  return fc.array(one, { minLength: RISK_LEVELS.length, maxLength: RISK_LEVELS.length }).map((values) => {
    const sorted = values.toSorted((a, b) => a - b);
    return Object.fromEntries(RISK_LEVELS.map((risk, place) => [risk, sorted[place]])) as Record<
      RiskLevel,
      number
    >;
  });
}

const anyEntry = fc.record(
  {
    action: fc.constantFrom(...ACTIONS, 'record.*', '*.send', '*', 'none*'),
    risk_level: anyRisk,
    is_irreversible: fc.boolean(),
  },
  { requiredKeys: ['action', 'risk_level'] },
);

export const anyDocument: fc.Arbitrary<SettingsDocument> = fc.record({
  attestation: fc.constantFrom('accepted', 'verified'),
  catalogue: fc.array(anyEntry, { maxLength: 3 }),
  budget: fc.record({ warn_share: share(0.01), irreversible_step_share: share(0.01) }),
  confidence: fc.record({ floor: rising(share(0)) }),
  trust: fc.record({
    required: rising(points),
    irreversible_margin: points,
    fail_share: share(0),
    claim_tolerance: points,
  }),
  approvals: fc.record({
    lifetime_hours: fc.integer({ min: 1, max: 8760 }),
    required: rising(fc.integer({ min: 1, max: 2 })),
    separation_of_duties: fc.boolean(),
  }),
});

export const anyQuestion = fc.record(
  {
    action: fc.constantFrom(...ACTIONS),
    agent_id: fc.constantFrom(...AGENTS),
    context: fc.record(
      {
        risk_level: anyRisk,
        is_irreversible: fc.boolean(),
        has_approval: fc.boolean(),
        estimated_cost_usd: fc.integer({ min: 0, max: 100 }),
        budget_remaining_usd: fc.integer({ min: 0, max: 200 }),
        confidence_score: share(0),
        min_confidence: share(0),
        trust_score: points,
        actor_type: fc.constantFrom('human', 'ai_agent'),
      },
      { requiredKeys: [] },
    ),
  },
  { requiredKeys: ['action', 'context'] },
);
