/** The sentence that a person reads before they decide. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Act, actIn, isIrreversibleIn } from '../../evidence/record/act.ts';
import { type AskedAction, isGrave, sentenceOf } from './sentence.ts';

const MAIL: Act = {
  tool: 'gmail.send',
  effects: ['send'],
  reached: [
    {
      effect: 'send',
      kind: 'email',
      value: 'eve@mailbox.example',
      name: null,
      knownBy: null,
      origin: null,
      source: null,
    },
  ],
  amountUsd: null,
  isIrreversible: false,
};
const PAYMENT: Act = {
  ...MAIL,
  effects: ['pay'],
  reached: [
    {
      effect: 'pay',
      kind: 'account',
      value: 'DE89',
      name: 'Acme',
      knownBy: 'on record',
      origin: null,
      source: null,
    },
  ],
};
const ASKED: AskedAction = { action: 'gmail.send', agent_id: 'agent-7', user_id: null, context: {} };
const said = (asked: Partial<AskedAction>, act: Act | null) =>
  sentenceOf({ ...ASKED, ...asked }, act, false)
    .map(({ text }) => text)
    .join('');

const SENTENCES: [promise: string, asked: Partial<AskedAction>, act: Act | null, sentence: string][] = [
  ['only-the-word-of-the-agent', {}, null, 'agent-7 wants to run gmail.send.'],
  ['whom-it-reaches', {}, MAIL, 'agent-7 wants to send to eve@mailbox.example with gmail.send.'],
  [
    'many-it-reaches',
    {},
    { ...MAIL, reached: ['a', 'b', 'c', 'd', 'a'].map((value) => ({ ...MAIL.reached[0], value }) as never) },
    'agent-7 wants to send to a, b and 2 more with gmail.send.',
  ],
  [
    'money-and-no-way-back',
    { context: { is_irreversible: true, estimated_cost_usd: 3 } },
    { ...MAIL, effects: ['pay'], reached: [], amountUsd: 1200.5 },
    'agent-7 wants to pay $1,200.50 with gmail.send. It costs about $3.00 and can’t be undone.',
  ],
  [
    'what-it-costs',
    { context: { estimated_cost_usd: 0.5 } },
    null,
    'agent-7 wants to run gmail.send. It costs about $0.50.',
  ],
  [
    'how-much-to-whom-and-for-what',
    {
      action: 'stripe.refund',
      amount: { value: 90, currency: 'EUR' },
      context: { arguments: { order_id: 1182, amount: 90 }, estimated_cost_usd: 2 },
    },
    PAYMENT,
    'agent-7 wants to pay 90.00 EUR to DE89 (Acme) for order 1182 with stripe.refund. It costs about $2.00.',
  ],
  [
    'a-payment-whose-estimate-is-the-payment',
    { amount: { value: 90, currency: 'USD' }, context: { estimated_cost_usd: 90 } },
    { ...PAYMENT, reached: [] },
    'agent-7 wants to pay 90.00 USD with gmail.send.',
  ],
  [
    'money-without-a-currency',
    { amount: { value: 1234.5678, currency: null } },
    { ...PAYMENT, reached: [] },
    'agent-7 wants to pay 1,234.5678 with gmail.send.',
  ],
  [
    'the-price-of-anything-else',
    { amount: { value: 300, currency: 'JPY' } },
    { ...MAIL, effects: ['book'], reached: [] },
    'agent-7 wants to book something for 300 JPY with gmail.send.',
  ],
  [
    'only-a-whole-matter',
    { context: { arguments: { invoice: { id: 7 }, order: ' ' } } },
    MAIL,
    'agent-7 wants to send to eve@mailbox.example with gmail.send.',
  ],
  ['no-agent', { agent_id: null, user_id: 'marek' }, null, 'marek wants to run gmail.send.'],
  ['no-name-at-all', { agent_id: null }, null, 'A caller wants to run gmail.send.'],
];
for (const [promise, asked, act, sentence] of SENTENCES) {
  test(`says-${promise}`, () => assert.equal(said(asked, act), sentence));
}

test('marks-what-came-from-outside', () => {
  const words = sentenceOf({ ...ASKED, agent_id: '<b>', action: 'x.‮y' }, MAIL, false);
  const foreign = words.filter(({ isForeign }) => isForeign).map(({ text }) => text);
  assert.deepEqual(foreign, ['<b>', 'eve@mailbox.example', 'x.‮y']);
});

test('asks-twice-before-what-cannot-be-undone', () => {
  assert.equal(isGrave(ASKED, 'critical', null, false), true);
  assert.equal(isGrave(ASKED, 'high', { ...MAIL, isIrreversible: true }, false), true);
  assert.equal(isGrave({ ...ASKED, context: { is_irreversible: true } }, 'low', null, false), true);
  assert.equal(isGrave(ASKED, 'high', MAIL, true), true);
  assert.equal(isGrave(ASKED, 'high', MAIL, false), false);
});

test('asks-twice-while-it-is-not-known-whether-it-can-be-undone', () => {
  assert.equal(isGrave(ASKED, 'low', null, isIrreversibleIn(null)), true);
});

test('says-that-it-cannot-be-undone-where-only-the-catalogue-knows', () => {
  const payload = { laws: { safety_dominance: { warn: 'x', details: { irreversible: true } } } };
  const words = sentenceOf(ASKED, null, isIrreversibleIn(payload));
  assert.match(words.map(({ text }) => text).join(''), /can’t be undone/);
});

for (const payload of [{}, { laws: 'x' }, { laws: { safety_dominance: { pass: 'low', details: [] } } }]) {
  test(`reads-as-undoable ${JSON.stringify(payload)}`, () => assert.equal(isIrreversibleIn(payload), false));
}

for (const payload of [null, {}, { facts: null }, { facts: { act: 'x' } }, { facts: { act: [] } }]) {
  test(`finds-no-act-in ${JSON.stringify(payload)}`, () => assert.equal(actIn(payload), null));
}

test('reads-an-act-with-members-of-any-kind', () => {
  const act = actIn({
    facts: { act: { effects: [1, 'send'], reaches: [null, { value: { a: 1 } }], amount_usd: 'x' } },
  });
  assert.deepEqual(act, {
    tool: null,
    effects: ['send'],
    reached: [
      { effect: '', kind: '', value: '{"a":1}', name: null, knownBy: null, origin: null, source: null },
    ],
    amountUsd: null,
    isIrreversible: false,
  });
});

test('says-where-each-target-was-first-read', () => {
  const source = { at: '2026-03-01T10:42:00.000Z', evidence_id: 'ev_1', tool: 'gmail.read' };
  const origins = [
    { origin: 'content', path: 'iban', source },
    { origin: 'composed', path: 'url' },
  ];
  const act = actIn({
    facts: { act: { reaches: [{ value: 'a' }, { value: 'b' }, { value: 'c' }], origins } },
  });
  assert.deepEqual(
    act?.reached.map(({ origin, source: from }) => [origin, from]),
    [
      ['content', { at: source.at, evidenceId: 'ev_1', tool: 'gmail.read' }],
      ['composed', null],
      [null, null],
    ],
  );
});
