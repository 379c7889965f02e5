/** A real Prometheus scrapes the service, and every expression in the published rules and dashboard has a result. */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import type { DatabaseLocation } from '@assize/service/database/location.ts';
import { parse } from 'yaml';
import { newFolder, testOnEachDatabase, testOnOneDatabase } from './support/databases/databases.ts';
import { freePort } from './support/databases/postgres.ts';
import { connect, connectFor } from './support/http/client.ts';
import { PRODUCTION_KEY, SURFACES } from './support/http/in-process.ts';
import { spawnFor } from './support/processes/service.ts';
import { until } from './support/until.ts';
import { startReceiver } from './support/webhooks/receiver.ts';
import { WEBHOOKS } from './support/webhooks/webhook-endpoints.ts';
import { startWitness } from './support/witness/witness.ts';

const DEPLOY = path.join(import.meta.dirname, '../deploy');
const PROMETHEUS = path.join(DEPLOY, 'prometheus');
const hasPrometheus = spawnSync('promtool', ['--version']).error === undefined;
const options = { skip: hasPrometheus ? false : 'no prometheus' };
const EASY = { action: 'email.send', agent_id: 'agent-7', context: { risk_level: 'low' } };
const HARD = { ...EASY, context: { risk_level: 'high', confidence_score: 0.8 } };

async function metricsOf(baseUrl: string): Promise<string> {
  const answer = await fetch(new URL('/metrics', baseUrl));
  assert.equal(answer.status, 200);
  return answer.text();
}

/** Its gauges exist only where a witness is named. */
async function withWitness(t: TestContext, location: DatabaseLocation) {
  const { setting } = await startWitness(t);
  return spawnFor(t, location, { ASSIZE_WITNESSES: setting, ASSIZE_WEBHOOK_ALLOW_CIDRS: '127.0.0.1/32' });
}

test('the-alert-rules-hold-what-they-promise', options, () => {
  for (const [check, file] of [
    ['check config', 'prometheus.yml'],
    ['test rules', 'alerts.test.yml'],
    ['test rules', 'chores.test.yml'],
  ] as const) {
    const ran = spawnSync('promtool', [...check.split(' '), file], { cwd: PROMETHEUS, encoding: 'utf8' });
    assert.equal(ran.status, 0, ran.stdout + ran.stderr);
  }
});

test('each-alert-is-tested-for-silence-and-for-its-alarm', () => {
  const rules = parse(readFileSync(path.join(PROMETHEUS, 'alerts.yml'), 'utf8'));
  const tests = parse(readFileSync(path.join(PROMETHEUS, 'alerts.test.yml'), 'utf8')).tests;
  const names = rules.groups.flatMap((group: { rules: { alert: string }[] }) =>
    group.rules.map((rule) => rule.alert),
  );
  for (const each of tests) {
    const tested = each.alert_rule_test.map((of: { alertname: string }) => of.alertname);
    assert.deepEqual(tested.toSorted(), names.toSorted(), each.name);
  }
});

testOnOneDatabase('prometheus-scrapes-what-rules-and-dashboard-ask-for', async (location, t) => {
  if (!hasPrometheus) return t.skip('no prometheus');
  const service = await withWitness(t, location);
  const client = connectFor(t, service.baseUrl);
  for (const body of [EASY, EASY, HARD]) {
    assert.equal((await client.ask('b', SURFACES.b.evaluate, { body })).status, 200);
  }
  const prometheus = await startPrometheus(t, new URL(service.baseUrl).host);
  await until(async () => (await prometheus.query('sum(assize_verdicts_total)')).at(0) === 3);
  assert.deepEqual(await prometheus.query('assize_approvals_pending'), [1]);
  assert.deepEqual(await prometheus.query('assize_ready'), [1]);
  for (const name of namesAskedFor()) {
    assert.ok(
      (await prometheus.query(`{__name__=~"${name}(_bucket)?"}`)).length > 0,
      `${name} is not among the metrics`,
    );
  }
  for (const expression of dashboardExpressions()) await prometheus.query(expression);
});

