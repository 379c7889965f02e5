/**
 * An export can be downloaded by holders of its link, until it expires, and with keys of its chain that may read
 * evidence.
 */

import assert from 'node:assert/strict';
import { linkQuery } from '@assize/service/proof/export/index.ts';
import type { Service } from '@assize/service/wiring.ts';
import type { FastifyInstance } from 'fastify';
import { askForExport, EXPORTS } from './support/evidence/exports.ts';
import { ask } from './support/http/in-process.ts';
import { keyHolder } from './support/people/other-tenant.ts';
import { testAsTenant, testAsTenantOnEachDatabase } from './support/people/tenants.ts';
import { until } from './support/until.ts';

const SECOND_MS = 1000;
const DAY_MS = 24 * 60 * 60 * SECOND_MS;

const open = (app: FastifyInstance, url: string | URL, key: string | null = null) => {
  const { pathname, search } = new URL(url);
  return ask(app, 'a', pathname + search, { key });
};

/** Makes a link as the service does, but for another time or chain. */
async function linkOf(service: Service, chain: number, exportId: string, expiresAt: number): Promise<URL> {
  const query = new URLSearchParams(
    await linkQuery(service, { chain, export_id: exportId, expires_at: expiresAt }),
  );
  return new URL(`http://localhost${EXPORTS}/${exportId}/download?${query}`);
}

testAsTenant('a-link-opens-its-export-for-a-day', async ({ app, service, key, chain }) => {
  const before = service.clock.now();
  const { body } = await askForExport(app, { format: 'csv' });
  const after = service.clock.now();
  assert.ok(body.download_url.startsWith(`${service.config.baseUrl}${EXPORTS}/${body.export_id}/download?`));
  const opened = await open(app, body.download_url);
  assert.equal(opened.status, 200);
  assert.equal(opened.headers['cache-control'], 'private, no-store');
  assert.match(String(opened.headers['content-type']), /^text\/csv/);
  assert.match(
    String(opened.headers['content-disposition']),
    /^attachment; filename="assize-chn_[0-9a-f]{12}-\d{4}-\d\d-\d\d\.csv"$/,
  );
  // In whole seconds.
  const madeAt = Date.parse(body.expires_at) - DAY_MS;
  assert.ok(madeAt > before - SECOND_MS && madeAt < after + SECOND_MS);
  assert.equal(
    Number(new URL(body.download_url).searchParams.get('expires')) * 1000,
    Date.parse(body.expires_at),
  );

  const expired = await linkOf(service, chain, body.export_id, service.clock.now());
  const refused = await open(app, expired);
  assert.equal(refused.status, 403);
  assert.match(refused.body.detail, /expired/);
  assert.equal((await open(app, expired, key)).status, 200);
  const { party } = await service.authenticator.authenticate(key);
  assert.deepEqual(await endedDownloads(app, body.export_id), [
    { opened_by: party, outcome: 'finished' },
    { opened_by: 'link', outcome: 'finished' },
  ]);
});

testAsTenantOnEachDatabase('a-link-expires-at-the-stored-time', async ({ app, service, key, chain }) => {
  const { body } = await askForExport(app, { format: 'csv' });
  const expireAt = (expires_at: number) =>
    service.db.updateTable('exports').set({ expires_at }).where('export_id', '=', body.export_id).execute();
  const longer = await linkOf(service, chain, body.export_id, service.clock.now() + 2 * DAY_MS);
  assert.equal((await open(app, longer)).status, 200);
  await expireAt(service.clock.now());
  for (const link of [body.download_url, longer]) {
    const { status, body: answer } = await open(app, link);
    assert.equal(status, 403);
    assert.match(answer.detail, /expired/);
  }
  assert.equal((await open(app, body.download_url, key)).status, 200);
  await expireAt(service.clock.now() + 2 * DAY_MS);
  assert.equal((await open(app, longer)).status, 200);
  const over = await linkOf(service, chain, body.export_id, service.clock.now());
  assert.equal((await open(app, over)).status, 403);
});

