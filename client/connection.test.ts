import assert from 'node:assert/strict';
import test from 'node:test';
import {
  Assize,
  ConnectionError,
  NotFoundError,
  PermissionError,
  RateLimitError,
  ServerError,
  TimeoutError,
} from '@assize/client';
import { PROCEED, type ScriptedAnswer, scriptedService } from '../tests/support/http/clients.ts';
import { PRODUCTION_KEY, SANDBOX_KEY } from '../tests/support/http/in-process.ts';

const KEY = SANDBOX_KEY;
const ACTION = { action: 'file.read' };
const AT = 'Sat, 31 Jan 2026 09:30:00 GMT';

const PAUSES: [promise: string, answer: ScriptedAnswer, atLeastMs: number][] = [
  ['a rate limit', { status: 429, headers: { 'retry-after': '1' } }, 1000],
  ['a rate limit without a time', { status: 429 }, 1000],
  ['a service that is away', { status: 503, headers: { 'retry-after': '1' } }, 1000],
  [
    'a date, by the clock that sent it',
    { status: 503, headers: { date: AT, 'retry-after': AT.replace(':00 ', ':01 ') } },
    1000,
  ],
  ['a proxy that lost the service', { status: 502, headers: { 'retry-after': '1' } }, 1000],
  ['a service that names no time', { status: 503 }, 100],
];

test('waits-as-long-as-it-is-told', async (t) => {
  await Promise.all(
    PAUSES.map(async ([promise, answer, atLeastMs]) => {
      const { url, requests } = await scriptedService(t, answer, PROCEED);
      const delays: number[] = [];
      const telemetry = { onRetry: ({ delayMs }: { delayMs: number }) => void delays.push(delayMs) };
      await new Assize({ url, key: KEY, telemetry }).evaluate(ACTION);
      assert.equal(requests.length, 2, promise);
      const [delayMs = 0] = delays;
      assert.ok(delayMs >= atLeastMs && delayMs < atLeastMs + 1000, `${promise}: ${delayMs}`);
    }),
  );
});

test('leaves-a-long-pause-to-the-caller', async (t) => {
  for (const [status, Failure] of [
    [429, RateLimitError],
    [503, ServerError],
  ] as const) {
    const { url, requests } = await scriptedService(t, { status, headers: { 'retry-after': '31' } });
    await assert.rejects(new Assize({ url, key: KEY }).evaluate(ACTION), (error: RateLimitError) => {
      assert.ok(error instanceof Failure);
      return error.retryAfter === 31;
    });
    assert.equal(requests.length, 1);
  }
});

test('repeats-each-part-of-a-batch-under-a-key-of-its-own', async (t) => {
  const results = (length: number) => ({
    status: 200,
    body: { results: Array.from({ length }, () => PROCEED.body) },
  });
  const { url, requests } = await scriptedService(t, 'cut', results(100), results(1));
  const assize = new Assize({ url, key: KEY });
  await assize.evaluateBatch(Array.from({ length: 101 }, () => ACTION));
  const [first, again, second] = requests.map(({ headers }) => headers['idempotency-key']);
  assert.ok(first !== undefined && second !== undefined);
  assert.equal(again, first);
  assert.notEqual(second, first);
});

test('takes-no-other-answer-for-that-of-a-batch', async (t) => {
  for (const results of [undefined, 'a', [], [null], ['a'], [{}], [{ verdict: 'proceed' }]]) {
    const { url } = await scriptedService(t, { status: 200, body: { results } });
    const assize = new Assize({ url, key: KEY, maxRetries: 0 });
    await assert.rejects(assize.evaluateBatch([ACTION]), ConnectionError, JSON.stringify(results));
  }
});

test('a-time-limit-holds-until-the-whole-answer-is-there', async (t) => {
  const { url } = await scriptedService(t, 'stalled');
  const assize = new Assize({ url, key: KEY, maxRetries: 0, timeoutMs: 50 });
  await assert.rejects(assize.evaluate(ACTION), TimeoutError);
  await assert.rejects(assize.evidence.proof('ev_1'), TimeoutError);
});

test('a-signal-ends-a-pause-and-a-download', { timeout: 10_000 }, async (t) => {
  const reason = new Error('the user went away');
  const busy = await scriptedService(t, { status: 429, headers: { 'retry-after': '30' } });
  const cancel = new AbortController();
  const telemetry = { onRetry: () => cancel.abort(reason) };
  const asked = new Assize({ url: busy.url, key: KEY, telemetry }).evaluate(ACTION, {
    signal: cancel.signal,
  });
  await assert.rejects(asked, reason);

  const { url } = await scriptedService(t, 'stalled');
  const stop = new AbortController();
  const stream = await new Assize({ url, key: KEY }).evidence.download('exp_1', { signal: stop.signal });
  setTimeout(() => stop.abort(reason), 20);
  await assert.rejects(new Response(stream).text(), reason);
});

