/** Fields that an entry does not have leave its text and hash as they were; what it returns is checked and kept. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { faultsOfEntry } from './check.ts';
import { keptEntry, MAX_RESULT_FIELDS, type WrittenEntry } from './entry.ts';

const READ: WrittenEntry = { tool: 'gmail.read', effect: 'read' };

test('keeps-the-text-of-an-entry-that-says-nothing-about-its-results', () => {
  const { text, hash } = keptEntry(READ);
  assert.equal(text, '{"contents":[],"effect":"read","targets":[],"tool":"gmail.read"}');
  assert.equal(keptEntry({ ...READ, result_fields: {} }).hash, hash);
});

test('keeps-what-a-tool-returns', () => {
  const written: WrittenEntry = {
    ...READ,
    result: 'content',
    result_fields: { thread_id: 'own', from: 'content', ['__proto__']: 'content' },
    confidentiality: 'confidential',
  };
  assert.deepEqual(faultsOfEntry(written), []);
  const { entry, text } = keptEntry(written);
  assert.deepEqual(JSON.parse(text), { ...written, targets: [], contents: [] });
  assert.deepEqual(keptEntry(entry).text, text);
});

const fields = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`field_${at}`, 'own']));

const FAULTY: [object, string][] = [
  [{ result: 'ours' }, 'result'],
  [{ result: null }, 'result'],
  [{ result: ['own'] }, 'result'],
  [{ confidentiality: 'top' }, 'confidentiality'],
  [{ result_fields: 'own' }, 'result_fields'],
  [{ result_fields: [] }, 'result_fields'],
  [{ result_fields: { from: 'ours' } }, 'result_fields.from'],
  [{ result_fields: { '': 'own' } }, 'result_fields'],
  [{ result_fields: { 'a\u0000': 'own' } }, 'result_fields'],
  [{ result_fields: { '\ud800': 'own' } }, 'result_fields'],
  [{ result_fields: { ['x'.repeat(129)]: 'own' } }, 'result_fields'],
  [{ result_fields: fields(MAX_RESULT_FIELDS + 1) }, 'result_fields'],
];

for (const [more, field] of FAULTY) {
  test(`refuses ${JSON.stringify(more).slice(0, 80)}`, () => {
    assert.deepEqual(
      faultsOfEntry({ ...READ, ...more }).map((fault) => fault.field.join('.')),
      [field],
    );
  });
}

test('takes-as-many-fields-as-it-may-have', () =>
  assert.deepEqual(faultsOfEntry({ ...READ, result_fields: fields(MAX_RESULT_FIELDS) }), []));
