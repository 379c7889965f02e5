/** Each download of an export is on record, complete or aborted, and ends with its reader. */

import assert from 'node:assert/strict';
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { evaluate } from '@assize/service/evaluation/index.ts';
import { Failure } from '@assize/service/foundation/failure.ts';
import { createExport, Renderings } from '@assize/service/proof/export/index.ts';
import type { Service } from '@assize/service/wiring.ts';
import type { FastifyInstance } from 'fastify';
import { testOnEachDatabase, testOnOneDatabase } from './support/databases/databases.ts';
import { askForExport, EXPORTS } from './support/evidence/exports.ts';
import {
  ask,
  openWithoutHttp,
  PRODUCTION_KEY,
  SANDBOX_KEY,
  SURFACES,
  startTestService,
} from './support/http/in-process.ts';
import { keyHolder } from './support/people/other-tenant.ts';
import { until } from './support/until.ts';

/** The service aborts a download that is not read for a minute; a slower stop has waited for its client. */
const GIVEN_UP_MS = 58_000;
const EVERYTHING = { from: null, to: null, artifactTypes: null };

/** More than sockets and buffers can hold. */
async function fillLarge(service: Service, key = PRODUCTION_KEY): Promise<void> {
  const principal = await service.authenticator.authenticate(key);
  const request = { action: 'large', context: { note: 'x'.repeat(200_000) } };
  await Promise.all(Array.from({ length: 100 }, () => evaluate(service, principal, request, undefined)));
}

async function listening(app: FastifyInstance): Promise<string> {
  await app.listen({ host: '127.0.0.1', port: 0 });
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
}

/** Returns the answer before any of it is read. */
function begin(address: string, downloadUrl: string): Promise<IncomingMessage> {
  const { pathname, search } = new URL(downloadUrl);
  return new Promise((resolve, reject) => get(address + pathname + search, resolve).on('error', reject));
}

testOnOneDatabase('a-broken-download-is-on-record-and-leaves-no-thread', async (location, t) => {
  const { app, service } = await startTestService(t, location);
  await fillLarge(service);
  const address = await listening(app);
  const { body } = await askForExport(app, { format: 'json' });
  const show = async () => (await ask(app, 'a', `${EXPORTS}/${body.export_id}`)).body.downloads;

  const broken = await begin(address, body.download_url);
  assert.equal(service.renderings.underWay, 1);
  const [underWay] = await show();
  assert.deepEqual(
    { outcome: underWay.outcome, finished_at: underWay.finished_at, bytes: underWay.bytes },
    { outcome: null, finished_at: null, bytes: null },
  );
  broken.destroy();
  await until(() => service.renderings.underWay === 0);
  await until(async () => (await show())[0].outcome !== null);

  const whole = await begin(address, body.download_url);
  let bytes = 0;
  for await (const chunk of whole) bytes += chunk.length;
  await until(async () => (await show())[0].outcome === 'finished');
  await until(() => service.renderings.underWay === 0);
  const [second, first] = await show();
  assert.deepEqual(
    {
      secondOutcome: second.outcome,
      bytes: second.bytes,
      firstOutcome: first.outcome,
      finished_at: first.finished_at,
    },
    { secondOutcome: 'finished', bytes, firstOutcome: 'broken_off', finished_at: null },
  );
  assert.ok(second.finished_at >= second.started_at);
  assert.ok(first.bytes < bytes);
});

testOnEachDatabase('a-slow-download-delays-neither-evaluations-nor-the-stop', async (location, t) => {
  const { app, service } = await startTestService(t, location);
  await fillLarge(service);
  const address = await listening(app);
  const { body } = await askForExport(app, { format: 'json' });
  const slow = await begin(address, body.download_url);
  slow.on('error', () => undefined);
  const principal = await service.authenticator.authenticate(PRODUCTION_KEY);
  await evaluate(service, principal, { action: 'beside', context: {} }, undefined);
  const before = performance.now();
  await app.close();
  assert.ok(performance.now() - before < GIVEN_UP_MS);
  assert.equal(service.renderings.underWay, 0);
  const refused = await service.renderings
    .open(await createExport(service, principal.chain, json()), principal.tenantId)
    .catch((error: unknown) => error);
  assert.ok(refused instanceof Failure && refused.code === 'unavailable');
});

testOnOneDatabase('unread-downloads-of-one-tenant-block-no-other-tenant', async (location, t) => {
  const { app, service } = await startTestService(t, location);
  const keys = [PRODUCTION_KEY, SANDBOX_KEY];
  for (const key of keys) await fillLarge(service, key);
  const neighbour = (await keyHolder(service, 'neighbour', { tier: 'enterprise' })).secret;
  await ask(app, 'b', SURFACES.b.evaluate, { key: neighbour, body: { action: 'small', context: {} } });
  const address = await listening(app);
  const unread: IncomingMessage[] = [];
  t.after(() => {
    for (const answer of unread) answer.destroy();
  });
  for (const key of [...keys, ...keys]) {
    const { body } = await askForExport(app, { format: 'json' }, { key });
    unread.push((await begin(address, body.download_url)).on('error', () => undefined));
  }
  assert.deepEqual(
    unread.map(({ statusCode }) => statusCode),
    [200, 200, 503, 503],
  );
  const { body } = await askForExport(app, { format: 'json' }, { key: neighbour });
  const answer = await begin(address, body.download_url);
  answer.resume();
  assert.equal(answer.statusCode, 200);
});

testOnOneDatabase('few-exports-are-rendered-at-once-and-fewer-of-one-tenant', async (location, t) => {
  const { service } = await openWithoutHttp(t, location);
  await fillLarge(service);
  const { chain, tenantId } = await service.authenticator.authenticate(PRODUCTION_KEY);
  const definition = await createExport(service, chain, json());
  const limits = { atOnce: 3, ofATenant: 2, waitForTurnMs: 100, patienceMs: 60_000 };
  const renderings = new Renderings(location, service.clock, limits);
  t.after(() => renderings.close());
  const first = await renderings.open(definition, tenantId);
  await renderings.open(definition, tenantId);
  await assert.rejects(
    renderings.open(definition, tenantId),
    (error) => error instanceof Failure && error.code === 'unavailable',
  );
  first.destroy();
  await until(() => renderings.underWay === 1);
  await renderings.open(definition, tenantId);
  assert.equal(renderings.underWay, 2);
});

testOnOneDatabase('a-reader-that-takes-next-to-nothing-is-cut-off', async (location, t) => {
  const { service } = await openWithoutHttp(t, location);
  await fillLarge(service);
  const { chain, tenantId } = await service.authenticator.authenticate(PRODUCTION_KEY);
  const limits = { atOnce: 1, ofATenant: 1, waitForTurnMs: 100, patienceMs: -60_000 };
  const renderings = new Renderings(location, service.clock, limits);
  t.after(() => renderings.close());
  const rendering = await renderings.open(await createExport(service, chain, json()), tenantId);
  await until(() => rendering.destroyed);
  assert.match(String(rendering.errored), /too slowly/);
  await until(() => renderings.underWay === 0);
});

function json() {
  return { format: 'json', filter: EVERYTHING, createdBy: 'operator' } as const;
}
