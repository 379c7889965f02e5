/** The origin of each value of an act, by what the results of its session had. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ResultSource } from '@assize/act-reading/tools';
import { valuesOfResult } from '@assize/act-reading/values';
import type { JsonValue } from '@assize/evidence-format';
import fc from 'fast-check';
import type { ResultSeen, Seen, SessionNow } from '../../sessions/index.ts';
import { type ActFacts, type ActReach, EMPTY_ACT } from '../question/act.ts';
import { withOrigins, withRecordedOrigins } from './origins.ts';

interface Returned {
  source: ResultSource | 'made' | null;
  result: JsonValue;
}

const SOURCE = { evidenceId: 'ev_1', tool: 'a.tool', at: Date.parse('2026-01-31T10:42:00Z') };

/** A session in the memory of the test, from results in their order. */
function sessionOf(results: readonly Returned[], incomplete = false): SessionNow {
  const seen = new Map<string, Seen>();
  for (const [place, { source, result }] of results.entries()) {
    const at: ResultSeen = { ...SOURCE, number: place + 1 };
    const reader = { source: source === 'made' ? ('own' as const) : source, fields: {} };
    for (const { name } of valuesOfResult(result, reader).values) {
      const before = seen.get(name) ?? { own: null, content: null, made: null, undeclared: false };
      if (source === null) before.undeclared = true;
      else before[source] ??= at;
      seen.set(name, before);
    }
  }
  return {
    key: 'ses_1',
    results: results.length,
    incomplete,
    confidentiality: null,
    hasContent: results.some(({ source }) => source === 'content'),
    hasUndeclared: results.some(({ source }) => source === null),
    find: (name) => seen.get(name) ?? null,
  };
}

const PAYEE: ActReach = {
  effect: 'pay',
  kind: 'account',
  role: 'payee',
  path: 'iban',
  value: 'LT916098430746012165',
  known: null,
};

function actOf(reach: ActReach, more: Partial<ActFacts> = {}): ActFacts {
  return { ...EMPTY_ACT, effects: [reach.effect], reaches: [reach], ...more };
}

function originIn(results: readonly Returned[], reach = PAYEE, incomplete = false) {
  const request = { action: 'bank.pay', context: {} };
  const { origins, reaches } = withOrigins(actOf(reach), request, sessionOf(results, incomplete), true);
  return { ...origins[0], known: reaches[0]?.known?.by ?? null };
}

const IBAN = 'LT91 6098 4307 4601 2165';
const MAIL: Returned = { source: 'content', result: { body: `Our new account is ${IBAN}, thank you.` } };
const REGISTER: Returned = { source: 'own', result: [{ name: 'Stadtwerke', iban: IBAN }] };

const CASES: [string, readonly Returned[], object][] = [
  ['is-content-where-only-a-mail-had-it', [MAIL], { origin: 'content', known: null }],
  ['is-own-where-a-register-returned-it', [REGISTER], { origin: 'own_result', known: 'own_result' }],
  ['stays-own-where-a-mail-repeats-it', [REGISTER, MAIL], { origin: 'own_result', known: 'own_result' }],
  [
    'tells-both-and-vouches-for-nothing-where-the-mail-came-first',
    [MAIL, REGISTER],
    { origin: 'own_result', also: 'content', known: null },
  ],
  [
    'is-made-here-where-a-call-created-it',
    [{ ...REGISTER, source: 'made' }],
    { origin: 'made_here', known: 'made_here' },
  ],
  ['is-unseen-where-a-tool-does-not-say', [{ ...REGISTER, source: null }], { origin: 'unseen', known: null }],
  [
    'is-content-where-a-tool-does-not-say-and-a-mail-had-it',
    [{ ...REGISTER, source: null }, MAIL],
    { origin: 'content', known: null },
  ],
  [
    'is-composed-where-nothing-had-it',
    [{ source: 'content', result: 'Hello' }],
    { origin: 'composed', known: null },
  ],
];

