/** The file that is handed out is built from these sources, byte for byte as its SHA-256 says. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { verifierProgram } from './build-verifier.ts';

const FILE = path.join(import.meta.dirname, 'assize-verify.mjs');

test('the-published-file-is-built-from-its-sources', async () => {
  const program = await verifierProgram();
  const sha256 = createHash('sha256').update(program).digest('hex');
  const stated = readFileSync(`${FILE}.sha256`, 'utf8');
  assert.equal(`${sha256}  assize-verify.mjs\n`, stated, 'run `npm run generate`');
  assert.ok(
    readFileSync(FILE, 'utf8') === program,
    'assize-verify.mjs is out of date: run `npm run generate`',
  );
  assert.doesNotMatch(program, /from "(?!node:)/);
});
