/** Invalid webhook endpoints: addresses that cannot receive, and malformed bodies. */
import assert from 'node:assert/strict';
import { ask } from './support/http/in-process.ts';
import { testAsTenant } from './support/people/tenants.ts';
import { act, NOWHERE, newEndpoint, WEBHOOKS } from './support/webhooks/webhook-endpoints.ts';

testAsTenant('refuses-urls-that-it-would-not-send-to', async ({ app, sandboxKey }) => {
  const { id } = await newEndpoint(app);
  const bad = [
    'x',
    '',
    '//receiver.invalid/',
    'receiver.invalid',
    'https://',
    'ftp://receiver.invalid/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'http://receiver.invalid/',
    'http://127.0.0.1/',
    'https://user:secret@receiver.invalid/',
    'https://user@receiver.invalid/',
    'https://receiver.invalid:99999/',
    'https://receiver.inv\u0000alid/',
    'https://receiver.inv\nalid/',
    ' https://receiver.invalid/',
    `https://receiver.invalid/${'a'.repeat(2048)}`,
    7,
    null,
    ['https://receiver.invalid/'],
  ];
  for (const url of bad) {
    for (const [method, address] of [
      ['POST', WEBHOOKS],
      ['PATCH', `${WEBHOOKS}/${id}`],
    ] as const) {
      const { status, body } = await ask(app, 'a', address, { method, body: { url } });
      assert.deepEqual(
        { status, loc: body.detail?.[0]?.loc },
        { status: 422, loc: ['body', 'url'] },
        `${method} ${url}`,
      );
      assert.equal(body.detail.length, 1, JSON.stringify(body));
      if (typeof url === 'string' && url.length > 1) assert.equal(JSON.stringify(body).includes(url), false);
    }
  }
  assert.equal((await ask(app, 'a', WEBHOOKS)).body.total, 1);
  const plain = { url: 'http://receiver.invalid/' };
  assert.equal((await ask(app, 'a', WEBHOOKS, { body: plain, key: sandboxKey })).status, 200);
});

testAsTenant('names-all-faults-of-a-body-at-once', async ({ app }) => {
  const body = {
    url: 'ftp://receiver.invalid',
    types: ['approval.created', 'x'],
    description: 7,
    secret: 'mine',
  };
  const { status, body: answered } = await ask(app, 'a', WEBHOOKS, { body });
  const places = answered.detail.map(({ loc, type }: { loc: string[]; type: string }) => [
    loc.join('.'),
    type,
  ]);
  assert.equal(status, 422);
  assert.deepEqual(places.sort(), [
    ['body.description', 'string_type'],
    ['body.secret', 'extra_forbidden'],
    ['body.types.1', 'literal_error'],
    ['body.url', 'value_error'],
  ]);
  for (const wrong of [{ url: NOWHERE, types: [] }, { url: NOWHERE, types: null }, {}, [], 'x', null]) {
    assert.equal((await ask(app, 'a', WEBHOOKS, { body: JSON.stringify(wrong) })).status, 422);
  }
  const { id } = await newEndpoint(app);
  const large = { url: NOWHERE, description: 'x'.repeat(1_048_576) };
  assert.equal((await ask(app, 'a', WEBHOOKS, { body: large })).status, 413);
  assert.equal((await ask(app, 'a', `${WEBHOOKS}/${id}`, { method: 'PATCH', body: large })).status, 413);
  for (const verb of ['rotate-secret', 'enable', 'disable', 'test']) {
    assert.equal((await act(app, id, verb, { body: { force: true } })).status, 422, verb);
    assert.equal((await act(app, id, verb, { body: '' })).status, 200, verb);
    if (verb === 'disable') await act(app, id, 'enable');
  }
});
