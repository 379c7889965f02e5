/** The setting of a planner: its key is shown to no one, goes to no other address, and leaves no trace. */
import assert from 'node:assert/strict';
import type { Service } from '@assize/service/wiring.ts';
import { withPayloads } from './support/databases/chains.ts';
import { testOnEachDatabase, testOnOneDatabase } from './support/databases/databases.ts';
import { connectFor } from './support/http/client.ts';
import { ask, PRODUCTION_KEY, SANDBOX_KEY, startTestService } from './support/http/in-process.ts';
import { keyHolder } from './support/people/other-tenant.ts';
import { startModel, TASK } from './support/planner/model.ts';
import {
  ALLOWING,
  KEY,
  PLAN_AT,
  PLANNER,
  planAt,
  plannerWorld,
  putPlanner,
} from './support/planner/planner.ts';
import { spawnFor } from './support/processes/service.ts';

/** The recorded changes of planners. */
async function changesOf({ db }: Pick<Service, 'db'>) {
  const rows = await withPayloads(db)
    .select(['artifact_payloads.payload'])
    .where('artifacts.action', 'like', 'planner.%')
    .orderBy('artifacts.position')
    .execute();
  return rows.map(({ payload }) => JSON.parse(Buffer.from(payload).toString()).change);
}

const SET = { api: 'openai', url: 'https://model.invalid:8443/token-in-path/v1', model: 'm', key: KEY };

testOnEachDatabase('records-each-change-without-key-and-address', async (location, t) => {
  const { app, service } = await startTestService(t, location);
  assert.deepEqual((await ask(app, 'a', PLANNER)).body, { planner: null });
  assert.equal((await ask(app, 'a', PLANNER, { method: 'DELETE' })).status, 404);
  assert.equal((await ask(app, 'a', `${PLANNER}/test`, { body: {} })).status, 404);
  const set = (more: object) => ask(app, 'a', PLANNER, { method: 'PUT', body: { ...SET, ...more } });
  const first = await set({});
  const { set_at, set_by, evidence_id, ...fields } = first.body;
  const { key: _, ...shown } = SET;
  assert.deepEqual(fields, { ...shown, timeout_ms: 20_000, max_output_tokens: 4096 });
  assert.match(evidence_id, /^ev_/);
  assert.ok(Date.parse(set_at) > 0 && set_by.startsWith('key_'));
  const rotated = await set({ key: 'sk-other-0123456789', model: 'n', timeout_ms: 1000 });
  const kept = await set({ key: undefined, model: 'o' });
  const { body: now } = await ask(app, 'a', PLANNER);
  assert.deepEqual(now, { planner: kept.body });
  const row = await service.db.selectFrom('planners').selectAll().executeTakeFirstOrThrow();
  const removed = await ask(app, 'a', PLANNER, { method: 'DELETE' });
  assert.deepEqual(removed.body, { removed: true });
  assert.equal((await planAt(app, 'a')).body.code, 'planner_not_set');

  const changes = await changesOf(service);
  const changed = (model: string, timeout_ms: number) => ({
    api: 'openai',
    host: 'model.invalid:8443',
    model,
    timeout_ms,
    max_output_tokens: 4096,
    digests: ['key', 'url'],
  });
  assert.deepEqual(
    changes.map(({ digests, ...change }) => ({ ...change, digests: Object.keys(digests ?? {}) })),
    [
      changed('m', 20_000),
      changed('n', 1000),
      changed('o', 20_000),
      { host: 'model.invalid:8443', digests: [] },
    ],
  );
  const [one, other, same] = changes.map(({ digests }) => digests?.key);
  assert.notEqual(one, other);
  assert.equal(other, same);
  const texts = JSON.stringify([first, rotated, kept, now, changes, Buffer.from(row.key).toString('latin1')]);
  assert.doesNotMatch(texts, /sk-secret|sk-other/);
  assert.doesNotMatch(JSON.stringify(changes), /token-in-path/);
  const { body: truth } = await ask(app, 'a', '/api/v1/evidence/truth-verification');
  assert.equal(truth.consistency_score, 1, JSON.stringify(truth));
});

