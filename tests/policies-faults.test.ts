/**
 * `assize policies test` reports every fault of every file at once, each with its line, and says plainly which file
 * is missing.
 */
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { newFolder, temporaryFolder } from './support/databases/databases.ts';
import { assize } from './support/processes/command.ts';

const FILES: Record<string, string> = {
  'shape/policy.yaml': `rules:
  - id: one
    when: 'true'
    effect: explode
    extra: 1
  - id: two
    when: 'true'
`,
  'cel/policy.yaml': `rules:
  - id: one
    when: action == "a" &&
    effect: block
  - id: two
    when: |
      action == "a" ||
        bar(
    effect: block
`,
  'cel/cases.yaml': `- name: x
  request: { action: a, context: {} }
  expect: { verdict: maybe }
`,
  'cases/policy.yaml': `rules:
  - id: one
    when: 'true'
    effect: block
`,
  'cases/cases.yaml': `cases:
  - name: y
    request: { action: a, context: {} }
    expect:
      matches: [zero]
  - name: z
    request: { action: a, context: {} }
    expect:
      matches: [none]
`,
};

/** How the lines begin, after the folder. */
const FOUND = [
  'cases/cases.yaml:5: case "y", expect.matches: the policy has no rule zero',
  'cases/cases.yaml:9: case "z", expect.matches: the policy has no rule none',
  'cel/cases.yaml:3: case "x", expect.verdict: ',
  'cel/policy.yaml:3: rule one, 1:',
  'cel/policy.yaml:8: rule two, 2:',
  'shape/policy.yaml:4: rules.0.effect: must be one of block, escalate, note',
  'shape/policy.yaml:5: rules.0.extra: is not a known member',
  'shape/policy.yaml:6: rules.1.effect: is missing',
];

test('tells-all-faults-of-all-files-with-their-lines', async (t) => {
  const folder = newFolder(t);
  for (const [name, text] of Object.entries(FILES)) {
    const file = path.join(folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  const { code, stderr } = await assize(null, ['policies', 'test', folder]);
  assert.equal(code, 2);
  const lines = stderr.trimEnd().split('\n').sort();
  const told = lines.map((line) => line.replace(`${folder}/`, ''));
  assert.equal(told.length, FOUND.length, told.join('\n'));
  for (const [place, begin] of FOUND.entries()) assert.ok(told[place]?.startsWith(begin), told.join('\n'));
});

test('says-which-file-is-not-there', async (t) => {
  const folder = temporaryFolder();
  t.after(folder.remove);
  const [one, other] = [path.join(folder.path, 'one.yaml'), path.join(folder.path, 'other')];
  const { code, stderr } = await assize(null, ['policies', 'test', one, other]);
  assert.deepEqual(
    [code, stderr],
    [2, `There is no file or folder ${one}.\nThere is no file or folder ${other}.\n`],
  );
});
