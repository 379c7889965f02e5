/** An auditor checks an export with the verifier file and a key, and needs nothing else. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { chainIn, untilSigned } from './support/databases/chains.ts';
import { newFolder, testOnOneDatabase } from './support/databases/databases.ts';
import { exportAs } from './support/evidence/exports.ts';
import { ask, evaluate, startTestService } from './support/http/in-process.ts';
import { assize, run } from './support/processes/command.ts';

testOnOneDatabase('verifies-with-the-file-that-is-handed-out-and-a-published-key', async (location, t) => {
  const { app, service } = await startTestService(t, location);
  await evaluate(app, 'a', { action: 'email.send' });
  await untilSigned(service.db, await chainIn(service.db));
  const folder = newFolder(t);
  const inFolder = (name: string) => path.join(folder, name);
  writeFileSync(inFolder('export.json'), (await exportAs(app, { format: 'json' })).text);

  const printed = await assize(location, ['keys', 'verifier', '--json']);
  assert.equal(printed.code, 0, printed.stderr);
  const { keys } = JSON.parse(printed.stdout);
  assert.deepEqual({ keys }, (await ask(app, 'a', '/api/v1/evidence/verifier-keys')).body);
  const [vkey, valid] = (await assize(location, ['keys', 'verifier'])).stdout.split('\n');
  assert.deepEqual(
    { vkey, valid },
    { vkey: keys[0].vkey, valid: `  valid from ${keys[0].valid_from}, signs now` },
  );

  const file = inFolder('assize-verify.mjs');
  const handed = await assize(null, ['evidence', 'verifier', '--out', file, '--json']);
  const sha256 = createHash('sha256').update(readFileSync(file)).digest('hex');
  assert.deepEqual(JSON.parse(handed.stdout), { file, sha256 });
  assert.equal((await assize(null, ['evidence', 'verifier', '--out', file])).code, 1);
  assert.ok(
    (await assize(null, ['evidence', 'verifier', '--out', file, '--overwrite'])).stdout.includes(sha256),
  );
  assert.deepEqual(readdirSync(folder).sort(), ['assize-verify.mjs', 'export.json']);

  const verify = (key: string) => run(process.execPath, [file, inFolder('export.json'), '--key', key]);
  const sound = await verify(vkey ?? '');
  assert.match(sound.stdout, /^SOUND[\s\S]*This is a key that you gave/);
  assert.equal(sound.code, 0);

  const ofAnotherChain = await assize(location, ['keys', 'verifier', '--environment', 'sandbox', '--json']);
  const other = await verify(JSON.parse(ofAnotherChain.stdout).keys[0].vkey);
  assert.match(other.stdout, /^NOT CHECKED: this key cannot verify this file/);
  assert.equal(other.code, 4);
});
