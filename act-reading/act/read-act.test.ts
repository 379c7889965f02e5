/** The reading of an action (its effects, contents and amounts), and what can't be read. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withFloors } from '../../service/tools/floors.ts';
import { catalogue, mailTo, READERS, read, SHELL } from '../../tests/support/acts/acts.ts';
import type { WrittenEntry } from '../tools/index.ts';
import { readAct } from './read-act.ts';

const EVENT: WrittenEntry = {
  tool: 'calendar.create',
  effect: 'write',
  targets: [{ path: 'participants[*]', kind: 'email', role: 'recipient', effect: 'send' }],
};

test('counts-an-effect-of-a-target-only-where-the-target-is', () => {
  assert.deepEqual(read(EVENT, { arguments: { title: 'x' } }).effects, ['write']);
  const { effects, reaches } = read(EVENT, { arguments: { participants: ['a'] } });
  assert.deepEqual(effects, ['write', 'send']);
  assert.deepEqual(
    reaches.map(({ effect }) => effect),
    ['send'],
  );
});

const HTTP: WrittenEntry = {
  tool: 'http.request',
  effect: 'send',
  effect_by: { path: 'method', values: { GET: 'read', delete: 'delete' } },
  targets: [{ path: 'url', kind: 'url', role: 'place' }],
};

for (const [method, expected] of [
  ['GET', ['read']],
  [' get ', ['read']],
  ['DELETE', ['delete']],
  ['PATCH', ['send']],
  [undefined, ['send']],
  [
    ['GET', 'DELETE'],
    ['read', 'delete'],
  ],
  [{ a: 'GET' }, ['read', 'send', 'delete']],
] as const) {
  test(`takes-the-effect-by-an-argument-${JSON.stringify(method)}`, () => {
    const { effects, reaches } = read(HTTP, { arguments: { method, url: 'u' } });
    assert.deepEqual(effects, expected);
    assert.deepEqual(reaches.map(({ effect }) => effect).sort(), [...expected].sort());
  });
}

const PUSH: WrittenEntry = {
  tool: 'git.push',
  effect: 'write',
  effect_by: { path: 'force', values: { true: 'delete' } },
};

for (const [force, expected] of [
  [true, ['write', 'delete']],
  [false, ['write']],
  [undefined, ['write']],
] as const) {
  test(`adds-the-effect-of-a-switch-to-the-usual-one-${force}`, () => {
    assert.deepEqual(read(PUSH, { arguments: { force } }).effects, expected);
  });
}

test('cannot-read-a-command-that-stands-elsewhere', () => {
  const unreadable = 'it is not there, and may stand in another argument';
  const { effects, contents } = read(SHELL, { arguments: { cmd: 'delete>/b' } });
  assert.deepEqual(
    { effects, contents },
    { effects: ['execute'], contents: [{ path: 'command', kind: 'shell', unreadable }] },
  );
  assert.deepEqual(read(SHELL, { arguments: {} }).contents, []);
  const image: WrittenEntry = { ...SHELL, targets: [{ path: 'image', kind: 'program', role: 'program' }] };
  assert.deepEqual(read(image, { arguments: { image: 'nginx' } }).contents, []);
});

test('describes-a-command-by-what-it-does', () => {
  const { effects, reaches, acts, contents, facts, is_irreversible } = read(SHELL, {
    arguments: { command: 'read>/a; delete>/b', host: 'h' },
  });
  assert.deepEqual(effects, ['read', 'delete']);
  assert.deepEqual(
    reaches.map(({ effect, path, ...reach }) => `${effect} ${path} ${'value' in reach && reach.value}`),
    ['read command /a', 'delete command /b', 'read host h', 'delete host h'],
  );
  assert.deepEqual(acts, [
    { effect: 'read', what: 'read>/a' },
    { effect: 'delete', what: ' delete>/b', irreversible: true },
  ]);
  assert.deepEqual(contents, [{ path: 'command', kind: 'shell', unreadable: null }]);
  assert.deepEqual(facts, { shell: { shell: 1, acts: ['read>/a', ' delete>/b'] } });
  // The content's gravity belongs to its act; the tool has its own.
  assert.equal(is_irreversible, false);
});

for (const [promise, command, unreadable] of [
  ['that-can-not-be-parsed', 'what?', 'it is not a command'],
  ['that-is-no-text', { a: 1 }, 'it is no text'],
  ['in-a-list-of-something-else', ['a', 1], 'it is no text'],
  ['that-says-nothing', ';', null],
] as const) {
  test(`executes-a-command-${promise}`, () => {
    const { effects, contents } = read(SHELL, { arguments: { command } });
    assert.deepEqual(effects, ['execute']);
    assert.deepEqual(contents, [{ path: 'command', kind: 'shell', unreadable }]);
  });
}

test('executes-without-a-command-that-was-sent', () => {
  assert.deepEqual(read(SHELL, { arguments: {} }).effects, ['execute']);
});

test('quotes-the-words-of-a-list-for-the-shell', () => {
  const { acts } = read(SHELL, { arguments: { command: ['read>/a', "it's $HOME"] } });
  assert.equal(acts[0]?.what, "'read>/a' 'it'\\''s $HOME'");
});

const AMOUNTS: [amount: object, given: object, expected: number | null, unreadable?: string][] = [
  [{ path: 'amount' }, { amount: 12.5 }, 12.5],
  [{ path: 'amount' }, { amount: '$1,200.50' }, 1200.5],
  [{ path: 'amount' }, { amount: '1.200,50' }, 1200.5],
  [{ path: 'amount' }, { amount: '1.2k' }, 1200],
  [{ path: 'amount' }, { amount: '1200 EUR' }, null],
  [{ path: 'amount' }, { amount: -1 }, null, 'it is less than nothing'],
  [{ path: 'amount' }, { amount: 'all of it' }, null, 'it is no number'],
  [{ path: 'amount.value' }, { amount: 5 }, null, 'amount has no members'],
  [{ path: 'amount' }, {}, null],
  [{ path: 'amount', in_cents: true }, { amount: 1250 }, 12.5],
  [{ path: 'amount', currency: 'EUR' }, { amount: 1 }, null],
  [{ path: 'amount', currency: 'currency' }, { amount: 1, currency: 'usd' }, 1],
  [{ path: 'amount', currency: 'currency' }, { amount: 1, currency: 'eur' }, null],
  [{ path: 'items[*].price' }, { items: [{ price: 1 }, { price: 2 }] }, 3],
];

for (const [amount, given, expected, unreadable] of AMOUNTS) {
  test(`reads-the-amount-${JSON.stringify({ amount, given })}`, () => {
    const entry = { tool: 'a.pay', effect: 'pay', amount } as WrittenEntry;
    const { amount_usd, contents } = read(entry, { arguments: given });
    assert.deepEqual([amount_usd, contents[0]?.unreadable], [expected, unreadable]);
  });
}

test('joins-what-several-patterns-say', () => {
  const both = catalogue(
    { tool: 'a.*', effect: 'write', risk_level: 'low' },
    { tool: '*.b', effect: 'send', targets: mailTo('to').targets, is_irreversible: true },
  );
  const reading = readAct(both, { action: 'a.b', context: { to: 'x' } }, READERS);
  assert.deepEqual(reading.effects, ['write', 'send']);
  assert.deepEqual(reading.tool, { id: 'tool_1', name: '*.b' });
  assert.equal(reading.risk_level, 'low');
  assert.equal(reading.is_irreversible, true);
});

test('says-why-an-action-is-unlisted-and-keeps-the-floors-of-the-settings', () => {
  const floored = withFloors(catalogue(mailTo('to')), [{ action: 'other', risk_level: 'high' }]);
  const reading = readAct(floored, { action: 'Other', context: {} }, READERS);
  assert.deepEqual(
    { tool: reading.tool, unlisted: reading.unlisted, risk: reading.risk_level },
    { tool: null, unlisted: 'not_in_catalogue', risk: 'high' },
  );
  assert.equal(readAct(catalogue(), { action: 'a', context: {} }, READERS).unlisted, null);
});

test('reads-amounts-in-cents-as-whole-ones-and-adds-up-those-of-a-list', () => {
  const entry = {
    tool: 'bank.pay',
    effect: 'pay',
    amount: { path: 'lines[*].amount', in_cents: true },
  } as const;
  const given = { lines: [{ amount: 500, count: 3 }, { amount: 120_000 }], total: 7 };
  assert.deepEqual(read(entry, { arguments: given }).greatest_number, {
    path: 'lines[*].amount',
    value: 1_205,
  });
});

for (const [effect, name, role] of [
  ['write', 'contact', 'grantee'],
  ['configure', 'owner_email', 'grantee'],
  ['write', 'to', 'recipient'],
  ['send', 'contact', 'recipient'],
] as const) {
  test(`takes-an-address-in-${name}-of-a-tool-that-does-${effect}-as-${role}`, () => {
    const { reaches } = read({ tool: 'office.act', effect }, { arguments: { [name]: 'eve@one.example' } });
    assert.deepEqual(
      reaches.map((reach) => [reach.path, reach.role]),
      [[name, role]],
    );
  });
}
