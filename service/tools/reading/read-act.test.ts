/** What is read of an action: effects, targets, contents and amounts, and what can't be read. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '@assize/evidence-format';
import fc from 'fast-check';
import { catalogueOf } from '../catalogue.ts';
import { entryOf, PATH_PATTERN, type WrittenEntry } from '../entry.ts';
import { withFloors } from '../floors.ts';
import { allowance, readPath } from './arguments.ts';
import { type ActRequest, readAct } from './read-act.ts';
import type { Readers } from './readers.ts';

/** A target is readable where it has no space; a content says its acts as `effect>target`. */
const READERS: Readers = {
  normalise: (kind, text) =>
    text.includes(' ')
      ? [{ unreadable: 'it has a space' }]
      : [{ kind: kind === 'detect' ? 'object' : kind, value: text.toLowerCase() }],
  readContent: (kind, text) => {
    const facts: JsonObject = {};
    if (text.includes('?')) return { unreadable: 'it is no command', acts: [], facts };
    const acts = text.split(';').flatMap((act) => {
      const [effect = '', target = ''] = act.trim().split('>');
      if (effect === '') return [];
      const targets = [{ kind: 'path' as const, role: 'place' as const, text: target }];
      return [
        { effect: effect as 'read', what: act, targets, ...(effect === 'delete' && { irreversible: true }) },
      ];
    });
    return { unreadable: null, acts, facts: { [kind]: 1, acts: acts.map(({ what }) => what) } };
  },
};

const catalogue = (...entries: WrittenEntry[]) =>
  catalogueOf(
    entries.map((entry, place) => ({ id: `tool_${place}`, hasChanged: false, entry: entryOf(entry) })),
    { revision: 1, reviewed: true },
  );
const read = (entry: WrittenEntry, context: ActRequest['context']) =>
  readAct(catalogue(entry), { action: entry.tool.replace('*', 'x'), context }, READERS);
const reachesOf = (entry: WrittenEntry, context: ActRequest['context']) =>
  read(entry, context).reaches.map((reach) =>
    [
      reach.effect,
      reach.role,
      reach.path,
      'unreadable' in reach ? `(${reach.unreadable})` : reach.value,
    ].join(' '),
  );

const mailTo = (path: string): WrittenEntry => ({
  tool: 'mail.send',
  effect: 'send',
  targets: [{ path, kind: 'email', role: 'recipient' }],
});

const TOO_MANY_ELEMENTS = '(the arguments have more than 10000 elements)';
const PATHS: [string, string, unknown, string[]][] = [
  ['a-text', 'to', { to: 'A@b' }, ['to a@b']],
  ['nothing-where-it-is-not-there', 'to', { cc: 'a' }, []],
  ['nothing-of-an-empty-text', 'to', { to: ' ' }, []],
  ['nothing-of-null', 'to', { to: null }, []],
  ['nothing-that-an-object-inherits', 'constructor', {}, []],
  ['a-member-of-a-member', 'message.to', { message: { to: 'a' } }, ['message.to a']],
  ['a-path-from-the-root', '$.to', { to: 'a' }, ['to a']],
  ['each-element', 'to[*]', { to: ['a', 'b'] }, ['to[0] a', 'to[1] b']],
  ['one-where-a-list-may-stand', 'to[*]', { to: 'a' }, ['to a']],
  ['a-list-where-one-may-stand', 'to', { to: ['a', 'b'] }, ['to[0] a', 'to[1] b']],
  ['a-member-of-each', 'to[*].email', { to: [{ email: 'a' }, { name: 'x' }] }, ['to[0].email a']],
  ['a-member-of-each-without-its-star', 'to.email', { to: [{ email: 'a' }] }, ['to[0].email a']],
  ['each-member', 'to.*', { to: { x: 'a', 'y z': 'b' } }, ['to.x a', 'to["y z"] b']],
  ['one-element', 'to[1]', { to: ['a', 'b'] }, ['to[1] b']],
  ['no-element-beyond', 'to[9]', { to: ['a', 'b'] }, []],
  ['a-name-with-a-dot', 'o["a.b"]', { o: { 'a.b': 'c' } }, ['o["a.b"] c']],
  ['a-number', 'to', { to: 7 }, ['to 7']],
  ['not-a-boolean', 'to', { to: true }, ['to (it is true or false)']],
  ['not-an-object', 'to', { to: { a: 1 } }, ['to (it is no text)']],
  ['not-a-member-of-a-text', 'to.email', { to: 'a' }, ['to.email (to has no members)']],
  ['not-a-list-in-a-list', 'to[*]', { to: [['a b']] }, ['to[0][0] (it has a space)']],
  ['not-a-list-of-objects-for-texts', 'to[*].email', { to: ['a'] }, ['to[*].email (to[0] has no members)']],
  ['not-what-has-no-form', 'to', { to: 'a b' }, ['to (it has a space)']],
  [
    'not-more-elements-than-it-looks-at',
    'to[*]',
    { to: Array(10_001).fill('a') },
    [`to[*] ${TOO_MANY_ELEMENTS}`],
  ],
  ['the-same-target-once', 'to[*]', { to: ['a', 'A', 'a'] }, ['to[0] a']],
];

