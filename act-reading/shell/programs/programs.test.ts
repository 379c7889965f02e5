/** The tables of programs are data that a person edits: each fits the schema, and each entry has a case. */
import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { CASES } from '../../cases/contents/index.ts';
import { loadReaders } from '../../contents/load.ts';
import { readContent } from '../../contents/read.ts';
import { readData } from '../../data.ts';
import { EFFECTS } from '../../targets/index.ts';
import { loadPrograms, SUBJECTS } from './load.ts';
import { ProgramTable, type Table } from './table.ts';

await loadReaders();

interface Schema {
  $defs: { deedMembers: { properties: { does: { enum: string[] } } } };
}

const schema = readData('./shell/programs/programs.schema.yaml') as Schema;
const ajv = new Ajv2020({ allErrors: true, allowUnionTypes: true });
(addFormats as unknown as (to: Ajv2020) => void)(ajv);
const fits = ajv.compile(schema);
const tableOf = (subject: string) => readData(`./shell/programs/${subject}.yaml`) as Table;

describe('each-table-fits-the-schema', () => {
  for (const subject of SUBJECTS)
    test(subject, () => {
      assert.ok(fits(tableOf(subject)), JSON.stringify(fits.errors?.slice(0, 5), null, 2));
    });

  test('each-file-is-a-table-that-is-loaded', () => {
    const files = globSync('*.yaml', { cwd: import.meta.dirname, exclude: ['*.schema.yaml'] });
    assert.deepEqual(files.map((file) => path.basename(file, '.yaml')).sort(), [...SUBJECTS].sort());
  });

  test('the-schema-knows-each-effect', () => {
    assert.deepEqual(schema.$defs.deedMembers.properties.does.enum, [...EFFECTS]);
  });
});

test('each-entry-makes-a-program-and-each-reader-exists', () => {
  const programs = loadPrograms();
  for (const name of programs.names()) assert.ok(programs.get(name) !== undefined, name);
});

test('each-program-has-a-case', () => {
  const read = CASES.shell.flatMap(({ text }) => readContent('shell', text).facts.programs as string[]);
  const known = new Set(read);
  const missing = SUBJECTS.flatMap((subject) =>
    Object.entries(tableOf(subject))
      .filter(([name, { also = [] }]) => ![name, ...also].some((each) => known.has(each)))
      .map(([name]) => `${subject}.yaml: ${name}`),
  );
  assert.deepEqual(missing, [], 'give each a case in act-reading/cases/contents');
});

/** The message where the table is loaded; the schema alone finds the others. */
const FAULTS: [fault: string, table: Record<string, unknown>, message: RegExp | null][] = [
  ['an-unknown-member', { frob: { operand: 'reads' } }, /a\.yaml: frob: it has a member operand/],
  ['an-unknown-deed', { frob: { operands: 'eats' } }, /a\.yaml: frob: eats is none of reads, lists/],
  [
    'an-effect-without-a-clause',
    { frob: { always: { does: 'send' } } },
    /a\.yaml: frob: something done needs/,
  ],
  ['an-unknown-reader', { frob: { reader: 'frobs' } }, /a\.yaml: frob: no file of .* exports frobs/],
  ['a-reader-that-is-told-nothing', { frob: { reader: 'moves' } }, null],
  ['a-reader-that-is-told-something-else', { frob: { reader: { language: { codes: '-e' } } } }, null],
  ['a-fault-in-a-command', { frob: { commands: { up: { always: 'eats' } } } }, /a\.yaml: frob up: eats/],
  ['an-entry-like-none', { frob: { like: 'git frob' } }, /a\.yaml: frob: it is like git frob/],
];

describe('a-fault-names-the-file-and-the-entry', () => {
  for (const [fault, table, message] of FAULTS)
    test(fault, () => {
      const load = () => new ProgramTable({ 'a.yaml': table as Table }).get('frob');
      if (message !== null) assert.throws(load, { message });
      if (!['an-unknown-reader', 'an-entry-like-none'].includes(fault)) assert.equal(fits(table), false);
    });

  test('a-program-that-stands-twice', () => {
    const [one, other]: Table[] = [{ frob: {} }, { other: { also: ['frob'] } }];
    assert.throws(() => new ProgramTable({ 'a.yaml': one ?? {}, 'b.yaml': other ?? {} }), {
      message: 'frob stands twice: in a.yaml and b.yaml',
    });
  });
});

test('a-command-stands-once-in-its-program', () => {
  for (const subject of SUBJECTS)
    for (const [name, { commands = {} }] of Object.entries(tableOf(subject))) {
      const names = Object.entries(commands).flatMap(([command, { also = [], under = [''] }]) =>
        under.flatMap((noun) => [command, ...also].map((each) => `${noun} ${each}`.trim())),
      );
      const twice = names.filter((each, place) => names.indexOf(each) !== place);
      assert.deepEqual(twice, [], name);
    }
});
