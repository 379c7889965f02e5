import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { systemClock } from '../foundation/clock.ts';
import type { VerdictGiven } from '../foundation/measured.ts';
import { Metrics, type MetricsLabel } from './metrics.ts';

const GIVEN: VerdictGiven = {
  verdict: 'escalate',
  environment: 'production',
  tenant: 'acme',
  agent: 'agent-7',
  action: 'invoice.pay',
  laws: [
    { law_id: 'safety_dominance', result: 'pass' },
    { law_id: 'evidence_gravity', result: 'fail' },
  ],
};

async function linesOf(metrics: Metrics, name: string): Promise<string[]> {
  const text = await metrics.text();
  return text.split('\n').filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `));
}

function metricsWith(labels: MetricsLabel[] = []): Metrics {
  return new Metrics(labels, systemClock(0));
}

test('counts-verdicts-by-result-and-laws-that-did-not-pass', async () => {
  const metrics = metricsWith();
  metrics.verdictGiven(GIVEN);
  metrics.verdictGiven(GIVEN);
  metrics.verdictGiven({ ...GIVEN, verdict: 'proceed', environment: 'sandbox', laws: [] });
  assert.deepEqual(await linesOf(metrics, 'assize_verdicts_total'), [
    'assize_verdicts_total{environment="production",verdict="escalate"} 2',
    'assize_verdicts_total{environment="sandbox",verdict="proceed"} 1',
  ]);
  assert.deepEqual(await linesOf(metrics, 'assize_laws_not_passed_total'), [
    'assize_laws_not_passed_total{law="evidence_gravity",result="fail"} 2',
  ]);
});

test('names-no-tenant-agent-or-action-unless-asked', async () => {
  const metrics = metricsWith();
  metrics.verdictGiven(GIVEN);
  assert.doesNotMatch(await metrics.text(), /acme|agent-7|invoice/);
  const named = metricsWith(['tenant', 'action']);
  named.verdictGiven(GIVEN);
  assert.deepEqual(await linesOf(named, 'assize_verdicts_total'), [
    'assize_verdicts_total{environment="production",verdict="escalate",tenant="acme",action="invoice.pay"} 1',
  ]);
});

test('counts-further-names-together-where-callers-make-up-too-many', async () => {
  const metrics = metricsWith(['agent']);
  for (let count = 0; count < 3000; count += 1) metrics.verdictGiven({ ...GIVEN, agent: `agent-${count}` });
  const lines = await linesOf(metrics, 'assize_verdicts_total');
  assert.equal(lines.length, 2001);
  assert.ok(
    lines.includes(
      'assize_verdicts_total{environment="production",verdict="escalate",agent="(others)"} 1000',
    ),
  );
});

test('writes-foreign-names-as-one-label-each', async () => {
  const metrics = metricsWith(['action']);
  metrics.verdictGiven({ ...GIVEN, action: 'a"} 1\nforged_total{x="\\' });
  const lines = await linesOf(metrics, 'assize_verdicts_total');
  assert.equal(lines.length, 1);
  assert.deepEqual(await linesOf(metrics, 'forged_total'), []);
});

test('leaves-out-a-state-that-can-not-be-read', async () => {
  const metrics = metricsWith();
  metrics.watch([
    { name: 'lost', help: 'Lost.', read: () => Promise.reject(new Error('no database')) },
    { name: 'nothing', help: 'Nothing to measure.', read: async () => null },
    { name: 'held', help: 'Held.', read: () => 7 },
  ]);
  assert.deepEqual(await linesOf(metrics, 'assize_lost'), []);
  assert.deepEqual(await linesOf(metrics, 'assize_nothing'), []);
  assert.deepEqual(await linesOf(metrics, 'assize_held'), ['assize_held 7']);
});

test('waits-for-no-state-that-takes-too-long-and-asks-no-second-time-meanwhile', async () => {
  let now = 0;
  const metrics = new Metrics([], { ...systemClock(0), monotonic: () => now });
  let reads = 0;
  const silent = Promise.withResolvers<number>();
  metrics.watch([{ name: 'slow', help: 'Slow.', read: () => silent.promise.finally(() => reads++) }]);
  const ask = () => linesOf(metrics, 'assize_slow');
  const asked = ask();
  now += 60_000;
  assert.deepEqual(await Promise.all([asked, ask()]), [[], []]);
  silent.resolve(3);
  await silent.promise;
  assert.deepEqual(await ask(), ['assize_slow 3']);
  assert.equal(reads, 1);
});

test('reads-a-state-once-where-many-ask', async () => {
  const metrics = metricsWith();
  let reads = 0;
  metrics.watch([{ name: 'state', help: 'State.', read: async () => ++reads }]);
  await Promise.all([metrics.text(), metrics.text(), metrics.text()]);
  await metrics.text();
  assert.equal(reads, 1);
});

/** The intervals of real chores: from signing to forgetting failed sign-ins. */
const RHYTHMS_MS = [400, 2000, 60_000, 300_000, 3_600_000];
const ALERTS = new URL('../../deploy/prometheus/alerts.yml', import.meta.url);
const QUARTER_HOUR_MS = 900_000;

for (const everyMs of RHYTHMS_MS) {
  test(`work-that-fails-every-${everyMs}-ms-reaches-the-limit-of-its-alert`, async () => {
    const limit = Number(/assize_chore_failing_seconds > (\d+)/.exec(readFileSync(ALERTS, 'utf8'))?.[1]);
    let atMs = 0;
    const metrics = new Metrics([], { now: () => atMs, monotonic: () => atMs });
    const failing = async () => {
      const [line = ''] = await linesOf(metrics, 'assize_chore_failing_seconds');
      return Number(line.split(' ')[1]);
    };
    metrics.choreFailed('sweep');
    assert.equal(await failing(), 0, 'one failure is none that goes on');
    for (; atMs <= Math.max(QUARTER_HOUR_MS, everyMs); atMs += everyMs) metrics.choreFailed('sweep');
    assert.ok((await failing()) > limit, `${await failing()} s`);
    metrics.choreRecovered('sweep');
    assert.equal(await failing(), 0);
  });
}