for (const [promise, path, given, expected] of PATHS) {
  test(`reads-${promise}`, () => {
    assert.match(path, new RegExp(PATH_PATTERN));
    assert.deepEqual(
      reachesOf(mailTo(path), { arguments: given }),
      expected.map((reach) => `send recipient ${reach}`),
    );
  });
}

test('takes-no-path-that-it-does-not-read', () => {
  for (const path of ['', 'a..b', 'a[', 'a[b]', '.a', 'a.', 'a b', 'a[*', '$a..b', 'a[-1]', 'a["]']) {
    assert.doesNotMatch(path, new RegExp(PATH_PATTERN), path);
  }
});

const WITHOUT: [string, ActRequest['context'], string[]][] = [
  ['of-the-context-where-there-are-no-arguments', { to: 'a', risk_level: 'low' }, ['to a']],
  ['of-a-json-text', { arguments: '{"to":"a"}' }, ['to a']],
  ['of-no-arguments', { arguments: null, to: 'a' }, []],
  [
    'and-not-of-a-text-that-is-no-json',
    { arguments: 'to: a', to: 'b' },
    ['to (context.arguments is no object)'],
  ],
  ['and-not-of-a-list', { arguments: ['a'] }, ['to (context.arguments is no object)']],
];

for (const [promise, context, expected] of WITHOUT) {
  test(`reads-targets-${promise}`, () => {
    assert.deepEqual(
      reachesOf(mailTo('to'), context),
      expected.map((reach) => `send recipient ${reach}`),
    );
  });
}

test('takes-no-field-of-the-laws-for-an-argument', () => {
  assert.deepEqual(reachesOf(mailTo('$.*'.slice(2)), { mandate_id: 'm', approval_id: 'x', to: 'a' }), [
    'send recipient to a',
  ]);
});

test('stops-at-500-targets', () => {
  const to = Array.from({ length: 5000 }, (_, place) => `a${place}`);
  const { reaches } = read(mailTo('to[*]'), { arguments: { to } });
  assert.equal(reaches.length, 501);
  assert.deepEqual(reaches.at(-1), {
    effect: 'send',
    kind: 'email',
    role: 'recipient',
    path: 'to[500]',
    unreadable: 'the action has more than 500 targets',
  });
});

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

const SHELL: WrittenEntry = {
  tool: 'bash',
  effect: 'execute',
  targets: [{ path: 'host', kind: 'domain', role: 'place' }],
  contents: [{ path: 'command', kind: 'shell' }],
};

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
    { effect: 'delete', what: ' delete>/b' },
  ]);
  assert.deepEqual(contents, [{ path: 'command', kind: 'shell', unreadable: null }]);
  assert.deepEqual(facts, { shell: { shell: 1, acts: ['read>/a', ' delete>/b'] } });
  assert.equal(is_irreversible, true);
});

for (const [promise, command, unreadable] of [
  ['that-can-not-be-parsed', 'what?', 'it is no command'],
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

const AMOUNTS: [object, object, number | null][] = [
  [{ path: 'amount' }, { amount: 12.5 }, 12.5],
  [{ path: 'amount' }, { amount: '$1,200.50' }, 1200.5],
  [{ path: 'amount' }, { amount: '1.200,50' }, null],
  [{ path: 'amount' }, { amount: -1 }, null],
  [{ path: 'amount' }, {}, null],
  [{ path: 'amount', in_cents: true }, { amount: 1250 }, 12.5],
  [{ path: 'amount', currency: 'EUR' }, { amount: 1 }, null],
  [{ path: 'amount', currency: 'currency' }, { amount: 1, currency: 'usd' }, 1],
  [{ path: 'amount', currency: 'currency' }, { amount: 1, currency: 'eur' }, null],
  [{ path: 'items[*].price' }, { items: [{ price: 1 }, { price: 2 }] }, 3],
];

for (const [amount, given, expected] of AMOUNTS) {
  test(`reads-the-amount-${JSON.stringify({ amount, given })}`, () => {
    const entry = { tool: 'a.pay', effect: 'pay', amount } as WrittenEntry;
    assert.equal(read(entry, { arguments: given }).amount_usd, expected);
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

test('reads-any-arguments-without-failing-and-always-the-same', () => {
  const path = fc.stringMatching(/^(?:\$|(?:[a-c]|\*)(?:\.[a-c]|\.\*|\[\*\]|\[[0-2]\]){0,3})$/);
  const value = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      fc.constantFrom<unknown>('x', '', null, 1, true, 'a b'),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(fc.constantFrom('a', 'b', 'c'), tie('value'), { maxKeys: 3, noNullPrototype: true }),
    ),
  })).value;
  fc.assert(
    fc.property(path, value, (at, given) => {
      assert.match(at, new RegExp(PATH_PATTERN));
      const found = readPath(given as never, at, allowance());
      assert.deepEqual(readPath(structuredClone(given) as never, at, allowance()), found);
      const entry = {
        ...SHELL,
        targets: mailTo(at).targets,
        contents: [{ path: at, kind: 'text' as const }],
      };
      assert.deepEqual(read(entry, { arguments: given }), read(entry, { arguments: structuredClone(given) }));
    }),
    { numRuns: 1000 },
  );
});
