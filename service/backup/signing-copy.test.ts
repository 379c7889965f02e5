import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { systemClock } from '../foundation/clock.ts';
import { readSigningCopy, writeSigningCopy } from './signing-copy.ts';

test('copies-what-belongs-to-the-folder-and-not-what-people-left-there', async (t) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'assize-signing-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const signingDir = path.join(folder, 'signing');
  mkdirSync(path.join(signingDir, 'last'), { recursive: true });
  for (const name of [
    'keys.json',
    'last/chn_1.note',
    'last/chn_1.note~',
    'last/chn_1 (copy).note',
    'last/x.tmp',
  ]) {
    writeFileSync(path.join(signingDir, name), `of ${name}`);
  }
  const file = path.join(folder, 'copy.json');
  const deps = { signingDir, dataDir: folder, clock: systemClock(0), writer: 'bak_1' };
  const written = await writeSigningCopy(deps, file, false);
  assert.deepEqual(await readSigningCopy(file), written);
  assert.deepEqual(Object.keys(written?.files ?? {}), ['keys.json', 'last/chn_1.note']);
});

test('replaces-no-copy-where-the-folder-can-not-be-read', async (t) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'assize-signing-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const signingDir = path.join(folder, 'signing');
  mkdirSync(path.join(signingDir, 'last', 'chn_1.note'), { recursive: true });
  writeFileSync(path.join(signingDir, 'keys.json'), '{}');
  const file = path.join(folder, 'copy.json');
  writeFileSync(file, 'an older one');
  const deps = { signingDir, dataDir: folder, clock: systemClock(0), writer: 'bak_1' };
  await assert.rejects(writeSigningCopy(deps, file, true), /EISDIR/);
});
