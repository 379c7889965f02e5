/** One webhook is sent once. Any behaviour of its target is reported in words, and costs little time and memory. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { until } from '../../../tests/support/until.ts';
import { httpTarget, rawTarget } from '../../../tests/support/webhooks/target.ts';
import { systemClock } from '../../foundation/clock.ts';
import type { Answer } from './network/exchange.ts';
import { createSender, type Sender, type SenderDeps } from './send.ts';

const HEADERS = { 'webhook-id': 'evt_1' };
const BODY = '{"type":"webhook.test","data":{"text":"ä€😀"}}';
const NOW_MS = Date.parse('2026-11-21T12:00:00Z');

function senderFor(t: TestContext, more: Partial<SenderDeps> = {}): Sender {
  const clock = { now: () => NOW_MS, monotonic: systemClock().monotonic };
  const sender = createSender({ allowNetworks: ['127.0.0.1'], clock, ...more });
  t.after(() => sender.close());
  return sender;
}

function sendTo(sender: Sender, port: number, path = '/hook?a=b%20c'): Promise<Answer> {
  return sender.send({ url: `http://127.0.0.1:${port}${path}`, environment: 'production' }, HEADERS, BODY);
}

/** Tries longer and longer limits, until the target is quick enough to begin an answer. */
async function untilBegun(t: TestContext, port: number): Promise<Answer> {
  let answer: Answer;
  let timeoutMs = 300;
  do {
    answer = await sendTo(senderFor(t, { timeoutMs }), port);
    timeoutMs *= 10;
  } while ((answer.response ?? []).length === 0 && timeoutMs < 100_000);
  return answer;
}

const text = ({ response }: Answer) => (response === null ? null : Buffer.from(response).toString('utf8'));

test('posts-the-body-as-it-is-with-its-headers', async (t) => {
  const target = await httpTarget(t, (response) => response.writeHead(204).end());
  const answer = await sendTo(senderFor(t), target.port);
  assert.deepEqual(
    { status: answer.status, error: answer.error, response: text(answer), retryAfterMs: answer.retryAfterMs },
    { status: 204, error: null, response: '', retryAfterMs: null },
  );
  assert.ok(Number.isInteger(answer.durationMs) && answer.durationMs >= 0);
  const [arrival] = target.arrivals;
  assert.deepEqual(
    { method: arrival?.method, path: arrival?.path, body: arrival?.body },
    { method: 'POST', path: '/hook?a=b%20c', body: BODY },
  );
  assert.deepEqual(
    {
      contentType: arrival?.headers['content-type'],
      webhookId: arrival?.headers['webhook-id'],
      host: arrival?.headers.host,
    },
    { contentType: 'application/json', webhookId: 'evt_1', host: `127.0.0.1:${target.port}` },
  );
  assert.equal(arrival?.headers['content-length'], String(Buffer.byteLength(BODY)));
});

test('keeps-a-connection-for-the-next-webhook', async (t) => {
  const target = await httpTarget(t, (response) => response.end('ok'));
  const sender = senderFor(t);
  for (let time = 0; time < 20; time += 1) assert.equal(text(await sendTo(sender, target.port)), 'ok');
  assert.ok(target.connections() <= 2, `${target.connections()} connections`);
});

test('asks-no-proxy-of-the-environment', async (t) => {
  const proxy = await rawTarget(t, (socket) => socket.destroy());
  const names = ['http_proxy', 'https_proxy', 'HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY'];
  for (const name of names) process.env[name] = `http://127.0.0.1:${proxy.port}`;
  t.after(() => names.forEach((name) => void delete process.env[name]));
  const target = await httpTarget(t, (response) => response.end());
  assert.equal((await sendTo(senderFor(t), target.port)).error, null);
  assert.equal(proxy.connections(), 0);
});

for (const status of [400, 404, 410, 500, 503]) {
  test(`reports-the-status-${status}`, async (t) => {
    const target = await httpTarget(t, (response) => response.writeHead(status).end('why'));
    const answer = await sendTo(senderFor(t), target.port);
    assert.deepEqual(
      { status: answer.status, error: answer.error, response: text(answer) },
      { status, error: `The answer was ${status}.`, response: 'why' },
    );
  });
}

test('follows-no-redirect', async (t) => {
  const elsewhere = await httpTarget(t, (response) => response.end());
  for (const [status, location] of [
    [301, `http://127.0.0.1:${elsewhere.port}/`],
    [302, `http://127.0.0.1:${elsewhere.port}/`],
    [307, `http://127.0.0.1:${elsewhere.port}/`],
    [308, 'http://169.254.169.254/latest/meta-data/'],
  ] as const) {
    const target = await httpTarget(t, (response) => response.writeHead(status, { location }).end());
    const answer = await sendTo(senderFor(t), target.port);
    assert.deepEqual(
      { status: answer.status, error: answer.error },
      { status, error: `The answer was ${status}; redirects are not followed.` },
    );
    assert.equal(target.arrivals.length, 1);
  }
  assert.equal(elsewhere.connections(), 0);
});

