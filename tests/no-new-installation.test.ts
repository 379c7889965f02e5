/** Only the service creates an installation. A command that finds none says where it looked, and creates nothing. */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { openDatabase } from '@assize/service/database/open.ts';
import { sql } from 'kysely';
import { emptyDatabase, newFolder, whyNot } from './support/databases/databases.ts';
import { assize } from './support/processes/command.ts';

const COMMANDS = [
  ['migrate'],
  ['keys', 'list'],
  ['keys', 'create', 'ci'],
  ['keys', 'rotate-signing'],
  ['tenants', 'create', 'acme'],
  ['halts', 'list'],
  ['agents', 'list'],
  ['budgets', 'list'],
  ['settings', 'show'],
  ['usage', 'show', 'acme'],
  ['trust', 'show', 'agent-7'],
  ['policies', 'list'],
  ['evidence', 'verify'],
  ['evidence', 'truth'],
  ['evidence', 'checkpoint'],
  ['evidence', 'export', '--format', 'csv'],
  ['compliance', 'check', 'soc2'],
  ['listen'],
];

test('a-command-in-another-folder-creates-nothing-there', async (t) => {
  const parent = newFolder(t);
  const folder = path.join(parent, 'data');
  for (const words of COMMANDS) {
    const { code, stdout, stderr } = await assize(null, words, { ASSIZE_DATA_DIR: folder });
    const named = words.join(' ');
    assert.deepEqual({ code, stdout }, { code: 1, stdout: '' }, named);
    assert.ok(
      stderr.startsWith(`There is no Assize database in ${folder}. Run the command in the folder`),
      stderr,
    );
    assert.match(stderr, /ASSIZE_DATA_DIR=/);
    assert.deepEqual(readdirSync(parent), [], named);
  }
  const doctor = await assize(null, ['doctor'], { ASSIZE_DATA_DIR: folder });
  assert.match(doctor.stdout, /database +warning +There is no Assize database in /);
  assert.deepEqual({ code: doctor.code, files: readdirSync(parent) }, { code: 0, files: [] });
});

test('a-command-creates-no-tables-on-a-server', { skip: whyNot('postgres') }, async (t) => {
  const { location, remove } = await emptyDatabase('postgres');
  t.after(remove);
  for (const words of [['keys', 'list'], ['evidence', 'verify'], ['doctor']]) {
    const { code, stderr } = await assize(location, words);
    if (words[0] === 'doctor') continue;
    assert.equal(code, 1);
    assert.match(
      stderr,
      /^The PostgreSQL database 127\.0\.0\.1:\d+\/assize_test_\w+ has no tables of Assize\./,
    );
  }
  const db = await openDatabase(location, () => undefined);
  t.after(() => db.destroy());
  const { rows } = await sql`SELECT 1 FROM pg_tables WHERE schemaname = 'public'`.execute(db);
  assert.deepEqual(rows, []);
  assert.equal((await assize(location, ['migrate'])).code, 0);
  assert.equal((await assize(location, ['tenants', 'list', '--json'])).stdout, '[]\n');
});
