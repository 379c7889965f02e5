/** Targets that are read from an action by their paths, and those that can't be read. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { mailTo, reachesOf, read, SHELL } from '../../tests/support/acts/acts.ts';
import { PATH_PATTERN } from '../tools/index.ts';
import { allowance, readPath } from './arguments/arguments.ts';
import type { ActRequest } from './read-act.ts';

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
  ['of-the-context-where-the-arguments-are-null', { arguments: null, to: 'a' }, ['to a']],
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
