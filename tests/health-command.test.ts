/**
 * The exit code of `assize health` says whether the service on this machine is healthy; containers rely on that
 * alone.
 */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { assizeAlone } from './support/processes/command.ts';

const BUSY = '{"status":"not_ready","problems":["The database does not answer."]}';

/** Answers like a service whose database is gone. */
async function serviceWithoutDatabase(t: TestContext, host = '127.0.0.1'): Promise<string> {
  const server = createServer((request, response) => {
    response.statusCode = request.url === '/readyz' ? 503 : 200;
    response.end(request.url === '/readyz' ? BUSY : '{"status":"ok"}');
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  t.after(() => server.close());
  return String((server.address() as AddressInfo).port);
}

const health = (words: string[], environment: Record<string, string>) =>
  assizeAlone(null, ['health', ...words], environment);

test('a-process-that-answers-is-well-and-yet-not-ready', async (t) => {
  const settings = { ASSIZE_PORT: await serviceWithoutDatabase(t) };
  const alive = await health([], settings);
  assert.deepEqual([alive.code, alive.stderr], [0, '']);
  const ready = await health(['--ready'], settings);
  assert.deepEqual([ready.code, ready.stdout], [1, '']);
  assert.match(ready.stderr, /\/readyz answers 503: .*The database does not answer/);
  assert.equal((await health(['--json'], settings)).stdout, '{"status":"ok"}\n');
});

test('a-service-that-listens-everywhere-is-asked-here', async (t) => {
  const settings = { ASSIZE_HOST: '0.0.0.0', ASSIZE_PORT: await serviceWithoutDatabase(t) };
  const { code, stdout } = await health([], settings);
  assert.equal(code, 0);
  assert.match(stdout, /^http:\/\/127\.0\.0\.1:/);
});

test('one-that-does-not-answer-is-not-well', async () => {
  const { code, stderr } = await health([], { ASSIZE_PORT: '1' });
  assert.equal(code, 1);
  assert.equal(stderr, 'http://127.0.0.1:1/healthz does not answer: ECONNREFUSED\n');
});

test('one-that-takes-the-question-and-is-silent-is-not-well', async (t) => {
  const server = createServer(() => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.closeAllConnections());
  t.after(() => server.close());
  const { code, stderr } = await health([], { ASSIZE_PORT: String((server.address() as AddressInfo).port) });
  assert.equal(code, 1);
  assert.match(stderr, /does not answer: nothing within 3 seconds/);
});

test('wrong-usage-is-told-apart-from-an-unwell-service', async () => {
  const { code, stderr } = await health(['--redy'], {});
  assert.equal(code, 2);
  assert.match(stderr, /^assize health: .*--redy/);
  const help = await health(['--help'], {});
  assert.deepEqual([help.code, help.stdout.includes('--ready')], [0, true]);
  assert.match((await assizeAlone(null, ['--help'])).stdout, /^ {2}health +ask whether/m);
});
