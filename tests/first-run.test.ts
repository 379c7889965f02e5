/** The first start shows the keys once, with a request that works; a start that fails shows and makes none. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { testOnEachEmptyDatabase, testOnOneDatabase } from './support/databases/databases.ts';
import { PRODUCTION_KEY, SANDBOX_KEY } from './support/http/in-process.ts';
import { ASSIZE, assize, run } from './support/processes/command.ts';
import { environmentFor, spawnFor } from './support/processes/service.ts';
import { until } from './support/until.ts';

/** An environment that sets no keys. */
const NO_CHOSEN_KEYS = { ASSIZE_INIT_PRODUCTION_KEY: '', ASSIZE_INIT_SANDBOX_KEY: '' };
const SECRET = /ak_[0-9a-f]{32}/g;

testOnEachEmptyDatabase('prints-the-first-keys-once-and-a-curl-that-works', async (location, t) => {
  const first = await spawnFor(t, location, { ...NO_CHOSEN_KEYS, ASSIZE_INIT_TENANT: 'acme' });
  const text = first.output();
  assert.match(
    text,
    /Your keys of tenant "acme", which may do everything, shown this once:\n {2}production +ak_\w+\n {2}sandbox +ak_\w+\n/,
  );
  const secrets = new Set(text.match(SECRET));
  assert.equal(secrets.size, 4);
  const [, agentKey = ''] = /Keys for your first agent, .*:\n {2}production +(ak_\w+)\n/.exec(text) ?? [];
  const curl = text.slice(text.indexOf('  curl '));
  const answer = await run('sh', ['-c', curl]);
  assert.equal(answer.code, 0, answer.stderr);
  assert.ok(curl.includes(agentKey), 'the first question is the agent’s');
  const { verdict, evidence_id: id } = JSON.parse(answer.stdout);
  assert.equal(verdict, 'proceed');
  assert.match(id, /^ev_/);
  assert.equal(await first.stop('SIGTERM'), 0);

  const second = await spawnFor(t, location, NO_CHOSEN_KEYS);
  assert.doesNotMatch(second.output(), SECRET);
  assert.match(second.output(), /^Assize listens on http:\/\/127\.0\.0\.1:\d+ \(API reference: /);
});

testOnOneDatabase('the-first-agent-asks-and-does-nothing-else', async (location, t) => {
  const service = await spawnFor(t, location, NO_CHOSEN_KEYS);
  const [, secret] =
    /Keys for your first agent, .*:\n {2}production +(ak_\w+)\n/.exec(service.output()) ?? [];
  const call = async (path: string, body?: object, key = secret) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const init = body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) };
    const answer = await fetch(`${service.baseUrl}${path}`, init);
    return { status: answer.status, body: (await answer.json()) as Record<string, string> };
  };
  const asked = { action: 'wire.money', context: { risk_level: 'high', confidence_score: 0.95 } };
  const { body: verdict } = await call('/v1/governance/evaluate', asked);
  assert.equal(verdict.verdict, 'ESCALATE');
  const approve = `/v1/approvals/${verdict.approval_id}/approve`;
  assert.equal((await call(approve, { decided_by: 'Olga Owner' })).status, 403);
  assert.equal((await call('/v1/evidence')).status, 403);
});

