import assert from 'node:assert/strict';
import test from 'node:test';
import { inspect } from 'node:util';
import {
  type ApiError,
  Assize,
  AuthenticationError,
  ConfigurationError,
  ConflictError,
  ConnectionError,
  NotFoundError,
  PermissionError,
  RateLimitError,
  ServerError,
  TimeoutError,
  UsageLimitError,
  ValidationError,
} from '@assize/client';
import {
  BLOCKED,
  ESCALATED,
  PROCEED,
  type ScriptedAnswer,
  scriptedService,
  testWithClient,
} from '../tests/support/http/clients.ts';
import { PRODUCTION_KEY } from '../tests/support/http/in-process.ts';

const SECRET = `ak_${'5e'.repeat(16)}`;

testWithClient('gives-each-verdict', async (_, { assize }) => {
  const proceed = await assize.evaluate({ action: 'file.read' });
  const escalate = await assize.evaluate({ action: 'file.read', context: ESCALATED });
  const block = await assize.evaluate({ action: 'file.read', context: BLOCKED });
  assert.deepEqual(
    [proceed, escalate, block].map(({ verdict }) => verdict),
    ['proceed', 'escalate', 'block'],
  );
  assert.match(String(escalate.approval_id), /^apr_/);
  const judged = await assize.judge({ name: 'file.read', arguments: {}, context: ESCALATED });
  assert.deepEqual([judged.verdict, judged.heldFor], ['escalate', 'other']);
});

testWithClient('answers-a-long-batch-in-order-with-a-refusal-in-its-place', async (_, { assize }) => {
  const requests = Array.from({ length: 230 }, (_each, place) => ({ action: `file.read_${place}` }));
  requests[140] = { action: '' };
  const results = await assize.evaluateBatch(requests);
  assert.equal(results.length, 230);
  results.forEach((result, place) => {
    if (place === 140) assert.equal('status' in result && result.status, 422);
    else assert.equal('action' in result && result.action, `file.read_${place}`);
  });
});

testWithClient('simulates-without-a-record', async (_, { assize, app }) => {
  const simulated = await assize.simulate({ action: 'file.read', context: BLOCKED });
  assert.equal(simulated.verdict, 'block');
  const found = await app.inject({
    method: 'POST',
    url: '/api/v1/evidence/search',
    headers: { 'x-api-key': PRODUCTION_KEY },
    payload: { artifact_type: 'governance_eval' },
  });
  assert.equal(found.json().total, 0);
});

testWithClient('names-all-faults-of-a-request', async (_, { assize }) => {
  const context = { confidence_score: 2, trust_score: -1 };
  await assert.rejects(assize.evaluate({ action: 'file.read', context }), (error: ValidationError) => {
    assert.deepEqual(error.faults.map(({ loc }) => loc.join('.')).sort(), [
      'body.context.confidence_score',
      'body.context.trust_score',
    ]);
    return error instanceof ValidationError && error.status === 422 && error.requestId !== undefined;
  });
});

const detail = 'In words.';
const REFUSALS: [answer: ScriptedAnswer, Failure: new (...args: never[]) => ApiError][] = [
  [{ status: 400, body: { detail } }, ValidationError],
  [{ status: 401, body: { detail } }, AuthenticationError],
  [{ status: 403, body: { detail } }, PermissionError],
  [{ status: 404, body: { detail } }, NotFoundError],
  [{ status: 409, body: { detail } }, ConflictError],
  [{ status: 413, body: { detail } }, ValidationError],
  [
    { status: 422, body: { detail: [{ loc: ['body', 'action'], msg: 'Field required', type: 'missing' }] } },
    ValidationError,
  ],
  [{ status: 429, headers: { 'retry-after': '7' }, body: { detail } }, RateLimitError],
  [
    { status: 429, headers: { 'retry-after': '900', 'x-usage-type': 'governance_eval' }, body: { detail } },
    UsageLimitError,
  ],
  [{ status: 500, body: { detail, request_id: 'r' } }, ServerError],
  // A proxy may refuse in its own words, and repeat the request in them.
  [{ status: 401, body: { detail: [null, 'no'] } }, AuthenticationError],
  [{ status: 403, body: { detail: { error: 'no' } } }, PermissionError],
  [{ status: 400, body: { detail: `X-API-Key: ${SECRET}` } }, ValidationError],
  [{ status: 503, body: '<html>Bad gateway</html>' }, ServerError],
];

test('each-refusal-is-a-failure-of-its-own-without-the-key', async (t) => {
  for (const [answer, Failure] of REFUSALS) {
    const { url } = await scriptedService(t, {
      ...answer,
      headers: { 'x-request-id': 'r-1', ...answer.headers },
    });
    const assize = new Assize({ url, key: SECRET, maxRetries: 0 });
    await assert.rejects(assize.evaluate({ action: 'file.read' }), (error: ApiError) => {
      assert.equal(error.constructor, Failure, `${answer.status}`);
      assert.equal(error.status, answer.status);
      assert.equal(error.requestId, 'r-1');
      assert.ok(!inspect(error, { depth: null, showHidden: true }).includes(SECRET));
      if (error instanceof RateLimitError)
        assert.equal(error.retryAfter, Number(answer.headers?.['retry-after']));
      return true;
    });
  }
});