const RETRIES: [status: number, header: string, ms: number | null][] = [
  [429, '7', 7000],
  [503, '120', 120_000],
  [429, 'Sat, 21 Nov 2026 12:00:30 GMT', 30_000],
  [429, 'Sat, 21 Nov 2026 11:00:00 GMT', 0],
  [503, '9'.repeat(400), 86_400_000],
  [429, 'soon', null],
  [429, '-5', null],
  [429, '1.5', null],
  [500, '7', null],
  [200, '7', null],
];
for (const [status, header, ms] of RETRIES) {
  test(`reads-retry-after-${header.slice(0, 30)}-of-a-${status}-as-${ms}`, async (t) => {
    const target = await httpTarget(t, (response) =>
      response.writeHead(status, { 'retry-after': header }).end(),
    );
    assert.equal((await sendTo(senderFor(t), target.port)).retryAfterMs, ms);
  });
}

test('gives-up-on-an-endpoint-that-hangs', async (t) => {
  const silent = await httpTarget(t, () => undefined);
  const halting = await httpTarget(t, (response) => void response.writeHead(200).write('begun'));
  const none = await sendTo(senderFor(t, { timeoutMs: 300 }), silent.port);
  assert.deepEqual(
    { status: none.status, error: none.error },
    { status: null, error: 'There was no answer within 0.3 s.' },
  );
  assert.ok(none.durationMs >= 290);
  const some = await untilBegun(t, halting.port);
  assert.match(some.error ?? '', /^The answer \(200\) did not end within [\d.]+ s\.$/);
  assert.deepEqual({ status: some.status, response: text(some) }, { status: 200, response: 'begun' });
});

test('gives-up-on-a-body-that-trickles', async (t) => {
  const target = await httpTarget(t, (response) => {
    const timer = setInterval(() => response.write('.'), 20);
    response.on('close', () => clearInterval(timer));
  });
  const answer = await untilBegun(t, target.port);
  assert.match(answer.error ?? '', /did not end within/);
});

test('stops-at-once-when-it-is-aborted', async (t) => {
  const target = await httpTarget(t, () => stop.abort());
  const stop = new AbortController();
  const url = `http://127.0.0.1:${target.port}/`;
  const answer = await senderFor(t).send({ url, environment: 'sandbox' }, HEADERS, BODY, stop.signal);
  assert.equal(answer.error, 'The service stopped before there was an answer.');
  const again = await senderFor(t).send({ url, environment: 'sandbox' }, HEADERS, BODY, stop.signal);
  assert.equal(again.error, 'The service stopped before there was an answer.');
  assert.equal(target.arrivals.length, 1);
});

test('breaks-off-what-is-under-way-when-closed', async (t) => {
  const sender = senderFor(t);
  const target = await httpTarget(t, () => void sender.close());
  assert.equal((await sendTo(sender, target.port)).error, 'The service stopped before there was an answer.');
});

test('keeps-the-first-4096-bytes-of-an-answer-that-never-ends', async (t) => {
  let isClosed = false;
  const target = await httpTarget(t, (response) => {
    const more = () => {
      while (response.write('x'.repeat(1000)));
    };
    response.on('drain', more).on('close', () => {
      isClosed = true;
    });
    more();
  });
  const answer = await sendTo(senderFor(t), target.port);
  assert.deepEqual(
    { status: answer.status, error: answer.error, response: text(answer) },
    { status: 200, error: null, response: 'x'.repeat(4096) },
  );
  await until(
    () => isClosed,
    () => 'the connection went on',
  );
});

test('leaves-an-answer-packed-as-it-came', async (t) => {
  const packed = Buffer.from('1f8b0800', 'hex');
  const target = await httpTarget(t, (response) =>
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(packed),
  );
  const answer = await sendTo(senderFor(t), target.port);
  assert.equal(answer.error, null);
  assert.deepEqual(Buffer.from(answer.response ?? []), packed);
});

const BROKEN: [what: string, sent: string, status: number | null, error: string][] = [
  ['closes-without-an-answer', '', null, 'The connection broke off.'],
  ['closes-within-the-headers', 'HTTP/1.1 200 OK\r\ncontent-le', null, 'The connection broke off.'],
  ['closes-half-way', 'HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nhalf', 200, 'The connection broke off.'],
  [
    'closes-within-a-chunk',
    'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nff\r\nhalf',
    200,
    'The connection broke off.',
  ],
  ['speaks-no-http', 'SSH-2.0-OpenSSH_9.9\r\n', null, 'The answer is not HTTP.'],
  [
    'sends-giant-headers',
    `HTTP/1.1 200 OK\r\nx: ${'y'.repeat(20_000)}\r\ncontent-length: 0\r\n\r\n`,
    null,
    'The headers of the answer are too large.',
  ],
];
for (const [what, sent, status, error] of BROKEN) {
  test(`reports-an-endpoint-that-${what}`, async (t) => {
    const target = await rawTarget(t, (socket) => socket.end(sent));
    const answer = await sendTo(senderFor(t), target.port);
    assert.deepEqual({ status: answer.status, error: answer.error }, { status, error });
    if (status !== null) assert.equal(text(answer), 'half');
  });
}

test('names-a-port-where-nothing-listens', async (t) => {
  const { port } = await rawTarget(t, () => undefined);
  const answer = await sendTo(senderFor(t), port === 9 ? 10 : 9);
  assert.deepEqual(
    { status: answer.status, error: answer.error, response: answer.response },
    { status: null, error: 'The connection was refused.', response: null },
  );
});

test('sends-nothing-to-what-is-no-url', async (t) => {
  const answer = await senderFor(t).send({ url: 'nowhere', environment: 'sandbox' }, HEADERS, BODY);
  assert.deepEqual(
    { status: answer.status, error: answer.error },
    { status: null, error: 'This is not a URL.' },
  );
});
