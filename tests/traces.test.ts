/** A request's trace, from its caller through the service to the webhook, and what it never contains. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { testOnEachDatabase, testOnOneDatabase } from './support/databases/databases.ts';
import { PRODUCTION_KEY } from './support/http/in-process.ts';
import { startCollector } from './support/telemetry/collector.ts';
import { CALLER, CANARY, PAYLOAD, spanNamed, startExporting, TRACE } from './support/telemetry/exporting.ts';
import { until } from './support/until.ts';
import { startReceiver } from './support/webhooks/receiver.ts';

testOnEachDatabase('a-request-is-traced-from-its-caller-to-the-webhook', async (location, t) => {
  const collector = await startCollector(t);
  const receiver = await startReceiver(t);
  const { client, evaluate } = await startExporting(t, location, {
    ...collector.settings,
    ASSIZE_WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8',
  });
  const hook = { url: receiver.url(`/hook/${CANARY}`), types: ['evaluation.escalated'] };
  assert.equal((await client.ask('a', '/api/v1/webhooks', { body: hook })).status, 200);
  const { body } = await evaluate(PAYLOAD, CALLER);
  assert.equal(body.verdict, 'ESCALATE');
  const request = await spanNamed(collector, 'POST /v1/governance/evaluate');
  const evaluation = await spanNamed(collector, 'evaluate');
  const judge = await spanNamed(collector, 'judge');
  const record = await spanNamed(collector, 'record');
  const delivery = await spanNamed(collector, 'POST');
  assert.deepEqual(
    [request, evaluation, judge, record, delivery].map(({ parentSpanId }) => parentSpanId),
    ['cd'.repeat(8), request.spanId, evaluation.spanId, evaluation.spanId, evaluation.spanId],
  );
  assert.deepEqual([request.kind, evaluation.kind, delivery.kind], [2, 1, 3]);
  assert.equal(request.attributes['http.response.status_code'], 200);
  const { 'assize.tenant.id': tenant, ...said } = evaluation.attributes;
  assert.match(String(tenant), /^ten_/);
  assert.deepEqual(said, {
    'assize.environment': 'production',
    'assize.action': 'email.send',
    'gen_ai.agent.id': 'agent-7',
    'assize.verdict': 'escalate',
    'assize.laws.failed': [],
    'assize.laws.warned': ['bounded_autonomy', 'safety_dominance'],
    'assize.evidence.id': body.evidence_id,
    'assize.approval.id': body.approval_id,
    'assize.basis': ['claims'],
  });
  assert.equal(record.attributes['assize.commit.entries'], 1);
  await until(() => receiver.received.length === 1);
  const [sent] = receiver.received;
  assert.equal(sent?.headers.traceparent, `00-${TRACE}-${delivery.spanId}-01`);
  assert.equal(sent?.headers.tracestate, CALLER.tracestate);
  assert.equal(delivery.attributes['http.response.status_code'], 200);
  assert.ok(
    !collector.raw().includes(CANARY),
    'a value of the payload, or the path of a webhook, was exported',
  );
  assert.ok(!collector.raw().includes(PRODUCTION_KEY), 'the key was exported');
});

testOnOneDatabase(
  'verifications-exports-and-waits-are-in-the-trace-of-their-request',
  async (location, t) => {
    const collector = await startCollector(t);
    const { client, evaluate } = await startExporting(t, location, collector.settings);
    const { approval_id: approval } = (await evaluate(PAYLOAD)).body;
    const ask = (url: string, body?: object) =>
      client.ask('a', url, { ...(body && { body }), headers: CALLER });
    assert.equal((await ask(`/api/v1/approvals/${approval}?wait=1`)).status, 200);
    assert.equal((await ask('/api/v1/evidence/verify?full=true')).body.valid, true);
    const { body: made } = await ask('/api/v1/evidence/export', { format: 'json' });
    const link = new URL(made.download_url);
    assert.equal((await ask(link.pathname + link.search)).status, 200);
    const wait = await spanNamed(collector, 'wait for approval');
    assert.equal(wait.attributes['assize.approval.id'], approval);
    const verification = await spanNamed(collector, 'verify evidence');
    assert.equal(verification.attributes['assize.verification.valid'], true);
    const created = await spanNamed(collector, 'create export');
    const rendered = await spanNamed(collector, 'render export');
    for (const span of [created, rendered]) assert.equal(span.attributes['assize.export.id'], made.export_id);
    await spanNamed(collector, 'GET /api/v1/evidence/export/:export_id/download');
    for (const part of link.search
      .slice(1)
      .split(/[&=]/)
      .filter((text) => text.length > 16)) {
      assert.ok(!collector.raw().includes(part), 'the signature of a download link was exported');
    }
    assert.ok(!collector.raw().includes(CANARY));
  },
);

testOnOneDatabase(
  'a-ratio-holds-for-all-callers-and-what-is-not-recorded-is-still-passed-on',
  async (location, t) => {
    const collector = await startCollector(t);
    const receiver = await startReceiver(t);
    const { client, evaluate } = await startExporting(t, location, {
      ...collector.settings,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/protobuf',
      OTEL_TRACES_SAMPLER: 'traceidratio',
      OTEL_TRACES_SAMPLER_ARG: '0',
      ASSIZE_WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8',
    });
    const hook = { url: receiver.url('/'), types: ['evaluation.escalated'] };
    assert.equal((await client.ask('a', '/api/v1/webhooks', { body: hook })).status, 200);
    for (let count = 0; count < 20; count += 1) {
      const traceparent = `00-${randomBytes(16).toString('hex')}-${'cd'.repeat(8)}-01`;
      await evaluate(PAYLOAD, { traceparent });
    }
    await evaluate(PAYLOAD, { traceparent: `00-${TRACE}-0000000000000000-01` });
    await until(() => receiver.received.length === 21);
    const passed = receiver.received.map(({ headers }) => headers.traceparent);
    for (const one of passed.slice(0, 20)) assert.match(String(one), /^00-[0-9a-f]{32}-(?:cd){8}-00$/);
    assert.equal(passed[20], undefined);
    assert.deepEqual(collector.receiver.at('/v1/traces'), []);
  },
);
