/** Our CSV, read by three other readers, and split as careless readers split it. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { describe, test } from 'node:test';
import { shown } from '@assize/evidence-format';
import { parse as csvParse } from 'csv-parse/sync';
import fc from 'fast-check';
import papaparse from 'papaparse';
import { csvRecords } from './csv.ts';

type Rows = string[][];

const READERS: Record<string, (text: string) => Rows> = {
  'csv-parse': (text) => csvParse(text, { record_delimiter: '\r\n' }),
  'csv-parse, detecting the line breaks': (text) => csvParse(text),
  papaparse: (text) =>
    papaparse.parse<string[]>(text, { delimiter: ',', skipEmptyLines: false }).data.slice(0, -1),
};
const STARTS_FORMULA = /^["\s\p{Cf}]*[=+\-@\uff1d\uff0b\uff0d\uff20]/u;
/** A spreadsheet may also be set to split at another sign, and then ignores quotes. */
const CARELESS = /[;|\t\r\n]/;

const nasty = fc.constantFrom(
  ...['=1+1', '+', '-', '@', '\uff1d', '\uff0b', '\uff0d', '\uff20', '"', '""', "'", ',', ';', '|', '\t'],
  ...[
    '\r',
    '\n',
    '\r\n',
    '\u0000',
    '\u001b',
    '\u0085',
    '\u00a0',
    '\u2028',
    '\u2029',
    '\u202e',
    '\u2066',
    '\ufeff',
  ],
  ...['\u200b', ' ', '\\', '\ud800', '\udfff', '🎉', 'é', 'a', '1', ''],
);
const field = fc.oneof(
  fc.array(nasty, { maxLength: 6 }).map((parts) => parts.join('')),
  fc.string({ unit: 'binary', maxLength: 8 }),
);
const rowsOfThree = fc.array(fc.tuple(field, field, field), { minLength: 1, maxLength: 4 });

/** Each text without the characters that were added to make it harmless. */
function bare(rows: readonly (readonly string[])[]): Rows {
  return rows.map((row) => row.map((text) => shown(text).replaceAll("'", '')));
}

function requireHarmless(rows: readonly (readonly string[])[]): void {
  const text = csvRecords(rows);
  for (const [reader, read] of Object.entries(READERS)) {
    const found = read(text);
    assert.deepEqual(bare(found), bare(rows), reader);
    for (const cell of found.flat()) assert.doesNotMatch(cell, STARTS_FORMULA, reader);
  }
  for (const cell of text.split(CARELESS)) assert.doesNotMatch(cell, STARTS_FORMULA, JSON.stringify(text));
}

describe('what-is-written-as-csv', () => {
  test('is-the-same-to-every-reader-and-never-a-formula', () => {
    fc.assert(fc.property(rowsOfThree, requireHarmless), { numRuns: 3000 });
  });

  test('keeps-a-line-break-within-its-record', () => {
    assert.equal(csvRecords([['agent\n=1+1', 'b']]), `"agent\n'=1+1",b\r\n`);
    assert.equal(csvRecords([['agent\r', 'b']]), '"agent\r",b\r\n');
  });

  test('shows-what-turns-the-direction-of-writing', () => {
    assert.equal(csvRecords([['a\u202egnp.exe', '\u0000']]), '"a\\u202Egnp.exe","\\u0000"\r\n');
  });

  test('has-figures-of-ours-as-numbers-and-nothing-else-as-a-figure', () => {
    assert.equal(csvRecords([[{ figure: '-12.5' }, { figure: '' }]]), '-12.5,\r\n');
    for (const figure of ['=1', '-', '1\n', '+1']) assert.throws(() => csvRecords([[{ figure }]]));
  });

  const missing = spawnSync('python3', ['--version']).status !== 0 && 'python3 is missing';
  test('is-the-same-to-python', { skip: missing }, () => {
    const samples = fc.sample(rowsOfThree, { numRuns: 1000, seed: 7 });
    const program = `import csv, io, json, sys
for line in sys.stdin: print(json.dumps(list(csv.reader(io.StringIO(json.loads(line), newline='')))))`;
    const input = samples.map((rows) => `${JSON.stringify(csvRecords(rows))}\n`).join('');
    const { stdout, stderr } = spawnSync('python3', ['-c', program], {
      input,
      encoding: 'utf8',
      maxBuffer: 2 ** 27,
    });
    const read = stdout.trimEnd().split('\n');
    assert.equal(read.length, samples.length, stderr);
    for (const [at, rows] of samples.entries())
      assert.deepEqual(bare(JSON.parse(read[at] ?? '')), bare(rows));
  });
});
