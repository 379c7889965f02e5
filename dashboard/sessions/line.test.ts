import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Call, judged, sentenceOf, shownCalls, type Target, threadsOf } from './line.ts';
import { sessionIn } from './session-of.ts';

const AT = '2026-03-01T10:42:00.000Z';

const CALL: Call = {
  evidence_id: '',
  at: AT,
  action: 'a',
  verdict: 'proceed',
  would_be: null,
  held_for: null,
  doubts: [],
  approval_id: null,
  effects: [],
  targets: [],
  mentions: [],
  reasons: [],
  result: null,
};

const TARGET: Target = {
  path: 'to',
  role: 'payee',
  kind: 'account',
  effect: 'pay',
  value: 'x',
  known: null,
  origin: null,
  also: null,
  source: null,
};

const RESULT: NonNullable<Call['result']> = {
  number: 1,
  evidence_id: 'ev_r',
  at: AT,
  tool: 't',
  source: 'own',
  confidentiality: null,
  values: 1,
  incomplete: false,
};

function call(id: string, more: Partial<Call> = {}): Call {
  return { ...CALL, evidence_id: id, ...more };
}

function target(from: string | null, origin: Target['origin']): Target {
  const source = from === null ? null : { evidence_id: from, tool: 't', at: AT };
  return { ...TARGET, origin, source };
}

test('shows-the-last-calls-and-as-many-more-as-the-named-one-takes', () => {
  const calls = ['a', 'b', 'c', 'd'].map((id) => call(id));
  const ids = (most: number, named: string) => shownCalls(calls, most, named).map((each) => each.evidence_id);
  assert.deepEqual(ids(2, ''), ['c', 'd']);
  assert.deepEqual(ids(2, 'd'), ['c', 'd']);
  assert.deepEqual(ids(2, 'b'), ['b', 'c', 'd']);
  assert.deepEqual(ids(9, 'unknown'), ['a', 'b', 'c', 'd']);
});

test('a-thread-leads-from-each-shown-result-to-the-arguments-that-had-its-values', () => {
  const mention = { path: 'body', kind: 'url', value: 'x', source: target('mail', 'content').source };
  const calls = [
    call('mail', { result: RESULT }),
    call('silent'),
    call('pay', {
      targets: [target('mail', 'content'), target(null, 'task'), target('silent', 'own_result')],
      mentions: [mention],
    }),
  ];
  assert.deepEqual(threadsOf(calls), [
    { from: 'mail', to: 'pay', end: 'pay-0', isForeign: true },
    { from: 'mail', to: 'pay', end: 'pay-3', isForeign: true },
  ]);
  assert.deepEqual(threadsOf(calls.slice(1)), []);
});

test('an-observed-call-counts-by-the-verdict-it-would-have-got', () => {
  assert.equal(judged(call('a', { would_be: 'escalate' })), 'escalate');
});

test('a-reason-is-a-sentence-with-times-that-people-read', () => {
  assert.match(
    sentenceOf(`the payee x was first read at ${AT}, by t`),
    /^The payee x .* at \d\d:42(?:\s[AP]M)?, by t\.$/,
  );
});

test('an-evaluation-names-its-session-or-that-of-its-mandate-once-something-was-read', () => {
  const request = { agent_id: 'agent', context: { mandate_id: 'mdt_1' } };
  assert.equal(sessionIn({ request }), null);
  assert.deepEqual(sessionIn({ request, facts: { act: { session: {} } } }), {
    id: 'mdt_1',
    agentId: 'agent',
  });
  assert.deepEqual(sessionIn({ request: { context: { session_id: 's' } } }), { id: 's', agentId: null });
  for (const payload of [null, {}, { request: { context: { session_id: 7 } } }]) {
    assert.equal(sessionIn(payload), null);
  }
});
