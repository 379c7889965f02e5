/** A start reads only what it needs; anything loaded later behaves as if it had been loaded at the start. */
import assert from 'node:assert/strict';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { nodesAlive } from '@assize/service/database/nodes/nodes.ts';
import { createLogger } from '@assize/service/logging/log.ts';
import { startService } from '@assize/service/wiring.ts';
import { newDatabase, signingDirFor, testOnEachDatabase } from './support/databases/databases.ts';
import { openWithoutHttp, PRODUCTION_KEY, startTestService, testConfig } from './support/http/in-process.ts';
import { withDatabase } from './support/nodes/promises.ts';
import { spawnFor } from './support/processes/service.ts';

const SERVICE = path.join(import.meta.dirname, '../service');
const READ_AT_A_START = ['main.ts', 'cli/serve.ts'];
/** Large modules that no verdict needs until a tenant sets, or asks for, something of its own. */
const LEFT_FOR_LATER = [
  ...['@bufbuild/cel', '@bufbuild/re2', '@fastify/swagger', '@fastify/swagger-ui', 'csv-stringify/sync'],
  ...['fontkit', 'nodemailer', 'pdfkit', 'pg', 'undici', 'yaml'],
];
/** Matches a whole import statement; type imports load nothing. */
const STATIC_IMPORT = /^(?:import|export)\s+(?!type\b)(?:[^;'"]*?\bfrom\s+)?'([^']+)'/gm;

/** Returns every package and service file that these files import statically. */
function importedBy(files: readonly string[]): Map<string, string> {
  const importers = new Map(files.map((file) => [path.join(SERVICE, file), 'a start']));
  for (const [file] of importers) {
    if (!file.startsWith('/') || !file.endsWith('.ts')) continue;
    for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(STATIC_IMPORT)) {
      const imported = name.startsWith('.') ? path.join(path.dirname(file), name) : name;
      if (!importers.has(imported)) importers.set(imported, file);
    }
  }
  return importers;
}

test('a-start-reads-nothing-that-only-some-installations-need', () => {
  const importers = importedBy(READ_AT_A_START);
  assert.ok(importers.size > 200, 'there is something to look at');
  const read = LEFT_FOR_LATER.flatMap((name) =>
    importers.has(name) ? [`${name}, by ${importers.get(name)}`] : [],
  );
  assert.deepEqual(read, [], 'load it with import() where it is first needed');
});

test('starts-where-the-compile-cache-cannot-be-written', async (t) => {
  const { location, remove } = await newDatabase('sqlite');
  t.after(remove);
  const inTheWay = `${location.kind === 'sqlite' ? location.path : ''}.file`;
  writeFileSync(inTheWay, 'not a folder');
  const service = await spawnFor(t, location, { NODE_COMPILE_CACHE: path.join(inTheWay, 'cache') });
  const answer = await fetch(`${service.baseUrl}/v1/governance/evaluate`, {
    method: 'POST',
    headers: { authorization: `Bearer ${PRODUCTION_KEY}`, 'content-type': 'application/json' },
    body: JSON.stringify({ action: 'email.send', context: {} }),
  });
  assert.equal(answer.status, 200);
  assert.equal(await service.stop('SIGTERM'), 0);
});

test('all-first-callers-get-the-reference', async (t) => {
  const { location, remove } = await newDatabase('sqlite');
  t.after(remove);
  const { app } = await startTestService(t, location);
  const asked = ['/openapi.json', '/docs/', '/openapi.json', '/docs/static/index.css', '/docs/nowhere'];
  const headers = { 'x-request-id': 'first' };
  const answers = await Promise.all(asked.map((url) => app.inject({ url, headers })));
  assert.deepEqual(
    answers.map(({ statusCode }) => statusCode),
    [200, 200, 200, 200, 404],
  );
  assert.equal(answers[0]?.body, answers[2]?.body);
  for (const answer of answers) assert.equal(answer.headers['x-request-id'], 'first');
  assert.equal((await app.inject({ url: '/openapi.json' })).body, answers[0]?.body);
});

testOnEachDatabase('a-start-that-fails-counts-as-no-node', async (location, t) => {
  await (await openWithoutHttp(t, location)).service.close();
  const start = () =>
    startService(testConfig(location), createLogger('silent'), { node: 'node_of_this_test' });
  const serving = () => withDatabase(location, (db) => nodesAlive(db, Date.now()));
  chmodSync(path.join(signingDirFor(location), 'keys.json'), 0o644);
  await assert.rejects(start, /keys\.json/);
  assert.deepEqual(await serving(), []);
  chmodSync(path.join(signingDirFor(location), 'keys.json'), 0o600);
  const service = await start();
  assert.equal((await serving()).length, 1);
  await service.close();
});
