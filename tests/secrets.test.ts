/** A key's secret appears only in the answer that creates it, and in no log, evidence, table or error. */
import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { type Artifact, latestArtifacts } from '@assize/service/evidence/reading/index.ts';
import type { Service } from '@assize/service/wiring.ts';
import { testOnEachDatabase } from './support/databases/databases.ts';
import { chainOfKey } from './support/governance/governance.ts';
import { connect } from './support/http/client.ts';
import {
  ask,
  type Call,
  evaluate,
  PRODUCTION_KEY,
  SANDBOX_KEY,
  startTestService,
} from './support/http/in-process.ts';
import { testAsTenant } from './support/people/tenants.ts';
import { spawnFor } from './support/processes/service.ts';

const KEYS = '/api/v1/api-keys';
const UNKNOWN_KEY = `ak_${'c3'.repeat(16)}`;

testAsTenant(
  'leaves-evidence-of-each-change-of-keys-without-the-secret',
  async ({ app, service, key, sandboxKey }) => {
    const { body: maker } = await ask(app, 'a', KEYS);
    const makerId = maker.keys.find((key: { environment: string }) => key.environment === 'production').id;
    for (const environment of ['production', 'sandbox'] as const) {
      const chain = await chainOfKey(service, environment === 'production' ? key : sandboxKey);
      const { body: made } = await ask(app, 'a', KEYS, {
        body: { name: 'ci', environment, scopes: ['usage:read'], expires_in_days: 5 },
      });
      const change = { key_id: made.id, name: 'ci', environment };
      const created = await lastChange(service, chain);
      assert.deepEqual(
        { action: created.action, actor: created.actor, verdict: created.verdict },
        { action: 'key.create', actor: makerId, verdict: null },
      );
      assert.deepEqual(created.payload, {
        action: 'key.create',
        by: makerId,
        change: {
          ...change,
          scopes: ['usage:read'],
          expires_at: made.expires_at,
          made_by: makerId,
          secret_fingerprint: `sha256:${sha256Twice(made.key)}`,
        },
      });
      await ask(app, 'a', `${KEYS}/${made.id}`, { method: 'DELETE' });
      const revoked = await lastChange(service, chain);
      assert.deepEqual(revoked.payload, { action: 'key.revoke', by: makerId, change });
      assert.equal(revoked.position, created.position + 1);
      const again = await ask(app, 'a', `${KEYS}/${made.id}`, { method: 'DELETE' });
      assert.equal(again.status, 200);
      assert.equal((await lastChange(service, chain)).id, revoked.id);
    }
    const { body } = await ask(app, 'a', '/api/v1/evidence/verify');
    assert.deepEqual(
      { valid: body.valid, total_artifacts: body.total_artifacts },
      { valid: true, total_artifacts: 3 },
    );
    const unasked = await ask(app, 'a', '/api/v1/evidence/latest');
    assert.deepEqual(unasked.body.items, {});
    const asked = await ask(app, 'a', '/api/v1/evidence/latest?types=governance_change');
    assert.equal(asked.body.items.governance_change.action, 'key.revoke');
  },
);

testOnEachDatabase('stores-no-secret-anywhere', async (location, t) => {
  const { app, service } = await startTestService(t, location);
  const { body } = await ask(app, 'a', KEYS, { body: { name: 'ci', environment: 'production' } });
  await evaluate(app, 'a', { action: 'a' }, { key: body.key });
  await ask(app, 'a', `${KEYS}/${body.id}`, { method: 'DELETE', key: body.key });
  const everything = await wholeDatabase(service);
  assert.ok(everything.includes(body.id));
  for (const secret of [body.key, PRODUCTION_KEY, SANDBOX_KEY]) {
    assert.equal(everything.includes(secret.slice(3)), false);
  }
});

testOnEachDatabase('logs-no-secret-at-any-level', async (location, t) => {
  const service = await spawnFor(t, location, { ASSIZE_LOG_LEVEL: 'trace' });
  const client = connect(service.baseUrl);
  const { body: created } = await client.ask('a', KEYS, { body: { name: 'ci', environment: 'sandbox' } });
  const marked = created.key.replace('ak_', 'ak_sandbox_');
  const calls: [string, Call][] = [
    ['/v1/governance/evaluate', { body: { action: 'a', context: {} }, key: created.key }],
    ['/sandbox/v1/governance/evaluate', { body: { action: 'a', context: {} }, key: marked }],
    ['/sandbox/v1/governance/evaluate', { body: { action: 'a', context: {} } }],
    ['/v1/governance/evaluate', { body: { [created.key]: created.key }, key: created.key }],
    ['/v1/governance/evaluate', { key: UNKNOWN_KEY, body: {} }],
    ['/v1/governance/evaluate', { key: `${created.key}0`, body: {} }],
    [`/v1/evidence/${created.key}`, { key: created.key }],
    [`/v1/nowhere?api_key=${created.key}`, { key: created.key }],
    [`/v1/evidence/%zz${created.key}`, { key: created.key }],
  ];
  const answers = [];
  for (const [url, call] of calls) answers.push(await client.ask('b', url, call));
  await client.ask('a', `${KEYS}/${created.id}`, { method: 'DELETE' });
  client.close();
  assert.equal(await service.stop('SIGTERM'), 0);

  assert.match(service.output(), /"level":"debug".*"answered"/);
  assert.match(service.output(), /"request refused"/);
  const echoes = answers.filter(({ body }) => !Array.isArray(body.detail));
  const shown = service.output() + JSON.stringify(echoes.map(({ body, headers }) => [body, headers]));
  for (const secret of [created.key, PRODUCTION_KEY, SANDBOX_KEY, UNKNOWN_KEY]) {
    assert.equal(shown.includes(secret.slice(3)), false, 'a secret leaked');
  }
});

/** Only a secret's hash is stored, and only the hash of that hash is on record. */
function sha256Twice(secret: string): string {
  return hash('sha256', hash('sha256', secret, 'buffer'), 'hex');
}

async function lastChange(service: Service, chain: number): Promise<Artifact> {
  const [artifact] = await latestArtifacts(service.db, chain, ['governance_change']);
  assert.ok(artifact);
  return artifact;
}

/** Returns every value of every row, with bytes read as text. */
async function wholeDatabase({ db }: Service): Promise<string> {
  const tables = [
    'tenants',
    'chains',
    'api_keys',
    'artifacts',
    'artifact_payloads',
    'idempotency_records',
    'approvals',
    'approval_decisions',
  ] as const;
  let text = '';
  for (const table of tables) {
    for (const row of await db.selectFrom(table).selectAll().execute()) {
      for (const value of Object.values(row)) {
        text += value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : String(value);
        text += '\n';
      }
    }
  }
  return text;
}
