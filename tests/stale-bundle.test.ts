/**
 * A checkout never runs a bundle of other sources. The test runs the launcher on a program and a build of four lines
 * each.
 */
import assert from 'node:assert/strict';
import { appendFileSync, copyFileSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { newFolder } from './support/databases/databases.ts';
import { ASSIZE, run } from './support/processes/command.ts';

/** Bundles by copying, and lists its sources as the real build does. */
const BUILD = `import { copyFileSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
const source = import.meta.dirname + '/main.ts';
const { mtimeMs, size } = statSync(source);
const sha256 = createHash('sha256').update(readFileSync(source)).digest('hex');
if (readFileSync(source, 'utf8').includes('broken')) process.exit(1);
mkdirSync(import.meta.dirname + '/dist', { recursive: true });
copyFileSync(source, import.meta.dirname + '/dist/main.js');
writeFileSync(import.meta.dirname + '/dist/inputs.json', JSON.stringify([['service/main.ts', mtimeMs, size, sha256]]));
console.log('built');`;

function checkout(t: TestContext, { hasBuilder }: { hasBuilder: boolean }) {
  const folder = newFolder(t);
  const service = path.join(folder, 'service');
  mkdirSync(service);
  if (hasBuilder) mkdirSync(path.join(folder, 'node_modules/rolldown'), { recursive: true });
  const launcher = path.join(service, 'assize.js');
  const source = path.join(service, 'main.ts');
  copyFileSync(ASSIZE, launcher);
  writeFileSync(path.join(folder, 'package.json'), '{"type":"module"}');
  writeFileSync(path.join(service, 'build.ts'), BUILD);
  writeFileSync(source, 'console.log(import.meta.filename.endsWith("main.js"), 1);\n');
  return { source, start: () => run(process.execPath, [launcher]) };
}

test('builds-once-and-again-where-a-source-has-changed', async (t) => {
  const { source, start } = checkout(t, { hasBuilder: true });
  const first = await start();
  assert.deepEqual({ stdout: first.stdout, stderr: first.stderr }, { stdout: 'true 1\n', stderr: 'built\n' });
  assert.equal((await start()).stderr, '');
  utimesSync(source, 1, 1);
  assert.equal((await start()).stderr, '', 'the same source at another time');
  writeFileSync(source, readFileSync(source, 'utf8').replace('1', '2'));
  const changed = await start();
  assert.equal(changed.stdout, 'true 2\n');
  assert.equal(changed.stderr, 'built\n');
});

test('refuses-to-run-where-the-changed-sources-can-not-be-built', async (t) => {
  const { source, start } = checkout(t, { hasBuilder: true });
  await start();
  appendFileSync(source, '// broken\n');
  const { code, stdout, stderr } = await start();
  assert.deepEqual({ code, stdout }, { code: 1, stdout: '' });
  assert.match(stderr, /sources of Assize have changed, and could not be built/);
});

test('runs-the-sources-where-there-is-nothing-to-build-with', async (t) => {
  const { start } = checkout(t, { hasBuilder: false });
  const { code, stdout } = await start();
  assert.deepEqual({ code, stdout }, { code: 0, stdout: 'false 1\n' });
});
