/** The targets that a tenant knows, over the HTTP API and the command line: added, listed, removed, on record. */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { testOnOneDatabase } from './support/databases/databases.ts';
import { changesOf } from './support/governance/governance.ts';
import { ask, type Call, startTestService } from './support/http/in-process.ts';
import { keyHolder } from './support/people/other-tenant.ts';
import { testAsTenant, testAsTenantOnEachDatabase } from './support/people/tenants.ts';
import { assize } from './support/processes/command.ts';

const TARGETS = '/api/v1/targets';
const EXAMPLE = { kind: 'domain', value: '*.Example.com.', role: 'recipient' };

const add = (app: FastifyInstance, targets: object[], call: Call = {}) =>
  ask(app, 'a', TARGETS, { ...call, body: { targets } });
const list = async (app: FastifyInstance, query = '') => (await ask(app, 'a', `${TARGETS}${query}`)).body;

testAsTenantOnEachDatabase('adds-lists-and-removes-targets-on-record', async ({ app, service, key }) => {
  const { status, body } = await add(app, [
    EXAMPLE,
    { kind: 'account', value: 'DE89 3704 0044 0532 0130 00' },
  ]);
  assert.equal(status, 200);
  assert.equal(body.already_known, 0);
  assert.deepEqual(
    body.added.map(({ kind, value, role, source }: Record<string, string>) => ({
      kind,
      value,
      role,
      source,
    })),
    [
      { kind: 'domain', value: 'example.com', role: 'recipient', source: 'record' },
      { kind: 'account', value: 'DE89370400440532013000', role: null, source: 'record' },
    ],
  );
  assert.deepEqual(await add(app, [EXAMPLE]).then((answer) => answer.body), { added: [], already_known: 1 });
  const [domain] = body.added;
  assert.equal((await list(app)).items.length, 2);
  assert.deepEqual((await list(app, '?kind=domain')).items, [domain]);
  const removed = await ask(app, 'a', `${TARGETS}/${domain.target_id}`, { method: 'DELETE' });
  assert.notEqual(removed.body.removed_at, null);
  const again = await ask(app, 'a', `${TARGETS}/${domain.target_id}`, { method: 'DELETE' });
  assert.deepEqual(again.body, removed.body);
  assert.deepEqual((await list(app, '?kind=domain')).items, []);
  assert.deepEqual((await ask(app, 'a', `${TARGETS}/${domain.target_id}`)).body, removed.body);
  const changes = await changesOf(service, 'targets.', key);
  assert.equal(changes.length, 2);
});

testAsTenantOnEachDatabase('keeps-targets-as-keyed-hashes-only', async ({ app, service }) => {
  await add(app, [{ kind: 'email', value: 'secret.friend@example.com', name: 'F' }]);
  const rows = await service.db.selectFrom('known_targets').selectAll().execute();
  assert.ok(rows.length > 0);
  assert.doesNotMatch(JSON.stringify(rows), /friend/);
});

testAsTenant('says-which-targets-can-not-be-read', async ({ app }) => {
  const { status, body } = await add(app, [
    EXAMPLE,
    { kind: 'email', value: 'a@b.example, c@d.example' },
    { kind: 'account', value: 'DE89 3704 0044 0532 0130 01' },
    { kind: 'url', value: 'https://example.com@evil.example' },
  ]);
  assert.equal(status, 422);
  assert.deepEqual(
    body.detail.map(({ loc }: { loc: string[] }) => loc.join('.')),
    ['body.targets.1.value', 'body.targets.2.value', 'body.targets.3.value'],
  );
  assert.deepEqual((await list(app)).items, []);
  for (const wrong of [
    {},
    { kind: 'planet', value: 'x' },
    { kind: 'email', value: '' },
    { ...EXAMPLE, wrong: 1 },
  ]) {
    assert.equal((await add(app, [wrong])).status, 422, JSON.stringify(wrong));
  }
});

testAsTenant('hides-targets-from-other-tenants', async ({ app, service }) => {
  const { body } = await add(app, [EXAMPLE]);
  const { target_id } = body.added[0];
  const { secret: other } = await keyHolder(service, 'other');
  const [theirs, unknown] = await Promise.all([
    ask(app, 'a', `${TARGETS}/${target_id}`, { key: other }),
    ask(app, 'a', `${TARGETS}/tgt_${'0'.repeat(24)}`, { key: other }),
  ]);
  assert.equal(theirs.status, 404);
  assert.deepEqual(theirs.body, unknown.body);
  assert.equal(
    (await ask(app, 'a', `${TARGETS}/${target_id}`, { key: other, method: 'DELETE' })).status,
    404,
  );
});

testOnOneDatabase('imports-targets-from-the-command-line', async (location, t) => {
  await startTestService(t, location);
  const run = (words: string[]) => assize(location, ['targets', ...words]);
  const folder = await mkdtemp(path.join(tmpdir(), 'assize-targets-'));
  t.after(() => rm(folder, { recursive: true }));
  const file = path.join(folder, 'targets.csv');
  const many = Array.from({ length: 1500 }, (_, place) => `email,friend${place}@example.org,recipient,,,,`);
  await writeFile(
    file,
    [
      'kind,value,role,agent,effect,until,name',
      'domain,example.com,,,,,"Ours, all"',
      ...many,
      'planet,mars,,,,,',
      'account,DE89 3704 0044 0532 0130 01,payee,,,,',
    ].join('\n'),
  );
  const refused = await run(['import', file]);
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /line 1503: kind should be one of/);
  assert.match(refused.stderr, /line 1504: .*check digits/);
  const imported = await run(['import', file, '--skip-faulty', '--json']);
  assert.deepEqual(JSON.parse(imported.stdout), { added: 1501, already_known: 0, faulty: 2 });
  const again = await run(['import', file, '--skip-faulty', '--json']);
  assert.deepEqual(JSON.parse(again.stdout), { added: 0, already_known: 1501, faulty: 2 });
  const listed = await run(['list', '--kind', 'domain']);
  assert.match(listed.stdout, /tgt_[0-9a-f]{24} +domain +example\.com/);
  const added = await run(['add', 'ann@example.net', '--kind', 'email', '--agent', 'agent-7', '--json']);
  const [{ target_id }] = JSON.parse(added.stdout);
  assert.match((await run(['remove', target_id])).stdout, new RegExp(`${target_id} +removed`));
  assert.notEqual((await run(['add', 'x', '--kind', 'planet'])).code, 0);
});
