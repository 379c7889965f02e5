import assert from 'node:assert/strict';
import test from 'node:test';
import { Assize } from '@assize/client';
import { PROCEED, scriptedService, testWithClient } from '../tests/support/http/clients.ts';
import { SANDBOX_KEY } from '../tests/support/http/in-process.ts';

const KEY = SANDBOX_KEY;
const CREATED = { status: 201, body: {} };

/** A client that keeps the reports that failed. */
function watched(url: string) {
  const failed: string[] = [];
  const telemetry = { onReportFailed: ({ action }: { action: string }) => void failed.push(action) };
  const onUnavailable = { allow: ['file.read'] };
  return { failed, assize: new Assize({ url, key: KEY, maxRetries: 0, telemetry, onUnavailable }) };
}

testWithClient('reports-all-that-an-action-can-throw', async (_, { assize }) => {
  // The length limit falls between the two halves of a surrogate pair.
  for (const thrown of [
    Object.create(null),
    Symbol('no'),
    null,
    new Error(`${'x'.repeat(492)}😀`),
    'a\u0000b\ud800',
  ]) {
    const caught = await assize
      .guard('file.read', () => Promise.reject(thrown))({})
      .catch((error: unknown) => error);
    assert.equal(caught, thrown);
  }
  assert.equal((await assize.evidence.search({ artifact_type: 'action_executed' })).total, 5);
});

testWithClient('reports-what-the-caller-calls-a-failure', async (_, { assize }) => {
  const call = { name: 'file.read', arguments: {} };
  await assize.run(call, () => 'no such file', { isFailure: (result) => result.startsWith('no') });
  const [found] = (await assize.evidence.search({ artifact_type: 'action_executed' })).items;
  assert.deepEqual(found?.payload, { ...found?.payload, outcome: 'failure' });
});

test('reports-by-the-clock-of-the-service', async (t) => {
  const { url, requests } = await scriptedService(t, PROCEED, CREATED);
  await watched(url).assize.guard('file.read', () => 'read')({});
  const { executed_at } = JSON.parse(requests[1]?.body ?? '');
  const passedMs = Date.parse(executed_at) - Date.parse(PROCEED.body.evaluated_at);
  assert.ok(passedMs >= 0 && passedMs < 10_000, executed_at);
});

test('a-report-that-is-there-already-is-no-failure', async (t) => {
  const { url } = await scriptedService(t, PROCEED, 'cut', { status: 409 });
  const { assize, failed } = watched(url);
  await assize.guard('file.read', () => 'read')({});
  assert.equal(await assize.flush(), 0);
  assert.deepEqual(failed, []);
});

test('a-flush-ends-at-the-first-report-that-has-to-wait', async (t) => {
  const { url, requests } = await scriptedService(t, ...Array(6).fill('cut'), CREATED, 'cut', CREATED);
  const { assize, failed } = watched(url);
  const read = assize.guard('file.read', () => 'read');
  for (const page of [1, 2, 3]) await read({ page });
  assert.equal(await assize.flush(), 2);
  assert.equal(requests.length, 8);
  assert.equal(await assize.flush(), 0);
  const pages = requests.slice(6).map(({ body }) => JSON.parse(body).context.arguments.page);
  assert.deepEqual(pages, [1, 2, 2, 3]);
  assert.deepEqual(failed, []);
});

test('keeps-a-thousand-reports-and-says-which-it-drops', async () => {
  const failed: string[] = [];
  const assize = new Assize({
    key: KEY,
    maxRetries: 0,
    fetch: () => Promise.reject(new Error('away')),
    onUnavailable: { allow: ['file.read'] },
    telemetry: { onReportFailed: ({ action }) => void failed.push(action) },
  });
  const read = assize.guard('file.read', () => 'read');
  for (let page = 0; page < 1_001; page += 1) await read({ page });
  assert.deepEqual(failed, ['file.read']);
  assert.equal(await assize.flush(), 1_000);
});