testAsTenant('refuses-a-link-that-was-altered-anywhere', async ({ app, sandboxKey }) => {
  const { body } = await askForExport(app, { format: 'csv' });
  const { body: other } = await askForExport(app, { format: 'csv' });
  const sandbox = await askForExport(app, { format: 'csv' }, { key: sandboxKey });
  const link = new URL(body.download_url);
  const altered = (change: (url: URL) => void): URL => {
    const url = new URL(link);
    change(url);
    return url;
  };
  const set = (name: string, value: string) => altered((url) => url.searchParams.set(name, value));
  const signature = link.searchParams.get('signature') ?? '';
  const cases: Record<string, URL> = {
    'another export': altered((url) => {
      url.pathname = url.pathname.replace(body.export_id, other.export_id);
    }),
    'an export that is not': altered((url) => {
      url.pathname = url.pathname.replace(body.export_id, `exp_${'0'.repeat(24)}`);
    }),
    'another chain': set('chain', new URL(sandbox.body.download_url).searchParams.get('chain') ?? ''),
    'no chain': set('chain', ''),
    later: set('expires', String(Number(link.searchParams.get('expires')) + 1)),
    never: set('expires', '99999999999'),
    'the same time in other words': set('expires', `0${link.searchParams.get('expires')}`),
    'no time': altered((url) => url.searchParams.delete('expires')),
    'empty signature': set('signature', ''),
    'cut signature': set('signature', signature.slice(0, -1)),
    'padded signature': set('signature', `${signature}=`),
    'longer signature': set('signature', `${signature}A`),
    'other signature': set(
      'signature',
      signature.replace(/^./, (first) => (first === 'A' ? 'B' : 'A')),
    ),
  };
  for (const [name, url] of Object.entries(cases)) {
    const { status, body: answer } = await open(app, url);
    assert.deepEqual(
      { status, answerKeys: Object.keys(answer) },
      { status: 403, answerKeys: ['detail'] },
      name,
    );
  }
});

testAsTenant('a-link-opens-the-bytes-of-its-export-and-nothing-else', async ({ app }) => {
  const { body } = await askForExport(app, { format: 'csv' });
  const link = new URL(body.download_url);
  assert.equal((await open(app, `${link}&utm_source=mail`)).status, 200);
  assert.equal((await open(app, `${link}`.replace('&signature=', '&sign='))).status, 401);
  const definition = `${EXPORTS}/${body.export_id}${link.search}`;
  assert.equal((await ask(app, 'a', definition, { key: null })).status, 401);
  assert.equal((await ask(app, 'a', `${EXPORTS}${link.search}`, { key: null, body: {} })).status, 401);
});

testAsTenant('a-key-counts-before-a-link', async ({ app, service, name, key, sandboxKey }) => {
  const { body } = await askForExport(app, { format: 'csv' });
  const foreign = await keyHolder(service, `${name}-other`);
  const blind = await keyHolder(service, name, { scopes: ['governance:evaluate'] });
  const cases: [key: string, status: number][] = [
    [foreign.secret, 404],
    [sandboxKey, 404],
    [blind.secret, 403],
    [`ak_${'0'.repeat(32)}`, 401],
    ['nonsense', 401],
    [key, 200],
  ];
  for (const [key, status] of cases) assert.equal((await open(app, body.download_url, key)).status, status);
  const unknown = await ask(app, 'a', `${EXPORTS}/exp_${'0'.repeat(24)}/download`);
  const others = await open(app, body.download_url, foreign.secret);
  assert.deepEqual(others.body, unknown.body);
  const odd = await ask(app, 'a', `${EXPORTS}/${'%00'}/download`);
  assert.deepEqual({ status: odd.status, body: odd.body }, { status: 404, body: unknown.body });
});

testAsTenant('a-link-under-the-sandbox-address-opens-sandbox-exports-only', async ({ app, sandboxKey }) => {
  const inSandbox = { method: 'POST', key: sandboxKey, body: { format: 'csv' } } as const;
  const { body } = await ask(app, 'a', `/sandbox${EXPORTS}`, inSandbox);
  assert.match(new URL(body.download_url).pathname, /^\/sandbox\//);
  assert.equal((await open(app, body.download_url)).status, 200);
  assert.equal((await open(app, body.download_url.replace('/sandbox/', '/'))).status, 200);
  const { body: production } = await askForExport(app, { format: 'csv' });
  const under = production.download_url.replace('/api/', '/sandbox/api/');
  assert.equal((await open(app, under)).status, 403);
});

testAsTenant('a-head-request-is-no-download', async ({ app }) => {
  const { body } = await askForExport(app, { format: 'json' });
  const { pathname, search } = new URL(body.download_url);
  const head = await app.inject({ method: 'HEAD', url: pathname + search });
  assert.deepEqual(
    { statusCode: head.statusCode, body: head.body, contentLength: head.headers['content-length'] },
    { statusCode: 200, body: '', contentLength: undefined },
  );
  assert.match(String(head.headers['content-disposition']), /^attachment/);
  assert.deepEqual((await ask(app, 'a', `${EXPORTS}/${body.export_id}`)).body.downloads, []);
});

/** Returns the recorded downloads, newest first, with reader and end. They are on record just after the last byte. */
async function endedDownloads(app: FastifyInstance, exportId: string): Promise<object[]> {
  let downloads: Record<string, unknown>[] = [];
  await until(async () => {
    downloads = (await ask(app, 'a', `${EXPORTS}/${exportId}`)).body.downloads;
    return downloads.every(({ outcome }) => outcome !== null);
  });
  return downloads.map(({ opened_by, outcome }) => ({ opened_by, outcome }));
}
