/**
 * Damage is reported wherever it is met: by an append, by a background thread, and even if the table of alarms is
 * damaged too. No verdict relies on a database that reports its own damage.
 */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { DatabaseLocation } from '@assize/service/database/location.ts';
import { idAt } from './support/databases/chains.ts';
import {
  DAMAGED_ROOT,
  damagedServer,
  destroyRoot,
  destroySqlite,
  grown,
  MIDDLE,
  needsServer,
} from './support/databases/damage.ts';
import { testOnOneDatabase } from './support/databases/databases.ts';
import { type Client, connectFor } from './support/http/client.ts';
import { SURFACES } from './support/http/in-process.ts';
import { requireUnavailable } from './support/nodes/promises.ts';
import { startWorkers } from './support/nodes/workers.ts';
import { spawnFor } from './support/processes/service.ts';
import { until } from './support/until.ts';

const EASY = { action: 'files.read', context: { risk_level: 'low' } };

testOnOneDatabase('damage-that-an-append-meets-raises-the-alarm', async (location, t) => {
  await grown(t, location);
  destroyRoot(location, 'artifacts_by_id');
  await requireToldByAppending(await serving(t, location));
});

testOnOneDatabase('damage-that-an-append-of-workers-meets-raises-the-alarm', async (location, t) => {
  await grown(t, location);
  destroyRoot(location, 'artifacts_by_id');
  const { service } = await startWorkers(t, location);
  await requireToldByAppending(clientOf(t, service.baseUrl));
});

test('damage-that-an-append-meets-on-a-server-raises-the-alarm', needsServer, async (t) => {
  await requireToldByAppending(await serving(t, await damagedServer(t, DAMAGED_ROOT)));
});

testOnOneDatabase('damage-that-a-download-meets-raises-the-alarm', async (location, t) => {
  await grown(t, location);
  destroySqlite(location, 'artifact_payloads');
  const client = await serving(t, location);
  const { body } = await client.ask('a', '/api/v1/evidence/export', { body: { format: 'json' } });
  assert.equal(await verdictOf(client), 'PROCEED');
  const { pathname, search } = new URL(body.download_url);
  await assert.rejects(client.ask('a', pathname + search));
  await until(async () => (await verdictOf(client)) === 'BLOCK');
  assert.deepEqual(await alarmsOf(client), ['damaged_database']);
});

testOnOneDatabase('blocks-while-no-alarm-of-damage-can-be-raised', async (location, t) => {
  await grown(t, location);
  destroySqlite(location, 'artifact_payloads');
  destroyRoot(location, 'integrity_alarms_by_finding');
  const client = await serving(t, location);
  requireUnavailable(await client.ask('b', `/v1/evidence/${idAt(MIDDLE)}`));
  await until(async () => (await verdictOf(client)) === 'BLOCK');
  const { status, body } = await client.ask('a', '/readyz', { key: null });
  assert.equal(status, 503);
  assert.match(body.detail, /damaged, and no alarm of that can be raised\. Run: assize doctor/);
});

async function requireToldByAppending(client: Client): Promise<void> {
  requireUnavailable(await client.ask('b', SURFACES.b.evaluate, { body: EASY }));
  await until(async () => (await alarmsOf(client)).includes('damaged_database'));
  const { status, body } = await client.ask('a', '/readyz', { key: null });
  assert.equal(status, 503);
  assert.match(
    body.detail,
    /Evidence cannot be written: data in the database is damaged\. Run: assize doctor/,
  );
  assert.match((await client.ask('a', '/metrics', { key: null })).body, /^assize_integrity_alarms [1-9]/m);
}

async function serving(t: TestContext, location: DatabaseLocation): Promise<Client> {
  const service = await spawnFor(t, location);
  return clientOf(t, service.baseUrl);
}

function clientOf(t: TestContext, baseUrl: string): Client {
  const client = connectFor(t, baseUrl);
  return client;
}

async function alarmsOf(client: Client): Promise<string[]> {
  const { body } = await client.ask('a', '/api/v1/evidence/health');
  return body.open_alarms.map(({ problem }: { problem: string }) => problem);
}

async function verdictOf(client: Client): Promise<string> {
  const { body } = await client.ask('b', SURFACES.b.evaluate, { body: EASY });
  return String(body.verdict).toUpperCase();
}
