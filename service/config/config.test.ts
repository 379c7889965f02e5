/** The settings are read together, and all problems are reported at once. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import servicePackage from '../package.json' with { type: 'json' };
import { ConfigError, readConfig } from './config.ts';
import { SETTINGS } from './settings.ts';

const KEY = `ak_${'0a'.repeat(16)}`;

test('needs-no-setting-at-all', () => {
  assert.deepEqual(readConfig({}), {
    host: '127.0.0.1',
    port: 8080,
    dataDir: path.resolve('data'),
    database: { kind: 'sqlite', path: path.resolve('data/assize.db') },
    signingDir: path.resolve('data/signing'),
    baseUrl: 'http://127.0.0.1:8080',
    trustedProxies: [],
    retention: 'by-tier',
    rateLimits: true,
    fastPath: true,
    maxWaitMs: 1000,
    logLevel: 'info',
    metrics: { at: 'beside', labels: [] },
    telemetry: {
      resource: { 'service.name': 'assize', 'service.version': servicePackage.version },
      traces: null,
      logs: null,
    },
    init: { tenant: 'default', tier: 'free', contact: null, productionKey: null, sandboxKey: null },
    approvals: {
      lifetimeMs: 86_400_000,
      required: { low: 1, medium: 1, high: 1, critical: 1 },
      separationOfDuties: false,
    },
    webhooks: { allowNetworks: [], secretsKey: null },
    slackApiUrl: 'https://slack.com/api/',
    siemFilesDir: null,
    witnesses: [],
    mail: null,
    oidc: null,
    clockOffsetMs: 0,
    unknown: [],
  });
});

test('takes-every-setting', () => {
  const config = readConfig({
    ASSIZE_HOST: '::1',
    ASSIZE_PORT: '0',
    ASSIZE_DATA_DIR: '/srv/assize',
    ASSIZE_DATABASE_URL: 'postgresql://u:p@db:5432/assize?sslmode=require',
    ASSIZE_LOG_LEVEL: 'warn',
    ASSIZE_TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8,fd00::/8',
    ASSIZE_RETENTION: '400',
    ASSIZE_INIT_TENANT: 'acme-1',
    ASSIZE_INIT_TIER: 'enterprise',
    ASSIZE_INIT_CONTACT: 'ops@acme.example',
    ASSIZE_INIT_PRODUCTION_KEY: KEY,
    ASSIZE_INIT_SANDBOX_KEY: KEY.replace('0a', '0b'),
    ASSIZE_TEST_CLOCK_OFFSET_MS: '-5',
  });
  assert.equal(config.baseUrl, 'http://[::1]:0');
  assert.deepEqual(config.database, {
    kind: 'postgres',
    url: 'postgresql://u:p@db:5432/assize?sslmode=require',
  });
  assert.deepEqual(
    { dataDir: config.dataDir, logLevel: config.logLevel, clockOffsetMs: config.clockOffsetMs },
    { dataDir: '/srv/assize', logLevel: 'warn', clockOffsetMs: -5 },
  );
  assert.equal(config.retention, 400);
  assert.deepEqual(config.trustedProxies, ['127.0.0.1', '10.0.0.0/8', 'fd00::/8']);
  assert.equal(readConfig({ ASSIZE_RETENTION: 'unlimited' }).retention, 'unlimited');
  assert.deepEqual(config.init, {
    tenant: 'acme-1',
    tier: 'enterprise',
    contact: 'ops@acme.example',
    productionKey: KEY,
    sandboxKey: KEY.replace('0a', '0b'),
  });
  assert.equal(
    readConfig({ ASSIZE_BASE_URL: 'https://a.example.org/assize//' }).baseUrl,
    'https://a.example.org/assize',
  );
});

test('takes-the-settings-of-approvals-webhooks-and-mail', () => {
  const config = readConfig({
    ASSIZE_APPROVAL_LIFETIME_HOURS: '2',
    ASSIZE_APPROVAL_QUORUM: 'high=2, critical=3',
    ASSIZE_APPROVAL_SEPARATION: 'on',
    ASSIZE_WEBHOOK_ALLOW_CIDRS: '10.0.0.0/8, fd00::/8,127.0.0.1',
    ASSIZE_SECRETS_KEY: '0f'.repeat(32),
    ASSIZE_SMTP_URL: 'smtps://user:pass@mail.example:465',
    ASSIZE_SMTP_FROM: 'assize@acme.example',
  });
  assert.deepEqual(config.approvals, {
    lifetimeMs: 7_200_000,
    required: { low: 1, medium: 1, high: 2, critical: 3 },
    separationOfDuties: true,
  });
  assert.deepEqual(config.webhooks.allowNetworks, ['10.0.0.0/8', 'fd00::/8', '127.0.0.1']);
  assert.deepEqual(config.webhooks.secretsKey, Buffer.alloc(32, 0x0f));
  assert.deepEqual(config.mail, {
    smtpUrl: 'smtps://user:pass@mail.example:465',
    from: 'assize@acme.example',
  });
});

test('reads-an-empty-setting-as-none', () => {
  const empty = Object.fromEntries(Object.keys(SETTINGS).map((name) => [name, '']));
  assert.deepEqual(readConfig(empty), readConfig({}));
});

test('tells-every-problem-at-once', () => {
  const broken = {
    ASSIZE_PORT: '-1',
    ASSIZE_DATABASE_URL: 'mysql://db/assize',
    ASSIZE_BASE_URL: 'ftp://here',
    ASSIZE_LOG_LEVEL: 'INFO',
    ASSIZE_TRUSTED_PROXIES: '0.0.0.0/0',
    ASSIZE_RETENTION: 'for-ever',
    ASSIZE_APPROVAL_LIFETIME_HOURS: '0',
    ASSIZE_APPROVAL_QUORUM: 'high=0',
    ASSIZE_APPROVAL_SEPARATION: 'yes',
    ASSIZE_WEBHOOK_ALLOW_CIDRS: '10.0.0.0/33',
    ASSIZE_SECRETS_KEY: 'ak_short',
    ASSIZE_SMTP_URL: 'mail.example:25',
    ASSIZE_SMTP_FROM: 'a@b\r\nBcc: c@d',
    ASSIZE_INIT_CONTACT: 'no address',
    ASSIZE_INIT_TENANT: '-acme',
    ASSIZE_INIT_TIER: 'Team',
    ASSIZE_INIT_PRODUCTION_KEY: 'ak_short',
    ASSIZE_INIT_SANDBOX_KEY: KEY.replace('ak_', 'ak_sandbox_'),
    ASSIZE_TEST_CLOCK_OFFSET_MS: '1.5',
  };
  assert.throws(
    () => readConfig(broken),
    (error) => {
      assert.ok(error instanceof ConfigError);
      const names = error.problems.map((problem) => problem.split(' must be ')[0]);
      assert.deepEqual(names.sort(), Object.keys(broken).sort());
      assert.match(error.message, /^The configuration has 19 problems:\n( {2}- .+\n?){19}$/);
      assert.doesNotMatch(error.message, /ak_short|0a0a/);
      return true;
    },
  );
});

const REFUSED: [name: string, environment: Record<string, string>, says: RegExp][] = [
  ['a-port-beyond-65535', { ASSIZE_PORT: '65536' }, /ASSIZE_PORT must be a port number/],
  ['a-port-in-hexadecimal', { ASSIZE_PORT: '0x50' }, /ASSIZE_PORT/],
  ['a-retention-of-no-day', { ASSIZE_RETENTION: '0' }, /a number of days from 1 to 36500/],
  ['a-retention-in-hours', { ASSIZE_RETENTION: '1.5' }, /ASSIZE_RETENTION must be by-tier, unlimited or/],
  ['a-key-with-capitals', { ASSIZE_INIT_PRODUCTION_KEY: KEY.toUpperCase() }, /32 lower-case hex digits/],
  [
    'a-shifted-clock-in-production',
    { ASSIZE_TEST_CLOCK_OFFSET_MS: '1', NODE_ENV: 'production' },
    /NODE_ENV is production/,
  ],
  [
    'one-key-for-both-environments',
    { ASSIZE_INIT_PRODUCTION_KEY: KEY, ASSIZE_INIT_SANDBOX_KEY: KEY },
    /must differ/,
  ],
];
for (const [name, environment, says] of REFUSED) {
  test(`refuses-${name}`, () => assert.throws(() => readConfig(environment), says));
}

test('lets-production-state-that-the-clock-is-not-shifted', () => {
  assert.equal(readConfig({ ASSIZE_TEST_CLOCK_OFFSET_MS: '0', NODE_ENV: 'production' }).clockOffsetMs, 0);
});

test('names-the-settings-it-does-not-know', () => {
  const environment = { ASSIZE_PROT: '1', ASSIZE_TEST_DATABASE_URL: 'x', ASSIZE_PORT: '1', OTHER_PORT: '2' };
  assert.deepEqual(readConfig(environment).unknown, ['ASSIZE_PROT']);
});
