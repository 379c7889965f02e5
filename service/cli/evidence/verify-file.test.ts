/** `assize evidence verify-file`, which is `assize-verify` in the service's own command line. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { exportOf, records, VKEY } from '../../../evidence-format/export/fixture.ts';
import { assize, run } from '../../../tests/support/processes/command.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'assize-verify-file-'));
const file = path.join(folder, 'export.json');
writeFileSync(file, exportOf(records(3)));
after(() => rmSync(folder, { recursive: true }));

const inService = (args: string[]) => assize(null, ['evidence', 'verify-file', ...args]);
const VERIFIER = path.join(import.meta.dirname, '../../../evidence-format/assize-verify.mjs');
const standalone = (args: string[]) => run(process.execPath, [VERIFIER, ...args]);

test('says-which-file-it-wants-where-it-is-given-one-for-readers', async () => {
  const header = 'index,evidence_id,artifact_type,action,verdict,actor,created_at,hash,previous_hash';
  for (const [name, content, kind] of [
    ['export.pdf', '%PDF-1.7\n...', 'a PDF'],
    ['export.csv', `${header}\r\n`, 'a CSV file'],
    ['excel.csv', `\ufeff${header}\r\n`, 'a CSV file'],
    ['saved.csv', '"index";"evidence_id"\r\n', 'a CSV file'],
  ] as const) {
    writeFileSync(path.join(folder, name), content);
    for (const verify of [inService, standalone]) {
      const { code, stdout, stderr } = await verify([path.join(folder, name), '--json']);
      assert.deepEqual([code, stdout], [1, '']);
      const says = `${path.join(folder, name)} is ${kind}, which is for readers and holds no proofs. Verify the same export as JSON`;
      assert.ok(stderr.startsWith(says), stderr);
    }
  }
});

test('verifies-a-file-without-a-database', async () => {
  const { code, stdout } = await assize(null, ['evidence', 'verify-file', file, '--key', VKEY]);
  assert.match(stdout, /^SOUND[\s\S]*This is a key that you gave/);
  assert.equal(code, 0);
});

test('ends-with-3-where-a-file-is-not-sound', async () => {
  const text = exportOf(records(3)).replace('"amount":1.1', '"amount":1.2');
  writeFileSync(path.join(folder, 'forged.json'), text);
  const { code, stdout } = await assize(null, [
    'evidence',
    'verify-file',
    path.join(folder, 'forged.json'),
    '--json',
  ]);
  assert.equal(JSON.parse(stdout).problems[0].problem, 'wrong_commitment');
  assert.equal(code, 3);
});

test('says-plainly-which-file-is-not-there', async () => {
  const absent = path.join(folder, 'absent');
  for (const [args, says] of [
    [[absent], `There is no file ${absent}.`],
    [[folder], `${folder} is a folder: name a file in it.`],
    [[file, '--trusted-checkpoint', absent], `There is no file ${absent}.`],
    [[path.join(file, 'x')], `There is no file ${path.join(file, 'x')}: a part of its path is not a folder.`],
  ] as const) {
    for (const verify of [inService, standalone]) {
      const { code, stderr } = await verify([...args]);
      assert.deepEqual([code, stderr], [1, `${says}\n`]);
    }
  }
  assert.equal((await assize(null, ['evidence', 'verify-file'])).code, 2);
});
