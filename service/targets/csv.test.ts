/** Records of targets as CSV: which lines are read, and which line an error names. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readTargetsCsv } from './csv.ts';

const lineOf = (until: string) => readTargetsCsv(`kind,value,until\ndomain,example.com,${until}\n`);

test('reads-a-day-or-a-time-with-its-zone', () => {
  const until = Date.parse('2027-01-31T00:00:00Z');
  for (const text of ['2027-01-31', '2027-01-31T00:00Z', '2027-01-31T02:00:00+02:00'])
    assert.deepEqual(lineOf(text).records, [{ kind: 'domain', value: 'example.com', until }], text);
});

test('refuses-every-other-moment-with-its-line', () => {
  for (const text of ['1', '2027', '31.01.2027', '2027-01-31T09:00', '2027-02-31', 'tomorrow']) {
    const { records, faults } = lineOf(text);
    assert.deepEqual([records, faults.map(({ line }) => line)], [[], [2]], text);
    assert.match(faults[0]?.message ?? '', /until should be empty, a day/);
  }
});

test('says-what-is-wrong-with-the-first-line', () => {
  for (const [text, what] of [
    [
      'kind,value,rolle\ndomain,example.com,x',
      /^unknown column rolle; the first line names the columns: kind,/,
    ],
    ['ann@example.com\n', /^unknown column ann@example\.com/],
    ['ann@example.com\nben@example.com\n', /^unknown column ann@example\.com/],
    ['value\nann@example.com\n', /^the column kind is missing/],
    ['', /^the file is empty/],
    ['\n\n', /^the file is empty/],
  ] as const) {
    const { records, faults } = readTargetsCsv(text);
    assert.deepEqual([records, faults.map(({ line }) => line)], [[], [1]], text);
    assert.match(faults[0]?.message ?? '', what);
  }
});

test('reads-a-file-with-semicolons', () => {
  const { records, faults } = readTargetsCsv(
    '\ufeffkind;value;name\r\ndomain;example.com;"Ours; all, of us"\r\n',
  );
  assert.deepEqual(faults, []);
  assert.deepEqual(records, [{ kind: 'domain', value: 'example.com', name: 'Ours; all, of us' }]);
});