testOnOneDatabase(
  'prometheus-reads-native-histograms-beside-those-of-rules-and-dashboard',
  async (location, t) => {
    if (!hasPrometheus) return t.skip('no prometheus');
    const service = await withWitness(t, location);
    const client = connectFor(t, service.baseUrl);
    for (let count = 0; count < 20; count += 1) await client.ask('b', SURFACES.b.evaluate, { body: EASY });
    await client.ask('a', SURFACES.a.evaluate, { body: HARD });
    await client.ask('b', '/v1/nothing');
    const { host } = new URL(service.baseUrl);
    const prometheus = await startPrometheus(t, host, ['--enable-feature=native-histograms']);
    const native =
      'assize_http_request_duration_native_seconds{route="/v1/governance/evaluate",status="200"}';
    await until(async () => (await prometheus.query(`histogram_count(${native})`)).at(0) === 20);
    const [median = 0] = await prometheus.query(`histogram_quantile(0.5, ${native})`);
    const [sum = 0] = await prometheus.query(`histogram_sum(${native})`);
    const [most = 0] = await prometheus.query(`histogram_quantile(1, ${native})`);
    // A bucket ends up to a tenth above the greatest value in it.
    assert.ok(median > 0 && median <= most && most < 1.1 * sum, `${median}, ${most} of ${sum}`);
    const fixed = 'assize_http_request_duration_seconds';
    assert.deepEqual(await prometheus.query(`${fixed}_count{route="/v1/governance/evaluate"}`), [20]);
    assert.ok((await prometheus.query(`${fixed}_bucket{le="+Inf",route="none"}`))[0] === 1);
    for (const name of namesAskedFor()) {
      assert.ok((await prometheus.query(`{__name__=~"${name}(_bucket)?"}`)).length > 0, `${name} is missing`);
    }
  },
);

testOnEachDatabase('metrics-say-what-was-answered-and-name-no-one', async (location, t) => {
  const service = await spawnFor(t, location);
  const client = connectFor(t, service.baseUrl);
  await client.ask('b', SURFACES.b.evaluate, { body: { ...EASY, idempotency_key: 'once' } });
  await client.ask('b', SURFACES.b.evaluate, { body: { ...EASY, idempotency_key: 'once' } });
  await client.ask('a', SURFACES.a.evaluate, { body: HARD });
  await client.ask('a', '/api/v1/evidence/ev_000000000000000000000000', {});
  const text = await metricsOf(service.baseUrl);
  assert.match(text, /^assize_verdicts_total\{environment="production",verdict="proceed"\} 1$/m);
  assert.match(text, /^assize_verdicts_total\{environment="production",verdict="escalate"\} 1$/m);
  assert.match(text, /^assize_laws_not_passed_total\{law="[a-z_]+",result="(fail|warn)"\} \d+$/m);
  assert.match(text, /_count\{method="POST",route="\/v1\/governance\/evaluate",status="200"\} 2$/m);
  assert.match(text, /route="\/api\/v1\/evidence\/:\w+",status="404"/);
  assert.match(text, /^assize_artifacts [1-9]/m);
  for (const name of ['agent-7', 'email.send', PRODUCTION_KEY, 'default', 'once']) {
    assert.ok(!text.includes(name), `${name} is in the metrics`);
  }
});

testOnEachDatabase('counts-webhooks-by-how-each-attempt-ended', async (location, t) => {
  const receiver = await startReceiver(t);
  receiver.answer(({ path: at }) => ({ status: Number(at.slice(1)) }));
  const service = await spawnFor(t, location, { ASSIZE_WEBHOOK_ALLOW_CIDRS: '127.0.0.1/32' });
  const client = connectFor(t, service.baseUrl);
  for (const status of ['200', '204', '500', '410']) {
    const body = { url: receiver.url(`/${status}`), types: ['approval.created'] };
    assert.equal((await client.ask('a', WEBHOOKS, { body })).status, 200);
  }
  await client.ask('b', SURFACES.b.evaluate, { body: HARD });
  await until(async () => {
    const counted = /^assize_webhook_attempts_total\{outcome="(\w+)"\} (\d+)$/gm;
    const found = [...(await metricsOf(service.baseUrl)).matchAll(counted)].map(([, ...of]) => of.join(' '));
    return found.join() === 'delivered 2,failed 1,given_up 1';
  });
});