test('repeats-the-same-question-under-one-idempotency-key', async (t) => {
  const { url, requests } = await scriptedService(
    t,
    { status: 503, headers: { 'retry-after': '1' } },
    'cut',
    PROCEED,
  );
  const retries: number[] = [];
  const telemetry = { onRetry: ({ attempt }: { attempt: number }) => void retries.push(attempt) };
  const assize = new Assize({ url, key: SECRET, telemetry });
  assert.equal((await assize.evaluate({ action: 'file.read' })).verdict, 'proceed');
  assert.equal((await assize.evaluate({ action: 'file.read' })).verdict, 'proceed');
  const keys = requests.map(({ headers }) => headers['idempotency-key']);
  assert.equal(new Set(keys.slice(0, 3)).size, 1);
  assert.notEqual(keys[2], keys[3]);
  assert.equal(new Set(requests.map(({ body }) => body)).size, 1);
  assert.deepEqual(retries, [1, 2]);
});

test('does-not-ask-again-where-that-is-pointless-or-could-act-twice', async (t) => {
  const used = await scriptedService(t, {
    status: 429,
    headers: { 'x-usage-type': 'governance_eval', 'retry-after': '1' },
  });
  await assert.rejects(new Assize({ url: used.url, key: SECRET }).evaluate({ action: 'a' }), UsageLimitError);
  assert.equal(used.requests.length, 1);

  const failing = await scriptedService(t, { status: 500 });
  const report = {
    action: 'a',
    context: {},
    outcome: 'success',
    executed_at: '2026-01-31T09:30:00Z',
  } as const;
  await assert.rejects(new Assize({ url: failing.url, key: SECRET }).reportOutcome(report), ServerError);
  assert.equal(failing.requests.length, 1);
});

const UNFIT: [promise: string, answer: ScriptedAnswer | 'cut'][] = [
  ['the connection ends', 'cut'],
  ['it is a page', { status: 200, headers: { 'content-type': 'text/html' }, body: '<html>Hello</html>' }],
  ['it is another service', { status: 200, body: { ok: true } }],
  ['its verdict is unknown', { status: 200, body: { ...PROCEED.body, verdict: 'PERMIT' } }],
  ['it is empty', { status: 200 }],
  ['it is an array', { status: 200, body: [PROCEED.body] }],
];

test('takes-no-other-answer-for-a-verdict', async (t) => {
  for (const [promise, answer] of UNFIT) {
    const { url, requests } = await scriptedService(t, answer);
    const assize = new Assize({ url, key: SECRET, maxRetries: 0 });
    await assert.rejects(assize.evaluate({ action: 'file.read' }), ConnectionError, promise);
    assert.equal(requests.length, 1, promise);
  }
});

test('follows-no-redirect-with-the-key', async (t) => {
  const elsewhere = await scriptedService(t, PROCEED);
  for (const status of [301, 302, 307, 308]) {
    const { url } = await scriptedService(t, { status, headers: { location: elsewhere.url } });
    const assize = new Assize({ url, key: SECRET, maxRetries: 0 });
    await assert.rejects(assize.evaluate({ action: 'file.read' }), ConnectionError);
  }
  assert.equal(elsewhere.requests.length, 0);
});

test('keeps-nothing-of-a-platform-s-failure-that-could-repeat-the-key', async () => {
  const fail = () => Promise.reject(new TypeError(`Invalid header X-API-Key: ${SECRET}`));
  const assize = new Assize({ key: SECRET, fetch: fail, maxRetries: 0 });
  await assert.rejects(assize.evaluate({ action: 'file.read' }), (error) => {
    assert.ok(!inspect(error, { depth: null, showHidden: true }).includes(SECRET));
    return error instanceof ConnectionError;
  });
});

test('says-that-the-time-is-over-and-keeps-the-reason-of-a-caller', async (t) => {
  const { url } = await scriptedService(t, 'silent');
  const assize = new Assize({ url, key: SECRET, maxRetries: 0 });
  await assert.rejects(assize.evaluate({ action: 'file.read' }, { timeoutMs: 50 }), TimeoutError);
  const reason = new Error('the user went away');
  const controller = new AbortController();
  const asked = assize.evaluate({ action: 'file.read' }, { signal: controller.signal });
  setTimeout(() => controller.abort(reason), 20);
  await assert.rejects(asked, reason);
  await assert.rejects(assize.evaluate({ action: 'file.read' }, { signal: controller.signal }), reason);
});

test('refuses-to-start-without-what-it-needs', () => {
  const wrong = [
    { key: '' },
    { key: `${SECRET}\r\nX: y` },
    { key: SECRET, url: 'ftp://assize' },
    { key: SECRET, url: `http://agent:${SECRET}@assize` },
    { key: SECRET, url: 'assize' },
    { key: SECRET, url: `https://assize.example?key=${SECRET}` },
    { key: SECRET, url: 'https://assize.example/#top' },
  ];
  for (const options of wrong) {
    assert.throws(
      () => new Assize(options),
      (error) => error instanceof ConfigurationError && !inspect(error).includes(SECRET),
    );
  }
});

test('sends-the-key-in-its-header-alone', async (t) => {
  const { url, requests } = await scriptedService(t, PROCEED);
  await new Assize({ url: `${url}/`, key: SECRET }).evaluate({ action: 'file.read' });
  const [request] = requests;
  assert.equal(request?.headers['x-api-key'], SECRET);
  assert.equal(request?.url, '/api/v1/core/governance/evaluate');
  assert.ok(!`${request?.url}${request?.body}`.includes(SECRET));
});
