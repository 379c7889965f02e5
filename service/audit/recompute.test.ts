/** Records are judged again by the rules of their time. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type JsonObject, parseJson } from '@assize/evidence-format';
import { decide } from '../evaluation/index.ts';
import { type Facts, NO_FACTS, UNRECORDED } from '../evaluation/question/facts.ts';
import { actorOf, buildQuestion, type EvaluationRequest } from '../evaluation/question/index.ts';
import { evaluationRecordText, requestText } from '../evaluation/record/index.ts';
import { compilePolicy, policySet } from '../governance/policies/compiled/compile.ts';
import type { PolicyMatch, PolicySet } from '../governance/policies/index.ts';
import { DEFAULT_SETTINGS, type LawSettings } from '../governance/settings/terms/index.ts';
import { faultOfEvaluation, type Grounds, judgementOf } from './recompute.ts';

const COSTLY = {
  id: 'costly',
  description: '',
  when: 'context.numbers.exists(a, context.numbers.exists(b, a + b < -1.0))',
  effect: 'escalate' as const,
  message: '',
};
const POLICIES = policySet([await compilePolicy('sums', 1, { description: '', rules: [COSTLY] })]);
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

interface Recorded {
  request?: EvaluationRequest;
  policies?: PolicySet;
  settings?: LawSettings;
  matches?: PolicyMatch[];
  rules?: number;
}

/** Takes a record as it was written by the rules of its time. */
function faultOf({
  request = REQUEST,
  policies = POLICIES,
  settings = DEFAULT_SETTINGS,
  matches = [],
  rules = NO_FACTS.rules,
}: Recorded): string | null {
  const facts = { ...NO_FACTS, rules, policy_matches: matches };
  const decision = decide(buildQuestion(request, facts, settings));
  const settingsVersion = 'sha256:settings';
  const recorded = {
    facts,
    settingsVersion,
    policiesVersion: policies.version,
    party: PARTY,
    ...(decision.verdict === 'escalate' && { escalationId: 'esc_0123456789abcdef01234567' }),
  };
  const text = evaluationRecordText(requestText(request), decision, recorded);
  const leaf = { action: request.action, verdict: decision.verdict, actor: actorOf(request, PARTY) };
  const grounds: Grounds = {
    settings: new Map([[settingsVersion, settings]]),
    policies: new Map([[policies.version, policies]]),
    environment: 'production',
  };
  return faultOfEvaluation(leaf, judgementOf(Buffer.from(text), parseJson(text) as JsonObject, grounds));
}

const faultOfRecord = (match: PolicyMatch, { rules }: Pick<Facts, 'rules'> = NO_FACTS) =>
  faultOf({ matches: [match], rules });

test('a-rule-over-its-cost-recomputes-as-it-is-recorded-now-and-as-it-was-recorded-before', () => {
  assert.equal(faultOfRecord({ ...ERRED, over_cost: true }), null);
  assert.equal(faultOfRecord(ERRED, UNRECORDED), null);
  assert.match(String(faultOfRecord(ERRED)), NOT_THOSE);
  assert.match(String(faultOfRecord(MATCHED_INSTEAD)), NOT_THOSE);
});

test('a-name-recomputes-as-rules-were-shown-it-then', async () => {
  const rule = { ...COSTLY, id: 'part', when: 'action.contains("delete")' };
  const policies = policySet([await compilePolicy('names', 1, { description: '', rules: [rule] })]);
  const of = { request: { action: 'UNDELETE', context: {} }, policies };
  const matched = { ...MATCHED_INSTEAD, policy: 'names', rule: 'part' };
  assert.equal(faultOf({ ...of, matches: [matched] }), null);
  assert.match(String(faultOf(of)), NOT_THOSE);
  for (const rules of [UNRECORDED.rules, 1]) assert.equal(faultOf({ ...of, rules }), null);
});

test('an-agent-without-letters-recomputes-as-it-was-judged-then', () => {
  const settings: LawSettings = { ...DEFAULT_SETTINGS, attestation: 'verified' };
  const request: EvaluationRequest = { action: 'mail.read', context: {}, agent_id: '...' };
  const verdictBy = (rules: number) =>
    decide(buildQuestion(request, { ...NO_FACTS, rules }, settings)).verdict;
  assert.deepEqual([0, 1, NO_FACTS.rules].map(verdictBy), ['proceed', 'proceed', 'escalate']);
});
