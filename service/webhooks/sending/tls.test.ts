/** Over https, the certificate must be for the typed name, although the connection goes to a checked address. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { CERTIFICATE, CERTIFICATE_KEY } from '../../../tests/support/browser/certificate.ts';
import { httpTarget, rawTarget } from '../../../tests/support/webhooks/target.ts';
import { systemClock } from '../../foundation/clock.ts';
import type { Answer } from './network/exchange.ts';
import { createSender, type SenderDeps } from './send.ts';

const tls = { cert: CERTIFICATE, key: CERTIFICATE_KEY };

function send(t: TestContext, url: string, more: Partial<SenderDeps> = {}): Promise<Answer> {
  const sender = createSender({
    allowNetworks: ['127.0.0.1'],
    clock: systemClock(),
    resolve: async () => [{ address: '127.0.0.1', family: 4 }],
    authorities: [CERTIFICATE],
    ...more,
  });
  t.after(() => sender.close());
  return sender.send({ url, environment: 'production' }, {}, '{}');
}

test('sends-over-https-to-the-name-of-the-certificate', async (t) => {
  const target = await httpTarget(t, (response) => response.end('ok'), { tls });
  const { status, error } = await send(t, `https://hooks.example:${target.port}/a`);
  assert.deepEqual(
    { status, error, path: target.arrivals[0]?.path },
    { status: 200, error: null, path: '/a' },
  );
  assert.equal(target.arrivals[0]?.headers.host, `hooks.example:${target.port}`);
});

test('sends-nothing-where-the-certificate-is-for-another-name', async (t) => {
  const target = await httpTarget(t, (response) => response.end(), { tls });
  for (const host of ['other.example', '127.0.0.1']) {
    const { error } = await send(t, `https://${host}:${target.port}/`);
    assert.equal(error, 'The certificate is for another name.');
  }
  assert.equal(target.arrivals.length, 0);
});

test('sends-nothing-where-no-known-authority-has-signed-the-certificate', async (t) => {
  const before = process.env.NODE_TLS_REJECT_UNAUTHORIZED;
  process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
  t.after(() => {
    if (before === undefined) delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
    else process.env.NODE_TLS_REJECT_UNAUTHORIZED = before;
  });
  const target = await httpTarget(t, (response) => response.end(), { tls });
  const wellKnown = { allowNetworks: ['127.0.0.1'], authorities: undefined };
  const { error } = await send(t, `https://hooks.example:${target.port}/`, wellKnown);
  assert.equal(error, "The certificate can't be trusted (DEPTH_ZERO_SELF_SIGNED_CERT).");
  assert.equal(target.arrivals.length, 0);
});

test('reports-a-port-that-speaks-no-tls', async (t) => {
  const target = await rawTarget(t, (socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
  const { status, error } = await send(t, `https://hooks.example:${target.port}/`);
  assert.deepEqual({ status, error }, { status: null, error: 'No TLS connection could be made.' });
});

test('refuses-a-private-address-before-any-tls', async (t) => {
  const target = await httpTarget(t, (response) => response.end(), { tls });
  const { error } = await send(t, `https://hooks.example:${target.port}/`, { allowNetworks: [] });
  assert.equal(error, 'The name hooks.example leads to an address that is not public.');
  assert.equal(target.connections(), 0);
});
