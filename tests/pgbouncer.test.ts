/**
 * Two nodes reach their database through PgBouncer in transaction mode, where each transaction may run on another
 * server connection: everything works as over direct connections.
 */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import pg from 'pg';
import { decide, escalated, withApproval } from './support/approvals/approvals.ts';
import { emptyDatabase, whyNot } from './support/databases/databases.ts';
import { startPgBouncer, whyNoPgBouncer } from './support/databases/pgbouncer.ts';
import { ask, evaluate, startTestService, type TestService } from './support/http/in-process.ts';
import { requireSound } from './support/nodes/promises.ts';
import { assize } from './support/processes/command.ts';
import { until } from './support/until.ts';
import { startReceiver } from './support/webhooks/receiver.ts';
import { newEndpoint } from './support/webhooks/webhook-endpoints.ts';

const AT_ONCE = 60;
const ENVIRONMENT = { ASSIZE_WEBHOOK_ALLOW_CIDRS: '127.0.0.1/32', ASSIZE_SECRETS_KEY: 'c3'.repeat(32) };
const options = { skip: whyNot('postgres') || whyNoPgBouncer() };

test('does-all-of-its-work-through-pgbouncer-in-transaction-mode', options, async (t) => {
  const { location, nodes } = await nodesBehindPgBouncer(t);
  const [{ app }, other] = nodes;
  const receiver = await startReceiver(t);
  await newEndpoint(app, { url: receiver.url('/hook') });

  const body = (number: number) => ({ action: `pooled.${number % 20}`, context: { risk_level: 'low' } });
  const answers = await Promise.all(
    Array.from({ length: AT_ONCE }, (_, number) =>
      evaluate(number % 2 === 0 ? app : other.app, number % 3 === 0 ? 'a' : 'b', body(number), {
        headers: { 'idempotency-key': `key-${number % 20}` },
      }),
    ),
  );
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200]);

  const approval = await escalated(app);
  assert.equal((await decide(other.app, 'approve', approval)).status, 200);
  assert.equal((await evaluate(app, 'a', withApproval(approval))).body.verdict, 'proceed');

  const verified = await ask(other.app, 'a', '/api/v1/evidence/verify?full=true');
  assert.equal(verified.body.valid, true);
  const exported = await ask(app, 'a', '/api/v1/evidence/export', { body: { format: 'json' } });
  assert.ok(exported.status < 300, JSON.stringify(exported.body));
  await until(() => receiver.received.length > 0);
  await requireSound(location);
});

test('keeps-no-setting-and-no-prepared-statement-on-a-connection-of-the-server', options, async (t) => {
  const { location, nodes } = await nodesBehindPgBouncer(t);
  for (const { app } of nodes) {
    await evaluate(
      app,
      'a',
      { action: 'any.action', context: {} },
      { headers: { 'idempotency-key': 'one' } },
    );
    await ask(app, 'a', '/api/v1/evidence/verify?full=true');
  }
  const client = new pg.Client({ connectionString: location.url });
  await client.connect();
  const { rows: statements } = await client.query('SELECT name FROM pg_prepared_statements');
  const { rows: settings } = await client.query(
    "SELECT name FROM pg_settings WHERE source = 'session' AND name NOT IN ('statement_timeout', 'lock_timeout', 'client_encoding', 'application_name')",
  );
  await client.end();
  assert.deepEqual({ statements, settings }, { statements: [], settings: [] });
});

async function nodesBehindPgBouncer(
  t: TestContext,
): Promise<{ location: { kind: 'postgres'; url: string }; nodes: [TestService, TestService] }> {
  const { location: direct, remove } = await emptyDatabase('postgres');
  t.after(remove);
  assert.ok(direct.kind === 'postgres');
  const location = { kind: 'postgres', url: await startPgBouncer(t, direct.url) } as const;
  const migrated = await assize(location, ['migrate', '--json']);
  assert.equal(migrated.code, 0, migrated.stderr);
  const nodes: [TestService, TestService] = [
    await startTestService(t, location, ENVIRONMENT),
    await startTestService(t, location, ENVIRONMENT),
  ];
  return { location, nodes };
}
