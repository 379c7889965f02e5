/** Records are judged again by the rules of their time. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type JsonObject, parseJson } from '@assize/evidence-format';
import { type Facts, NO_FACTS, UNRECORDED } from '../evaluation/facts.ts';
import {
  actorOf,
  buildQuestion,
  decide,
  type EvaluationRequest,
  evaluationRecordText,
  requestText,
} from '../evaluation/index.ts';
import { compilePolicy, policySet } from '../governance/policies/compile.ts';
import type { PolicyMatch } from '../governance/policies/index.ts';
import { DEFAULT_SETTINGS } from '../governance/settings/index.ts';
import { faultOfEvaluation } from './recompute.ts';

const COSTLY = {
  id: 'costly',
  description: '',
  when: 'context.numbers.exists(a, context.numbers.exists(b, a + b < -1.0))',
  effect: 'escalate' as const,
  message: '',
};
const POLICIES = policySet([compilePolicy('sums', 1, { description: '', rules: [COSTLY] })]);
const REQUEST: EvaluationRequest = {
  action: 'add.up',
  context: { numbers: Array.from({ length: 500 }, (_, place) => place) },
};
const ERRED: PolicyMatch = {
  policy: 'sums',
  version: '1',
  rule: 'costly',
  effect: 'escalate',
  message: '',
  erred: true,
};
const MATCHED_INSTEAD = { ...ERRED, erred: false };
const NOT_THOSE = /are not those of the policies in force that match/;
const PARTY = 'key_0123456789abcdef01234567';

function faultOfRecord(match: PolicyMatch, judged: Pick<Facts, 'rules'> = NO_FACTS): string | null {
  const facts = { ...NO_FACTS, rules: judged.rules, policy_matches: [match] };
  const decision = decide(buildQuestion(REQUEST, facts, DEFAULT_SETTINGS));
  const settingsVersion = 'sha256:settings';
  const recorded = {
    facts,
    settingsVersion,
    policiesVersion: POLICIES.version,
    party: PARTY,
    ...(decision.verdict === 'escalate' && { escalationId: 'esc_0123456789abcdef01234567' }),
  };
  const text = evaluationRecordText(requestText(REQUEST), decision, recorded);
  const leaf = { action: REQUEST.action, verdict: decision.verdict, actor: actorOf(REQUEST, PARTY) };
  return faultOfEvaluation(leaf, Buffer.from(text), parseJson(text) as JsonObject, {
    settings: new Map([[settingsVersion, DEFAULT_SETTINGS]]),
    policies: new Map([[POLICIES.version, POLICIES]]),
    environment: 'production',
  });
}

test('a-rule-over-its-cost-recomputes-as-it-is-recorded-now-and-as-it-was-recorded-before', () => {
  assert.equal(faultOfRecord({ ...ERRED, over_cost: true }), null);
  assert.equal(faultOfRecord(ERRED, UNRECORDED), null);
  assert.match(String(faultOfRecord(ERRED)), NOT_THOSE);
  assert.match(String(faultOfRecord(MATCHED_INSTEAD)), NOT_THOSE);
});
