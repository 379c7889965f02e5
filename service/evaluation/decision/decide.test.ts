/** The verdict that follows from the law results, and its explanation. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEFAULT_SETTINGS } from '../../governance/settings/terms/index.ts';
import { LAW_IDS } from '../laws/index.ts';
import type { Verdict } from '../laws/law.ts';
import { type Facts, NO_FACTS } from '../question/facts.ts';
import { buildQuestion } from '../question/question.ts';
import type { EvaluationContext } from '../question/request.ts';
import { decide, explain, remediesOf } from './decide.ts';

interface Example {
  name: string;
  action?: string;
  context: EvaluationContext;
  facts?: Partial<Facts>;
  verdict: Verdict;
  /** The laws that do not pass. */
  laws: Partial<Record<string, 'warn' | 'fail'>>;
  explanation: string;
}

const EXAMPLES: Example[] = [
  {
    name: 'proceeds where all eight laws pass',
    action: 'send_email',
    context: { risk_level: 'low', trust_score: 80 },
    verdict: 'proceed',
    laws: {},
    explanation: 'Proceed: all eight laws pass.',
  },
  {
    name: 'proceeds where nothing is said but the action',
    context: {},
    verdict: 'proceed',
    laws: {},
    explanation: 'Proceed: all eight laws pass.',
  },
  {
    name: 'escalates where one law warns',
    context: { risk_level: 'high', trust_score: 90, confidence_score: 0.9 },
    verdict: 'escalate',
    laws: { safety_dominance: 'warn' },
    explanation:
      'Escalate: Safety Dominance asks for a human, since the risk is high and the action is not approved.',
  },
  {
    name: 'escalates where several laws warn, and names them all',
    context: { risk_level: 'high', trust_score: 50 },
    verdict: 'escalate',
    laws: { bounded_autonomy: 'warn', evidence_gravity: 'warn', safety_dominance: 'warn' },
    explanation:
      'Escalate: Bounded Autonomy asks for a human, since the trust of 50 is below the 60 required; ' +
      'Evidence Gravity does too, since no confidence is stated, and the risk is high; ' +
      'Safety Dominance does too, since the risk is high and the action is not approved.',
  },
  {
    name: 'blocks where one law fails',
    context: { estimated_cost_usd: 100.3, budget_remaining_usd: 80.24 },
    verdict: 'block',
    laws: { budget_conservation: 'fail' },
    explanation:
      'Block: Budget Conservation forbids it, since the cost of 100.3 USD is more than the 80.24 USD that remain.',
  },
  {
    name: 'blocks where one law fails before another warns, and names the failing one only',
    context: { artifact_type: 'nonsense', trust_score: 15 },
    verdict: 'block',
    laws: { audit_conservation: 'fail', bounded_autonomy: 'warn' },
    explanation:
      'Block: Audit Conservation forbids it, since the artifact type "nonsense" is not a known one.',
  },
  {
    name: 'blocks where one law warns before others fail, and names the failing ones only',
    context: {
      risk_level: 'critical',
      is_irreversible: true,
      trust_score: 80,
      confidence_score: 0.4,
      min_confidence: 0.5,
    },
    verdict: 'block',
    laws: { bounded_autonomy: 'warn', evidence_gravity: 'fail', safety_dominance: 'fail' },
    explanation:
      'Block: Evidence Gravity forbids it, since the confidence of 0.4 is below the minimum of 0.5; ' +
      'Safety Dominance does too, since the risk is critical, the action is irreversible, and it is not approved.',
  },
  {
    name: 'escalates while the approval it names is pending, and by that alone',
    context: {
      risk_level: 'high',
      trust_score: 90,
      confidence_score: 0.9,
      has_approval: true,
      approval_id: 'apr_1',
    },
    facts: { approval: 'pending' },
    verdict: 'escalate',
    laws: { safety_dominance: 'warn' },
    explanation:
      'Escalate: Safety Dominance asks for a human, since the risk is high and its approval is pending.',
  },
];

for (const { name, action = 'record.delete', context, facts, verdict, laws, explanation } of EXAMPLES) {
  test(`the service ${name}`, () => {
    const decision = decide(buildQuestion({ action, context }, { ...NO_FACTS, ...facts }, DEFAULT_SETTINGS));
    const notPassed = decision.laws.filter((law) => law.result !== 'pass');
    assert.equal(decision.verdict, verdict);
    assert.deepEqual(Object.fromEntries(notPassed.map((law) => [law.law_id, law.result])), laws);
    assert.equal(explain(decision), explanation);
    assert.deepEqual(
      remediesOf(decision).map((remedy) => remedy.law_id),
      Object.keys(laws),
      'there is a remedy for each law that did not pass',
    );
  });
}

test('a remedy says which law it serves, what to change and what that takes', () => {
  const decision = decide(
    buildQuestion({ action: 'record.delete', context: { trust_score: 15 } }, NO_FACTS, DEFAULT_SETTINGS),
  );
  assert.deepEqual(remediesOf(decision), [
    {
      law_id: 'bounded_autonomy',
      change: { trust_score: 20 },
      note: 'show a trust of 20, or obtain a human approval and send its approval_id with has_approval true',
    },
  ]);
});

test('the callback runs once after each law', () => {
  let calls = 0;
  const decision = decide(
    buildQuestion({ action: 'send_email', context: {} }, NO_FACTS, DEFAULT_SETTINGS),
    () => {
      calls += 1;
    },
  );
  assert.equal(calls, LAW_IDS.length);
  assert.deepEqual(
    decision.laws.map((law) => law.law_id),
    [...LAW_IDS],
  );
});
