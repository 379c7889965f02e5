import assert from 'node:assert/strict';
import { test } from 'node:test';
import { storedIn } from './shown-columns.ts';

const COLUMNS = ['Time', 'Agent', 'Verdict'];

test('shows-the-chosen-columns-in-the-order-of-the-table', () => {
  assert.deepEqual(storedIn('["Verdict","Time"]', COLUMNS), ['Time', 'Verdict']);
});

for (const text of [null, '', '[', '{}', '"Time"', '[]', '["Gone", 3, null]']) {
  test(`ignores-a-choice-that-it-cannot-use ${text}`, () => assert.equal(storedIn(text, COLUMNS), null));
}