testOnOneDatabase('sends-the-former-key-to-no-other-address', async (location, t) => {
  const { app, model, setTo, plan } = await plannerWorld(t, location);
  const put = (body: object) => ask(app, 'a', PLANNER, { method: 'PUT', body });
  const keyless = { api: 'openai', url: model.url('right'), model: 'm' };
  const missing = await put(keyless);
  assert.deepEqual(missing.body.detail[0].loc, ['body', 'key']);
  await setTo('right');
  for (const other of [
    { url: `http://127.0.0.1:${model.port + 1}/right/v1` },
    { url: model.url('right').replace('http:', 'https:') },
    { api: 'anthropic' },
  ]) {
    const { status, body } = await put({ ...keyless, ...other });
    assert.equal(status, 422, JSON.stringify(other));
    assert.match(body.detail[0].msg, /needs its own key/);
  }
  assert.equal((await put({ ...keyless, model: 'other' })).status, 200);
  await plan();
  assert.equal(model.requests.at(-1)?.headers.authorization, `Bearer ${KEY}`);
  assert.equal(model.requests.at(-1)?.body.model, 'other');
  await setTo('right', { key: 'sk-rotated' });
  await plan();
  assert.equal(model.requests.at(-1)?.headers.authorization, 'Bearer sk-rotated');
});

testOnOneDatabase('refuses-what-is-no-planner', async (location, t) => {
  const { app } = await startTestService(t, location);
  const wrong: [string, object][] = [
    ['api', { api: 'other' }],
    ['url', { url: 'http://model.example/v1' }],
    ['url', { url: 'ftp://model.example' }],
    ['url', { url: 'https://user:secret@model.example' }],
    ['url', { url: 'not a url' }],
    ['model', { model: '' }],
    ['key', { key: 'sk-a\r\nx-other: 1' }],
    ['key', { key: '' }],
    ['key', { key: 'sk-ключ' }],
    ['timeout_ms', { timeout_ms: 60_001 }],
    ['max_output_tokens', { max_output_tokens: 10 }],
    ['password', { password: 'p' }],
  ];
  for (const [field, more] of wrong) {
    const { status, body } = await ask(app, 'a', PLANNER, { method: 'PUT', body: { ...SET, ...more } });
    assert.equal(status, 422, JSON.stringify(more));
    assert.deepEqual(body.detail[0].loc.slice(0, 2), ['body', field], JSON.stringify(body));
    assert.doesNotMatch(JSON.stringify(body), /sk-/);
  }
  assert.equal((await ask(app, 'a', PLANNER)).body.planner, null);
});

testOnEachDatabase('connects-only-where-webhooks-may', async (location, t) => {
  const { app, model } = await plannerWorld(t, location, {});
  const at = (url: string, key = SANDBOX_KEY) => putPlanner(app, { url, timeout_ms: 1500 }, { key });
  const fault = async (key = SANDBOX_KEY) =>
    (await ask(app, 'a', `${PLANNER}/test`, { body: {}, key })).body.fault;
  for (const host of ['127.0.0.1', '[::1]', '[::ffff:127.0.0.1]', '10.1.2.3', '169.254.169.254', '0.0.0.0']) {
    await at(`http://${host}:${model.port}/right/v1`);
    assert.match(await fault(), /^The address .* is not public\.$/, host);
  }
  await at(`http://localhost:${model.port}/right/v1`);
  assert.equal(await fault(), 'The name localhost leads to an address that is not public.');
  await at(`https://127.0.0.1:${model.port}/right/v1`, PRODUCTION_KEY);
  assert.match(
    (await planAt(app, 'b')).body.detail,
    /^The planner's model gave no plan\. The address 127\.0\.0\.1 is not public\.$/,
  );
  assert.deepEqual(model.requests, []);
});

testOnEachDatabase('keeps-planners-of-tenants-and-environments-apart', async (location, t) => {
  const { app, service, model, setTo } = await plannerWorld(t, location);
  await setTo('right');
  const other = await keyHolder(service, 'other');
  for (const key of [other.secret, SANDBOX_KEY]) {
    assert.equal((await ask(app, 'a', PLANNER, { key })).body.planner, null);
    assert.equal((await ask(app, 'a', PLANNER, { key, method: 'DELETE' })).status, 404);
    assert.deepEqual(
      [(await planAt(app, 'a', { key })).status, (await planAt(app, 'a', { key })).body.code],
      [409, 'planner_not_set'],
    );
  }
  await putPlanner(app, { url: model.url('right') }, { key: other.secret });
  assert.equal((await planAt(app, 'a', { key: other.secret })).body.code, 'no_tool_accepted');
  assert.deepEqual(model.requests, []);
  // A key sealed for one chain opens for no other.
  const { chain } = await service.authenticator.authenticate(other.secret);
  const theirs = service.db.selectFrom('planners').select('key').where('chain', '=', chain);
  await service.db
    .updateTable('planners')
    .set(await theirs.executeTakeFirstOrThrow())
    .execute();
  const { status, body } = await planAt(app, 'a');
  assert.deepEqual([status, body.detail], [503, "The planner's key does not open. Set it again."]);
});

