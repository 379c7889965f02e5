/** Two calls are equal without their targets only if nothing else of them differs. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { catalogue, READERS } from '../../../tests/support/acts/acts.ts';
import { normalise } from '../../targets/index.ts';
import type { WrittenEntry } from '../../tools/index.ts';
import { readAct } from '../read-act.ts';
import { argumentsOf } from './arguments.ts';
import { withoutTargets } from './without-targets.ts';

const MAIL: WrittenEntry = {
  tool: 'mail.send',
  effect: 'send',
  targets: [
    { path: 'to', kind: 'email', role: 'recipient' },
    { path: 'cc[*].address', kind: 'email', role: 'recipient' },
  ],
  contents: [{ path: 'body', kind: 'text' }],
};
const CALL: WrittenEntry = {
  tool: 'http.post',
  effect: 'send',
  targets: [{ path: 'url', kind: 'url', role: 'place' }],
};
const RUN: WrittenEntry = {
  tool: 'run',
  effect: 'execute',
  targets: [
    { path: 'program', kind: 'program', role: 'program' },
    { path: 'host', kind: 'domain', role: 'place' },
  ],
  contents: [{ path: 'command', kind: 'shell' }],
};

function without(entry: WrittenEntry, given: object) {
  const context = { arguments: given };
  const readers = { ...READERS, normalise };
  const { reaches, contents } = readAct(catalogue(entry), { action: entry.tool, context }, readers);
  const read = argumentsOf(context);
  assert.ok(typeof read === 'object');
  return withoutTargets(read, reaches, contents);
}

const SAME: [what: string, entry: WrittenEntry, one: object, other: object][] = [
  ['addresses', MAIL, { to: 'ann@a.example', body: 'x' }, { to: 'bob@b.example', body: 'x' }],
  ['names of people', MAIL, { to: 'Ann <ann@a.example>' }, { to: 'Bob <bob@b.example>' }],
  [
    'addresses in a list',
    MAIL,
    { to: ['a@a.example', 'b@a.example'], cc: [{ address: 'c@a.example', as: 1 }] },
    { to: ['d@a.example', 'e@a.example'], cc: [{ address: 'f@a.example', as: 1 }] },
  ],
  [
    'an address that no entry names',
    MAIL,
    { to: 'a@a.example', x: 'b@a.example' },
    { to: 'a@a.example', x: 'c@a.example' },
  ],
  ['places', CALL, { url: 'https://a.example/x?sum=1' }, { url: 'https://b.example/y?sum=1' }],
  ['hosts', RUN, { host: 'a.example', command: 'ls' }, { host: 'b.example', command: 'ls' }],
];

for (const [what, entry, one, other] of SAME) {
  test(`leaves-out-${what.replaceAll(' ', '-')}`, () => {
    const left = without(entry, one);
    assert.notEqual(left, null);
    assert.deepEqual(without(entry, other), left);
  });
}

const OTHERS: [what: string, entry: WrittenEntry, one: object, other: object][] = [
  ['a text', MAIL, { to: 'a@a.example', body: 'pay' }, { to: 'a@a.example', body: 'do not pay' }],
  [
    'a text that is an address',
    MAIL,
    { to: 'a@a.example', body: 'b@a.example' },
    { to: 'a@a.example', body: 'c@a.example' },
  ],
  ['the number of targets', MAIL, { to: ['a@a.example'] }, { to: ['a@a.example', 'b@a.example'] }],
  [
    'a target that is missing',
    MAIL,
    { to: 'a@a.example' },
    { to: 'a@a.example', cc: [{ address: 'c@a.example' }] },
  ],
  [
    'a target in place of nothing',
    MAIL,
    { to: 'a@a.example', x: null },
    { to: 'a@a.example', x: 'b@a.example' },
  ],
  [
    'several in one text',
    MAIL,
    { to: 'a@a.example, b@a.example', cc: [{ address: 'd@a.example' }] },
    { to: 'a@a.example, c@a.example', cc: [{ address: 'd@a.example' }] },
  ],
  ['the query of a place', CALL, { url: 'https://a.example/?sum=1' }, { url: 'https://a.example/?sum=100' }],
  ['a program', RUN, { host: 'a.example', program: 'ls' }, { host: 'a.example', program: 'rm' }],
  [
    'a command',
    RUN,
    { host: 'a.example', command: 'cat a.txt' },
    { host: 'a.example', command: 'cat b.txt' },
  ],
  // Both members stand at the place `a.b`, and only one is a target.
  [
    'a place that reads the same',
    MAIL,
    { to: 'a@a.example', 'a.b': 'b@a.example', a: { b: 1 } },
    { to: 'a@a.example', 'a.b': 'b@a.example', a: { b: 1000 } },
  ],
  [
    'a long name that is cut',
    { ...MAIL, targets: [{ path: '*', kind: 'email', role: 'recipient' }] },
    { [`${'x'.repeat(70)}1`]: 'a@a.example', [`${'x'.repeat(70)}2`]: 1 },
    { [`${'x'.repeat(70)}1`]: 'a@a.example', [`${'x'.repeat(70)}2`]: 2 },
  ],
];

for (const [what, entry, one, other] of OTHERS) {
  test(`keeps-apart-${what.replaceAll(' ', '-')}`, () => {
    const left = without(entry, one);
    assert.notEqual(left, null);
    assert.notDeepEqual(without(entry, other), left);
  });
}

test('leaves-out-nothing-where-there-is-no-target-or-too-many', () => {
  const addresses = (count: number) => Array.from({ length: count }, (_, place) => `a${place}@a.example`);
  assert.equal(without(MAIL, { body: 'x' }), null);
  assert.equal(without(MAIL, { to: 'no address' }), null);
  assert.notEqual(without(MAIL, { to: addresses(50) }), null);
  assert.equal(without(MAIL, { to: addresses(51) }), null);
});