test('no-time-limit-is-too-long', async (t) => {
  const { url } = await scriptedService(t, PROCEED);
  const assize = new Assize({ url, key: KEY, timeoutMs: Number.POSITIVE_INFINITY });
  assert.equal((await assize.evaluate(ACTION)).verdict, 'proceed');
});

test('sends-the-trace-of-a-call-and-none-that-no-header-can-hold', async (t) => {
  const { url, requests } = await scriptedService(t, PROCEED);
  const assize = new Assize({ url, key: KEY });
  const traceparent = `00-${'ab'.repeat(16)}-${'cd'.repeat(8)}-01`;
  await assize.evaluate(ACTION, { trace: { traceparent, tracestate: 'vendor=1' } });
  await assize.evaluate(ACTION, { trace: { traceparent, tracestate: 'a\nb' } });
  await assize.evaluate(ACTION, { trace: { traceparent: 'none' } });
  assert.deepEqual(
    requests.map(({ headers }) => [headers.traceparent, headers.tracestate]),
    [
      [traceparent, 'vendor=1'],
      [traceparent, undefined],
      [undefined, undefined],
    ],
  );
});

test('what-watches-changes-nothing', async (t) => {
  const { url, requests } = await scriptedService(t, { status: 503 }, PROCEED, { status: 403 });
  const fail = () => assert.fail('a hook failed');
  const telemetry = { onRequest: fail, onResponse: async () => fail(), onRetry: fail, onReportFailed: fail };
  const assize = new Assize({ url, key: KEY, telemetry });
  assert.equal(await assize.guard('file.read', () => 'read')({}), 'read');
  assert.equal(requests.length, 3);
});

test('starts-where-no-one-may-read-the-environment', (t) => {
  const { env } = process;
  t.after(() => {
    process.env = env;
  });
  // Deno does this without --allow-env.
  process.env = new Proxy(env, { get: () => assert.fail('not allowed') });
  assert.ok(new Assize({ key: KEY }));
});

test('waits-for-an-approval-at-the-pace-that-it-is-told', async (t) => {
  const pending = { status: 200, body: { status: 'pending' } };
  const answers: [promise: string, answer: ScriptedAnswer | 'cut'][] = [
    ['it is not held', pending],
    ['too fast', { status: 429, headers: { 'retry-after': '1' } }],
    ['away', { status: 503, headers: { 'retry-after': '1' } }],
    ['another service', { status: 200, body: { ok: true } }],
    ['nothing', { status: 200 }],
  ];
  await Promise.all(
    answers.map(async ([promise, answer]) => {
      const approved = { status: 200, body: { status: 'approved' } };
      const { url, requests } = await scriptedService(t, answer, approved);
      const began = performance.now();
      const { status } = await new Assize({ url, key: KEY }).approvals.wait('apr_1', { timeoutMs: 20_000 });
      assert.equal(status, 'approved', promise);
      assert.equal(requests.length, 2, promise);
      assert.ok(performance.now() - began >= 490, promise);
    }),
  );
});

test('does-not-wait-for-an-approval-that-it-may-not-see', async (t) => {
  for (const [status, Failure] of [
    [404, NotFoundError],
    [403, PermissionError],
  ] as const) {
    const { url, requests } = await scriptedService(t, { status });
    const wait = new Assize({ url, key: KEY }).approvals.wait('apr_1', { timeoutMs: 20_000 });
    await assert.rejects(wait, Failure);
    assert.equal(requests.length, 1);
  }
});

test('asks-with-one-key-and-reports-with-the-other', async (t) => {
  const { url, requests } = await scriptedService(t, PROCEED, { status: 201, body: {} });
  const assize = new Assize({ url, key: KEY, evidenceKey: PRODUCTION_KEY });
  await assize.guard('file.read', () => 'read')({});
  await assize.approvals.list();
  assert.deepEqual(
    requests.map(({ headers }) => headers['x-api-key']),
    [KEY, PRODUCTION_KEY, PRODUCTION_KEY],
  );
});

test('reads-page-after-page-as-they-are-needed', async (t) => {
  const page = (tool_id: string, next_cursor: string | null) => ({
    status: 200,
    body: { items: [{ tool_id }], next_cursor },
  });
  const { url, requests } = await scriptedService(t, page('tool_1', 'one more'), page('tool_2', null));
  const found = [];
  for await (const { tool_id } of new Assize({ url, key: KEY }).tools.all({ server: 'mail' })) {
    found.push(tool_id);
    assert.equal(requests.length, found.length);
  }
  assert.deepEqual(found, ['tool_1', 'tool_2']);
  assert.equal(requests[1]?.url, '/api/v1/tools?server=mail&cursor=one+more');
});

test('an-id-is-one-part-of-a-path', async (t) => {
  const { url, requests } = await scriptedService(t, { status: 200, body: {} });
  await new Assize({ url, key: KEY }).trust.of('team/agent 7?all#1');
  assert.equal(requests[0]?.url, '/api/v1/core/trust/team%2Fagent%207%3Fall%231');
});