testOnOneDatabase('needs-the-scope-that-manages-keys', async (location, t) => {
  const { app } = await startTestService(t, location);
  const { body: weak } = await ask(app, 'a', '/api/v1/api-keys', {
    body: { name: 'weak', environment: 'production', scopes: ['evidence:read', 'evidence:write'] },
  });
  const asked = [
    await ask(app, 'a', PLANNER, { key: weak.key }),
    await ask(app, 'a', PLANNER, { key: weak.key, method: 'PUT', body: SET }),
    await ask(app, 'a', PLANNER, { key: weak.key, method: 'DELETE' }),
    await ask(app, 'a', `${PLANNER}/test`, { key: weak.key, body: {} }),
  ];
  assert.deepEqual(
    asked.map(({ status }) => status),
    [403, 403, 403, 403],
  );
  assert.equal((await planAt(app, 'a', { key: weak.key })).body.code, 'planner_not_set');
});

testOnOneDatabase('neither-seals-nor-opens-without-the-key-of-secrets', async (location, t) => {
  const secretsKey = (each: string) => ({ ...ALLOWING, ASSIZE_SECRETS_KEY: each.repeat(32) });
  const first = await plannerWorld(t, location, secretsKey('c3'));
  const { model } = first;
  await first.setTo('right');
  await first.app.close();
  await first.service.close();
  const { app } = await startTestService(t, location, secretsKey('d4'));
  const set = await ask(app, 'a', PLANNER, { method: 'PUT', body: SET });
  const planned = await planAt(app, 'a');
  for (const { status, body } of [set, planned]) {
    assert.equal(status, 503);
    assert.match(body.detail, /encrypted under a key that this node does not have/);
  }
  assert.deepEqual(model.requests, []);
  assert.equal((await ask(app, 'a', PLANNER)).body.planner.url, model.url('right'));
  assert.equal((await ask(app, 'a', PLANNER, { method: 'DELETE' })).status, 200);
});

testOnEachDatabase('plans-after-a-restart-and-logs-no-key', async (location, t) => {
  const model = await startModel(t);
  const environment = { ...ALLOWING, ASSIZE_LOG_LEVEL: 'trace' };
  const first = await spawnFor(t, location, environment);
  const before = connectFor(t, first.baseUrl);
  await before.ask('a', '/api/v1/tools', {
    method: 'PUT',
    body: { entry: { tool: 'files.read', effect: 'read' } },
  });
  const body = { ...SET, url: model.url('failing'), timeout_ms: 2000 };
  assert.equal((await before.ask('a', PLANNER, { method: 'PUT', body })).status, 200);
  const failed = await before.ask('b', PLAN_AT.b, { body: { task: TASK } });
  assert.equal(failed.status, 503);
  await before.ask('a', PLANNER, { method: 'PUT', body: { ...body, url: model.url('telling') } });
  await before.ask('b', PLAN_AT.b, { body: { task: TASK } });
  const right = { ...body, url: model.url('right'), timeout_ms: 20_000 };
  await before.ask('a', PLANNER, { method: 'PUT', body: right });
  await first.stop('SIGTERM');
  const second = await spawnFor(t, location, environment);
  const planned = await connectFor(t, second.baseUrl).ask('b', PLAN_AT.b, { body: { task: TASK } });
  assert.deepEqual([planned.status, planned.body.plan[0].tool], [200, 'files.read']);
  assert.equal(model.requests.at(-1)?.headers.authorization, `Bearer ${KEY}`);
  assert.doesNotMatch(first.output() + second.output() + JSON.stringify([failed, planned]), /sk-secret/);
  assert.ok(model.requests.every(({ path }) => !path.includes('sk-')));
});