testOnOneDatabase('says-all-of-it-as-json-where-it-is-asked-to', async (location, t) => {
  const service = spawn(process.execPath, [ASSIZE, 'serve', '--json'], {
    env: { ...process.env, ...environmentFor(location), ASSIZE_PORT: '0', ASSIZE_LOG_LEVEL: 'silent' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  t.after(() => service.kill('SIGKILL'));
  let text = '';
  service.stdout.setEncoding('utf8').on('data', (more: string) => {
    text += more;
  });
  await until(async () => text.endsWith('}\n'));
  const { base_url, tenant, keys } = JSON.parse(text);
  assert.equal((await fetch(`${base_url}/healthz`)).status, 200);
  assert.deepEqual(tenant, { name: 'default', tier: 'free', plan: 'free' });
  assert.deepEqual(
    keys.map(({ environment, for: holder, key }: Record<string, string>) => ({
      environment,
      holder,
      isWellFormed: /^ak_[0-9a-f]{32}$/.test(key ?? ''),
    })),
    [
      { environment: 'production', holder: 'administrator', isWellFormed: true },
      { environment: 'sandbox', holder: 'administrator', isWellFormed: true },
      { environment: 'production', holder: 'agent', isWellFormed: true },
      { environment: 'sandbox', holder: 'agent', isWellFormed: true },
    ],
  );
});

testOnOneDatabase('says-that-the-first-tenant-is-on-free-and-how-to-change-it', async (location, t) => {
  const unattended = { ASSIZE_INIT_TIER: 'free' };
  const service = await spawnFor(t, location, unattended);
  const text = service.output();
  assert.match(
    text,
    /Tenant "default" is on the tier free: 1,000 evaluations a month, 10 a second on Surface B\./,
  );
  const commands = [...text.matchAll(/npx assize (tenants set-[^#]*?) +#/g)].map(([, words = '']) => words);
  assert.deepEqual(commands, ['tenants set-tier default team', 'tenants set-plan default team']);
  for (const words of commands) assert.equal((await assize(location, words.split(' '))).code, 0);
  const [tenant] = JSON.parse((await assize(location, ['tenants', 'list', '--json'])).stdout);
  assert.deepEqual({ tier: tenant.tier, plan: tenant.plan }, { tier: 'team', plan: 'team' });
  assert.equal(await service.stop('SIGTERM'), 0);
  const again = await spawnFor(t, location, unattended);
  assert.doesNotMatch(again.output(), /tier/);
});

testOnOneDatabase('prints-no-key-that-the-operator-chose', async (location, t) => {
  const service = await spawnFor(t, location);
  assert.doesNotMatch(service.output(), SECRET);
  for (const key of [PRODUCTION_KEY, SANDBOX_KEY]) {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const init = { method: 'POST', headers, body: '{"action":"a","context":{}}' };
    assert.equal((await fetch(`${service.baseUrl}/v1/governance/evaluate`, init)).status, 200);
  }
});

testOnOneDatabase('ends-with-1-where-the-port-is-taken-and-makes-no-keys', async (location, t) => {
  const other = createServer().listen(0, '127.0.0.1');
  t.after(() => other.close());
  await new Promise((resolve) => other.once('listening', resolve));
  const address = other.address();
  const port = typeof address === 'object' ? String(address?.port) : '';
  const failed = await assize(location, ['serve'], { ...NO_CHOSEN_KEYS, ASSIZE_PORT: port });
  assert.equal(failed.code, 1);
  assert.match(failed.stderr, /EADDRINUSE/);
  const later = await spawnFor(t, location, NO_CHOSEN_KEYS);
  assert.match(later.output(), SECRET);
});

testOnOneDatabase('ends-with-1-and-every-problem-of-the-configuration', async (location) => {
  const broken = {
    ASSIZE_PORT: '99999',
    ASSIZE_DATABASE_URL: 'mysql://x',
    ASSIZE_BASE_URL: 'here',
    ASSIZE_LOG_LEVEL: 'loud',
    ASSIZE_INIT_TENANT: 'A B',
    ASSIZE_INIT_TIER: 'gold',
    ASSIZE_INIT_PRODUCTION_KEY: 'ak_sandbox_0123456789abcdef0123456789abcdef',
    ASSIZE_TEST_CLOCK_OFFSET_MS: 'soon',
  };
  for (const command of ['serve', 'migrate']) {
    const { code, stdout, stderr } = await assize(location, [command], broken);
    assert.deepEqual({ code, stdout }, { code: 1, stdout: '' });
    assert.match(stderr, /^The configuration has 8 problems:\n/);
    for (const name of Object.keys(broken)) assert.match(stderr, new RegExp(`\n {2}- ${name} must be `));
    assert.equal(stderr.includes('0123456789abcdef'), false);
  }
});

testOnOneDatabase('warns-of-settings-it-does-not-know', async (location, t) => {
  const service = await spawnFor(t, location, { ASSIZE_PROT: '1', ASSIZE_BASEURL: 'x' });
  const warning = /"level":"warn".*\["ASSIZE_PROT","ASSIZE_BASEURL"\].*unknown settings are ignored/;
  // The log has its own stream, so its lines may come later.
  await until(() => warning.test(service.output()), service.output);
});
