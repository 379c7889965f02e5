/** `assize evidence verify-file`, which is `assize-verify` in the service's own command line. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { exportOf, records, VKEY } from '../../../evidence-format/export/fixture.ts';
import { assize } from '../../../tests/support/command.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'assize-verify-file-'));
const file = path.join(folder, 'export.json');
writeFileSync(file, exportOf(records(3)));
after(() => rmSync(folder, { recursive: true }));

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

test('says-what-it-can-not-read', async () => {
  const { code, stderr } = await assize(null, ['evidence', 'verify-file', path.join(folder, 'absent')]);
  assert.equal(code, 1);
  assert.match(stderr, /no such file/);
  assert.equal((await assize(null, ['evidence', 'verify-file'])).code, 2);
});
