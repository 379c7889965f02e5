import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { findTool } from './postgres-tools.ts';

test('takes-the-program-whose-version-is-nearest-to-the-server', async (t) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'assize-tools-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const folders = ['98', '91', '94', '93'].map((version) => {
    const place = path.join(folder, version);
    mkdirSync(place);
    const script = `#!/bin/sh\necho "pg_restore (PostgreSQL) ${version}.2"\n`;
    writeFileSync(path.join(place, 'pg_restore'), script, { mode: 0o755 });
    return place;
  });
  const environment = { PATH: folders.join(path.delimiter) };
  const found = async (least: number) =>
    path.basename(path.dirname(await findTool('pg_restore', least, environment)));
  assert.equal(await found(94), '94');
  assert.equal(await found(92), '93', 'rather than the first that is new enough');
  assert.equal(await found(95), '98');
  await assert.rejects(found(99), /There is no pg_restore of version 99 or later/);
});