testOnOneDatabase('metrics-have-an-address-of-their-own-or-none-where-you-say-so', async (location, t) => {
  const port = await freePort();
  const apart = await spawnFor(t, location, { ASSIZE_METRICS: `127.0.0.1:${port}` });
  assert.equal((await fetch(`${apart.baseUrl}/metrics`)).status, 404);
  assert.match(await metricsOf(`http://127.0.0.1:${port}`), /^assize_ready 1$/m);
  assert.equal((await fetch(`http://127.0.0.1:${port}/v1/usage`)).status, 404);
  assert.equal(await apart.stop('SIGTERM'), 0);
  const none = await spawnFor(t, location, { ASSIZE_METRICS: 'off' });
  assert.equal((await fetch(`${none.baseUrl}/metrics`)).status, 404);
  assert.equal(await none.stop('SIGTERM'), 0);
});

testOnOneDatabase('any-worker-answers-for-all', async (location, t) => {
  const service = await spawnFor(t, location, {}, [], ['--workers', '2']);
  const QUESTIONS = 12;
  // Separate connections go to different workers.
  for (let count = 0; count < QUESTIONS; count += 1) {
    const client = connect(service.baseUrl);
    assert.equal((await client.ask('b', SURFACES.b.evaluate, { body: EASY })).status, 200);
    client.close();
  }
  for (let count = 0; count < 4; count += 1) {
    const text = await metricsOf(service.baseUrl);
    assert.match(
      text,
      new RegExp(`^assize_verdicts_total\\{environment="production",verdict="proceed"\\} ${QUESTIONS}$`, 'm'),
    );
    assert.match(text, /^assize_chains \d+$/m);
  }
});

interface RunningPrometheus {
  /** @returns the value of each series found. @throws if the expression is not valid. */
  query(expression: string): Promise<number[]>;
}

async function startPrometheus(
  t: TestContext,
  target: string,
  more: readonly string[] = [],
): Promise<RunningPrometheus> {
  const folder = newFolder(t);
  const scrape = { job_name: 'assize', scrape_interval: '1s', static_configs: [{ targets: [target] }] };
  writeFileSync(path.join(folder, 'prometheus.yml'), JSON.stringify({ scrape_configs: [scrape] }));
  const port = await freePort();
  const child = spawn(
    'prometheus',
    [
      `--config.file=${folder}/prometheus.yml`,
      `--storage.tsdb.path=${folder}/data`,
      `--web.listen-address=127.0.0.1:${port}`,
      ...more,
    ],
    { stdio: 'ignore' },
  );
  t.after(() => child.kill('SIGKILL'));
  const url = `http://127.0.0.1:${port}`;
  await until(async () => (await fetch(`${url}/-/ready`).catch(() => null))?.ok === true);
  return {
    async query(expression) {
      const answer = await fetch(`${url}/api/v1/query?${new URLSearchParams({ query: expression })}`);
      const { status, error, data } = JSON.parse(await answer.text());
      assert.equal(status, 'success', `${expression}: ${error}`);
      return data.result.map(({ value }: { value: [number, string] }) => Number(value[1]));
    },
  };
}

function dashboardExpressions(): string[] {
  const { panels } = JSON.parse(readFileSync(path.join(DEPLOY, 'grafana/assize.json'), 'utf8'));
  return panels
    .flatMap(({ targets = [] }: { targets?: { expr: string }[] }) => targets.map(({ expr }) => expr))
    .map((expression: string) =>
      expression.replaceAll('$__rate_interval', '1m').replaceAll('$job', 'assize'),
    );
}

/** Returns every metric that a rule or a panel names. */
function namesAskedFor(): string[] {
  const rules = readFileSync(path.join(PROMETHEUS, 'alerts.yml'), 'utf8');
  const asked = [rules, ...dashboardExpressions()].join('\n');
  return [...new Set(asked.match(/\b(assize|nodejs|process)_[a-z0-9_]+\b/g))];
}