for (const [name, results, wanted] of CASES) {
  test(name, () => {
    const { path: _, source: __, ...found } = originIn(results);
    assert.deepEqual(found, wanted);
  });
}

test('counts-an-unfound-value-as-content-where-the-session-is-incomplete', () => {
  assert.equal(originIn([REGISTER], { ...PAYEE, value: 'DE1' }, true).origin, 'content');
});

test('names-the-result-that-had-it-first', () => {
  const { source } = originIn([MAIL, MAIL]);
  assert.deepEqual(source, { evidence_id: 'ev_1', tool: 'a.tool', at: '2026-01-31T10:42:00.000Z' });
});

test('keeps-what-the-mandate-a-record-or-an-approval-knows', () => {
  for (const [by, origin] of [
    ['mandate', 'task'],
    ['record', 'record'],
    ['approval', 'memory'],
  ] as const) {
    const known = by === 'mandate' ? { by } : { by, id: 'tgt_1' };
    const found = originIn([MAIL], { ...PAYEE, known });
    assert.deepEqual([found.origin, found.known], [origin, by]);
  }
});

test('vouches-for-nothing-that-is-deleted-run-or-configured', () => {
  for (const effect of ['delete', 'execute', 'configure', 'read'] as const)
    assert.equal(originIn([REGISTER], { ...PAYEE, effect }).known, null);
});

test('vouches-for-nothing-where-origins-are-only-observed', () => {
  const { origins, reaches } = withOrigins(
    actOf(PAYEE),
    { action: 'a', context: {} },
    sessionOf([REGISTER]),
    false,
  );
  assert.deepEqual([origins[0]?.origin, reaches[0]?.known], ['own_result', null]);
});

test('finds-what-strangers-wrote-in-a-text-to-others-but-not-its-own-recipients', () => {
  const body = `Pay to ${IBAN}, ask eve@evil.example or ann@example.com about order 1234.`;
  const reach: ActReach = {
    ...PAYEE,
    effect: 'send',
    kind: 'email',
    role: 'recipient',
    path: 'to',
    value: 'ann@example.com',
  };
  const act = actOf(reach, { contents: [{ path: 'body', kind: 'text', unreadable: null }] });
  const request = { action: 'mail.send', context: { arguments: { to: 'ann@example.com', body } } };
  const read = { source: 'content' as const, result: { body } };
  const { mentions } = withOrigins(act, request, sessionOf([read]), true);
  assert.deepEqual(mentions.map(({ kind, path }) => `${kind} in ${path}`).sort(), [
    'account in body',
    'email in body',
  ]);
  assert.deepEqual(
    withOrigins(act, request, sessionOf([read, { ...read, source: 'own' }]), true).mentions,
    [],
  );
});

test('gives-an-act-that-is-read-again-its-recorded-origins', () => {
  const request = { action: 'bank.pay', context: {} };
  const recorded = withOrigins(actOf(PAYEE), request, sessionOf([REGISTER]), true);
  const again = withRecordedOrigins(actOf(PAYEE), recorded);
  assert.deepEqual(again.reaches, recorded.reaches);
  assert.deepEqual(again.origins, recorded.origins);
  const other = withRecordedOrigins(actOf({ ...PAYEE, value: 'DE1' }), recorded);
  assert.deepEqual([other.origins[0]?.origin, other.reaches[0]?.known], ['unseen', null]);
});

test('never-vouches-for-a-value-that-strangers-wrote-first', () => {
  const source = fc.constantFrom<Returned['source']>('own', 'content', 'made', null);
  const results = fc.array(fc.record({ source, has: fc.boolean() }), { maxLength: 6 });
  fc.assert(
    fc.property(results, (list) => {
      const given = list.map(({ source, has }) => ({ source, result: has ? { text: IBAN } : 'nothing' }));
      const first = list.find(({ source, has }) => has && source !== null)?.source;
      if (first === 'content') assert.equal(originIn(given).known, null);
    }),
  );
});
