import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  agentIn,
  approvalIn,
  decidersIn,
  lawIn,
  mandateIn,
  personIn,
  reasonIn,
  sessionIdIn,
  toolIn,
} from './said.ts';

type Said = Parameters<typeof agentIn>[0];

const EVALUATION: Said = {
  artifact_type: 'governance_eval',
  payload: {
    request: {
      agent_id: 'mail-agent',
      user_id: 'ann',
      context: { tool: { name: 'sendMail' }, session_id: 'ses-1', mandate_id: 'mnd_1' },
    },
    laws: { safety_dominance: { fail: 'too grave' }, least_action_path: { pass: 'fine' } },
  },
};

const columnsOf = (item: Said) => ({
  agent: agentIn(item),
  person: personIn(item),
  reason: reasonIn(item),
  law: lawIn(item)?.name ?? null,
  deciders: decidersIn(item),
  tool: toolIn(item),
  session: sessionIdIn(item),
  mandate: mandateIn(item),
});
const NOTHING = {
  agent: null,
  person: null,
  reason: null,
  law: null,
  deciders: [],
  tool: null,
  session: null,
  mandate: null,
};

test('reads-the-columns-of-an-evaluation', () => {
  assert.deepEqual(columnsOf(EVALUATION), {
    agent: 'mail-agent',
    person: 'ann',
    reason: 'too grave',
    law: 'Safety Dominance',
    deciders: [],
    tool: 'sendMail',
    session: 'ses-1',
    mandate: 'mnd_1',
  });
});

test('says-who-decided-once-and-the-last-comment', () => {
  const decisions = [
    { party: 'mbr_1', comment: 'first' },
    { party: 'mbr_2', comment: 'last' },
    { party: 'mbr_1', comment: null },
  ];
  const found = columnsOf({ artifact_type: 'action_approved', payload: { decisions } });
  assert.deepEqual(found, { ...NOTHING, reason: 'last', deciders: ['mbr_1', 'mbr_2'] });
});

test('says-who-changed-governance-and-how-an-action-ended', () => {
  const change = { by: 'key_1', change: { agent_id: 'bot', reason: 'Too eager' } };
  assert.deepEqual(columnsOf({ artifact_type: 'governance_change', payload: change }), {
    ...NOTHING,
    agent: 'bot',
    reason: 'Too eager',
    deciders: ['key_1'],
  });
  const outcome = { agent_id: 'bot', outcome: 'failure' };
  assert.deepEqual(columnsOf({ artifact_type: 'action_executed', payload: outcome }), {
    ...NOTHING,
    agent: 'bot',
    reason: 'failure',
  });
});

test('finds-the-approval-that-was-used-or-waited-for-and-believes-no-request', () => {
  const of = (payload: object) =>
    approvalIn({ artifact_type: 'governance_eval', payload: payload as Said['payload'] });
  const request = { context: { approval_id: 'apr_1' } };
  assert.equal(of({ request, facts: { approval: 'approved' } }), 'apr_1');
  assert.equal(of({ request, facts: { approval: 'mismatch' } }), null);
  assert.equal(of({ request, escalation_id: 'esc_2' }), 'apr_2');
  assert.equal(of({ request }), null);
});

for (const payload of [
  null,
  {},
  { request: 'x', laws: 3, decisions: 'x', change: [] },
  { request: { agent_id: 7, context: null }, decisions: [null, 3], by: {} },
]) {
  for (const type of ['governance_eval', 'action_approved', 'governance_change'] as const) {
    test(`shows-nothing-where-a-record-says-nothing ${type} ${JSON.stringify(payload)}`, () =>
      assert.deepEqual(columnsOf({ artifact_type: type, payload: payload as Said['payload'] }), NOTHING));
  }
}
