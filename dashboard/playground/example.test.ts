/** The arguments to begin with have something at each place that an entry reads, and no more. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exampleOf } from './example.ts';

const target = (path: string) => ({ path, kind: 'email', role: 'recipient' }) as const;
const entry = (paths: string[], more: object = {}) => ({
  tool: 'send',
  targets: paths.map(target),
  contents: [],
  ...more,
});
const ANN = 'ann@example.com';

for (const [name, paths, wanted] of [
  ['a-member', ['to'], { to: ANN }],
  ['a-deep-member', ['message.to'], { message: { to: ANN } }],
  ['members-of-a-list', ['recipients[*].email'], { recipients: [{ email: ANN }] }],
  ['a-list-of-values', ['to[*]'], { to: [ANN] }],
  ['two-places-in-one-object', ['m.to', 'm.cc'], { m: { to: ANN, cc: ANN } }],
  ['nothing-for-places-without-a-name', ['$', 'headers.*', '__proto__.x'], {}],
] as const) {
  test(`puts-${name}`, () => assert.deepEqual(exampleOf(entry([...paths])), wanted));
}

test('states-an-amount', () =>
  assert.deepEqual(exampleOf(entry([], { amount: { path: 'total', currency: 'USD' } })), { total: 40 }));
