/** Requests that get a verdict, of each kind and for each law that a caller's own words can trigger. */
import type { SurfaceCase } from './surface-case.ts';

/** Trusted and confident enough for any risk, so that a row can try one law at a time. */
const BEYOND_DOUBT = { trust_score: 100, confidence_score: 1 };

const BY_CLAIMS =
  'Proceed: all eight laws pass, judged by what the caller claims: nothing else is known of this action.';

const ASK_A_HUMAN = { has_approval: true };

export const VERDICTS: readonly SurfaceCase[] = [
  {
    promise: 'proceeds-when-every-law-passes',
    send: { action: 'email.send', context: { risk_level: 'low', confidence_score: 0.9 } },
    expect: { verdict: 'proceed', laws: {}, explanation: BY_CLAIMS },
  },
  {
    promise: 'proceeds-with-an-empty-context',
    send: { action: 'read_file', context: {} },
    expect: { verdict: 'proceed', laws: {}, explanation: BY_CLAIMS },
  },
  {
    promise: 'needs-no-context-on-surface-a',
    only: 'a',
    send: { action: 'read_file', description: 'Reads the price list.' },
    expect: { verdict: 'proceed', laws: {}, explanation: BY_CLAIMS },
  },
  {
    promise: 'keeps-what-it-does-not-know-inside-context',
    send: {
      action: 'send_email',
      context: { to: 'a@example.org', has_attachments: true, constructor: { prototype: [1] }, n: null },
      agent_id: 'agent-7',
      user_id: 'Zoë 🧭',
      tenant_id: 'emea',
    },
    expect: { verdict: 'proceed', laws: {}, explanation: BY_CLAIMS },
  },
  {
    promise: 'takes-an-action-of-256-characters-of-any-byte-length',
    send: { action: '🧭'.repeat(256), context: {} },
    expect: { verdict: 'proceed', laws: {}, explanation: BY_CLAIMS },
  },
  {
    promise: 'takes-a-context-of-32-levels',
    send: `{"action":"a","context":${'{"deeper":'.repeat(31)}{}${'}'.repeat(31)}}`,
    expect: { verdict: 'proceed', laws: {}, explanation: BY_CLAIMS },
  },
  {
    promise: 'escalates-high-risk-without-an-approval',
    send: { action: 'database.migrate', context: { ...BEYOND_DOUBT, risk_level: 'high' } },
    expect: {
      verdict: 'escalate',
      laws: { safety_dominance: { result: 'warn', change: ASK_A_HUMAN } },
      explanation:
        'Escalate: Safety Dominance asks for a human, since the risk is high and the action is not approved.',
    },
  },
  {
    promise: 'proceeds-with-the-same-risk-once-approved',
    send: {
      action: 'database.migrate',
      context: { ...BEYOND_DOUBT, risk_level: 'high', has_approval: true },
    },
    expect: { verdict: 'proceed', laws: {}, explanation: BY_CLAIMS },
  },
  {
    promise: 'blocks-what-is-critical-and-irreversible-and-not-approved',
    send: {
      action: 'database.drop',
      context: { ...BEYOND_DOUBT, risk_level: 'critical', is_irreversible: true },
    },
    expect: {
      verdict: 'block',
      laws: { safety_dominance: { result: 'fail', change: ASK_A_HUMAN } },
      explanation:
        'Block: Safety Dominance forbids it, since the risk is critical, the action is irreversible, and it is not approved.',
    },
  },
  {
    promise: 'blocks-a-cost-beyond-the-budget',
    send: { action: 'spend_money', context: { estimated_cost_usd: 50, budget_remaining_usd: 40 } },
    expect: {
      verdict: 'block',
      laws: { budget_conservation: { result: 'fail', change: { estimated_cost_usd: 32 } } },
      explanation:
        'Block: Budget Conservation forbids it, since the cost of 50 USD is more than the 40 USD that remain.',
    },
  },
  {
    promise: 'names-every-law-that-asks-for-a-human',
    send: { action: 'refund.issue', context: { risk_level: 'high', confidence_score: 0.5 } },
    expect: {
      verdict: 'escalate',
      laws: {
        bounded_autonomy: { result: 'warn', change: { trust_score: 60 } },
        evidence_gravity: { result: 'warn', change: { confidence_score: 0.7 } },
        safety_dominance: { result: 'warn', change: ASK_A_HUMAN },
      },
      explanation:
        'Escalate: Bounded Autonomy asks for a human, since no trust is known, and 60 is required; ' +
        'Evidence Gravity does too, since the confidence of 0.5 is below the 0.7 that high risk requires; ' +
        'Safety Dominance does too, since the risk is high and the action is not approved.',
    },
  },
  {
    promise: 'blocks-an-agent-with-less-than-half-the-trust-it-needs',
    send: { action: 'create_record', context: { trust_score: 9.9 } },
    expect: {
      verdict: 'block',
      laws: { bounded_autonomy: { result: 'fail', change: { trust_score: 20 } } },
      explanation:
        'Block: Bounded Autonomy forbids it, since the trust of 9.9 is below 0.5 of the 20 required.',
    },
  },
  {
    promise: 'lets-a-human-do-what-that-agent-may-not',
    send: { action: 'create_record', context: { trust_score: 9.9, actor_type: 'human' } },
    expect: { verdict: 'proceed', laws: {}, explanation: BY_CLAIMS },
  },
  {
    promise: 'asks-a-human-where-the-caller-declares-a-milder-way',
    send: {
      action: 'record.delete',
      context: {
        risk_level: 'medium',
        confidence_score: 1,
        alternatives: [{ action: 'record.archive', risk_level: 'low' }],
      },
    },
    expect: {
      verdict: 'escalate',
      laws: { least_action_path: { result: 'warn', change: { risk_level: 'low' } } },
      explanation:
        'Escalate: Least Action Path asks for a human, since the alternative record.archive weighs less: low risk instead of medium.',
    },
  },
  {
    promise: 'blocks-an-unknown-approval',
    send: { action: 'a', context: { has_approval: true, approval_id: 'apr_0123456789abcdef01234567' } },
    expect: {
      verdict: 'block',
      laws: { monotonic_truth: { result: 'fail', change: { approval_id: null, has_approval: null } } },
      explanation: 'Block: Monotonic Truth forbids it, since the approval is not known.',
    },
  },
  {
    promise: 'blocks-evidence-of-a-type-that-there-is-not',
    send: { action: 'a', context: { artifact_type: 'gossip' } },
    expect: {
      verdict: 'block',
      laws: { audit_conservation: { result: 'fail', change: { artifact_type: null } } },
      explanation:
        'Block: Audit Conservation forbids it, since the artifact type "gossip" is not a known one.',
    },
  },
];
