/** The file that is handed out, and the sources it is made of. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';

const KEPT = path.join(import.meta.dirname, 'assize-verify.mjs');

test('the-published-file-is-built-from-its-sources', (t) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'assize-verifier-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const made = path.join(folder, 'made.mjs');
  const { status, stderr } = spawnSync(
    process.execPath,
    [path.join(import.meta.dirname, 'build-verifier.ts'), made],
    { encoding: 'utf8' },
  );
  assert.equal(status, 0, stderr);
  const isTheSame = readFileSync(KEPT).equals(readFileSync(made));
  assert.ok(isTheSame, 'assize-verify.mjs is not what its sources make: run `npm run build:verifier`.');
  assert.doesNotMatch(readFileSync(KEPT, 'utf8'), /from "(?!node:)/);
});
