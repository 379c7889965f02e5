/** `/readyz` says whether the service can answer: not before the first keys exist, and not while it cannot write. */
import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { testOnEachEmptyDatabase, testOnOneDatabase } from './support/databases/databases.ts';
import { findPostgres, onServer, startPostgres } from './support/databases/postgres.ts';
import { PRODUCTION_KEY } from './support/http/in-process.ts';
import { spawnService, startUnheard } from './support/processes/service.ts';
import { until } from './support/until.ts';

const binaries = findPostgres();
const ANSWERS_AFTER_READY = 20;

testOnEachEmptyDatabase('answers-the-chosen-keys-from-the-first-answer-on', async (location, t) => {
  const { baseUrl, process: child, stop } = await startUnheard(location, '>/dev/null 2>&1');
  t.after(() => stop('SIGKILL'));
  const answers = new Set<number>();
  let ready = 0;
  while (ready < ANSWERS_AFTER_READY && child.exitCode === null) {
    const status = await evaluate(baseUrl);
    if (status === null) continue;
    answers.add(status);
    ready += (await readiness(baseUrl)).status === 200 ? 1 : 0;
  }
  assert.deepEqual([...answers], [200]);
});

testOnOneDatabase('is-not-ready-while-another-process-keeps-the-file-locked', async (location, t) => {
  assert.ok(location.kind === 'sqlite');
  const { baseUrl, stop } = await spawnService(location);
  t.after(() => stop('SIGKILL'));
  await until(async () => (await readiness(baseUrl)).status === 200);
  const other = new DatabaseSync(location.path, { timeout: 60_000 });
  other.exec('BEGIN IMMEDIATE');
  await until(async () => (await readiness(baseUrl)).status === 503);
  const { detail } = (await readiness(baseUrl)).body;
  const locked = 'Evidence cannot be written: another process keeps the database locked';
  assert.match(detail, new RegExp(`^Not ready: (?:${locked}|The evidence does not answer)\\.$`));
  other.close();
  await until(async () => (await readiness(baseUrl)).status === 200);
  assert.equal(await evaluate(baseUrl), 200);
});

const needsServer = { skip: binaries === null ? 'no PostgreSQL server binary' : false };

test('is-not-ready-while-the-server-takes-no-writes', needsServer, async (t) => {
  const server = await startPostgres(binaries ?? '', { durable: true });
  t.after(() => server.remove());
  const { baseUrl, stop } = await spawnService({ kind: 'postgres', url: server.url });
  t.after(() => stop('SIGKILL'));
  assert.equal((await readiness(baseUrl)).status, 200);
  const readOnly = (on: string) =>
    onServer(
      server.url,
      'SET default_transaction_read_only = off',
      `ALTER SYSTEM SET default_transaction_read_only = ${on}`,
      'SELECT pg_reload_conf()',
    );
  await readOnly('on');
  await until(async () => (await readiness(baseUrl)).status === 503);
  assert.equal(
    (await readiness(baseUrl)).body.detail,
    'Not ready: Evidence cannot be written: the database takes no writes.',
  );
  assert.equal(await evaluate(baseUrl), 503);
  await readOnly('off');
  await until(async () => (await readiness(baseUrl)).status === 200);
  assert.equal(await evaluate(baseUrl), 200);
});

async function readiness(base: string) {
  const answer = await fetch(`${base}/readyz`);
  return { status: answer.status, body: (await answer.json()) as { detail: string } };
}

/** @returns null if no process listens yet. */
async function evaluate(base: string): Promise<number | null> {
  const headers = { authorization: `Bearer ${PRODUCTION_KEY}`, 'content-type': 'application/json' };
  const init = { method: 'POST', headers, body: '{"action":"a","context":{}}' };
  try {
    const answer = await fetch(`${base}/v1/governance/evaluate`, init);
    await answer.arrayBuffer();
    return answer.status;
  } catch {
    return null;
  }
}
