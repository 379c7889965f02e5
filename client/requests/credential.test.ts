import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { Assize, AuthenticationError, ConfigurationError, TimeoutError } from '@assize/client';
import { newFolder } from '../../tests/support/databases/databases.ts';
import { PROCEED, scriptedService } from '../../tests/support/http/clients.ts';
import { SANDBOX_KEY as KEY } from '../../tests/support/http/in-process.ts';

const ACTION = { action: 'file.read' };

test('asks-for-the-token-before-each-request-and-once-more-when-it-has-expired', async (t) => {
  const expired = { status: 401, body: { detail: 'The token has expired.' } };
  const { url, requests } = await scriptedService(t, expired, PROCEED, PROCEED, expired);
  let asked = 0;
  const token = async () => {
    asked += 1;
    return `eyJ.${asked}.c\n`;
  };
  const assize = new Assize({ url, token, maxRetries: 0 });
  await assize.evaluate(ACTION);
  await assize.trust.of('agent-7');
  await assert.rejects(assize.evaluate(ACTION), AuthenticationError);
  assert.deepEqual(
    requests.map(({ headers }) => headers['x-api-key']),
    [1, 2, 3, 4, 5].map((time) => `eyJ.${time}.c`),
  );
});

test('a-token-that-can-not-be-had-or-sent-is-an-error-that-does-not-show-it', async (t) => {
  const { url, requests } = await scriptedService(t, PROCEED);
  const unreadable = () => Promise.reject(new Error('no such file'));
  for (const token of ['', 'two words', () => '', () => 'two words', unreadable]) {
    const ask = async () => new Assize({ url, token }).evaluate(ACTION);
    await assert.rejects(ask, (error: Error) => {
      return error instanceof ConfigurationError && !error.message.includes('two words');
    });
  }
  assert.throws(() => new Assize({ url, key: KEY, token: 'eyJ.b.c' }), ConfigurationError);
  const slow = new Assize({ url, token: () => new Promise<string>(() => {}), timeoutMs: 50, maxRetries: 0 });
  await assert.rejects(slow.evaluate(ACTION), TimeoutError);
  const repeating = await scriptedService(t, { status: 401, body: { detail: 'Unknown: eyJ.b.c' } });
  await assert.rejects(new Assize({ url: repeating.url, token: 'eyJ.b.c' }).evaluate(ACTION), {
    detail: 'Unknown: [the key]',
  });
  assert.equal(requests.length, 0);
  assert.equal(repeating.requests.length, 1);
});

test('reads-the-file-with-the-token-before-each-request-as-its-platform-renews-it', async (t) => {
  const { url, requests } = await scriptedService(t, PROCEED, PROCEED);
  const file = path.join(newFolder(t), 'token');
  const setTo = (name: string, value: string | undefined) => {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  };
  for (const [name, value] of [
    ['ASSIZE_TOKEN_FILE', file],
    ['ASSIZE_KEY', undefined],
  ] as const) {
    const before = process.env[name];
    t.after(() => setTo(name, before));
    setTo(name, value);
  }
  const assize = new Assize({ url, maxRetries: 0 });
  await assert.rejects(assize.evaluate(ACTION), ConfigurationError);
  for (const token of ['eyJ.1.c', 'eyJ.2.c']) {
    writeFileSync(file, `${token}\n`);
    await assize.evaluate(ACTION);
  }
  assert.deepEqual(
    requests.map(({ headers }) => headers['x-api-key']),
    ['eyJ.1.c', 'eyJ.2.c'],
  );
  process.env.ASSIZE_KEY = KEY;
  assert.throws(() => new Assize({ url }), /ASSIZE_KEY or ASSIZE_TOKEN_FILE, not both/);
  assert.doesNotThrow(() => new Assize({ url, key: KEY }));
});
