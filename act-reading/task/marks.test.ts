/** A task that names one of several things means no other of them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { TargetKind } from '../targets/index.ts';
import { ALL_OF_IT, formMark, formsOf, marksOf, whichMark } from './marks.ts';

function isAnother(task: string, value: string, kind: TargetKind = 'object'): boolean {
  const marks = marksOf(task);
  return formsOf({ kind, value }).some(
    ({ form, which }) =>
      (form === ALL_OF_IT || marks.has(formMark(form))) && !marks.has(whichMark(form, which)),
  );
}

const OTHERS: [task: string, value: string, kind?: TargetKind][] = [
  ['Cancel standing order SO-31', 'SO-12'],
  ['Tomasz approved #412, merge it', '421'],
  ['Delete FJ-01 to FJ-04', 'FJ-05'],
  ['Remove the duplicate DOC-551', 'DOC-*'],
  ['Deploy it to staging', 'prod-eu1'],
  ['Invite her to #design only', 'finance', 'channel'],
  ['Invite her to #design only', '#finance'],
  ['Give the sitter a code for the front door', 'all'],
  ['Share the plan with Ben', 'owner'],
  ['Put the plan on the team drive', 'public'],
  ['Ab morgen läuft ahu-02 wieder', 'ahu-04'],
];
const SAME: [task: string, value: string, kind?: TargetKind][] = [
  ['Cancel standing order SO-31', 'so-31'],
  ['Cancel standing order SO-031', 'SO-31'],
  ['Tomasz approved #412, merge it', '412'],
  ['Delete FJ-01 to FJ-04', 'FJ-03'],
  ['Deploy it to staging', 'staging-eu1'],
  ['Tell #design and #ops', 'ops', 'channel'],
  ['Cancel all my bookings', 'all'],
  ['Make Ben an owner of the plan', 'owner'],
  ['Make the plan public', 'public'],
  ['Write to Ben about order K-20391', 'T-77'],
  ['Transfer it to DE89370400440532013000', 'DE02100100100006820101', 'account'],
  ['Pay the 2 invoices', '412'],
  ['Run the tests and deploy to staging', '/home/dev/app', 'path'],
  ['Add a test for the parser', 'prod-eu'],
  ['Pay ticket #412 from the usual account', '12345678', 'account'],
];

for (const [task, value, kind] of OTHERS) {
  test(`${value} is another one: ${task}`, () => assert.equal(isAnother(task, value, kind), true));
}
for (const [task, value, kind] of SAME) {
  test(`${value} is none besides: ${task}`, () => assert.equal(isAnother(task, value, kind), false));
}

test('what a task names is never another one', () => {
  const anyId = fc
    .tuple(fc.constantFrom('SO', 'ahu', 'prod-eu', 'K'), fc.nat(99_999))
    .map(([a, b]) => `${a}-${b}`);
  fc.assert(
    fc.property(fc.array(anyId, { minLength: 1, maxLength: 5 }), (ids) => {
      const task = `Please look at ${ids.join(', ')} and close them`;
      for (const id of ids) assert.equal(isAnother(task, id), false, `${task}: ${id}`);
    }),
  );
});
