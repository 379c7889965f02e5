/** Signatures follow the Standard Webhooks specification, according to its own library and a bare HMAC. */
import assert from 'node:assert/strict';
import { createHmac, randomBytes, randomFillSync } from 'node:crypto';
import { test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { newSecret, secretText, signedHeaders } from './sign.ts';

const fill = (target: Uint8Array) => void randomFillSync(target);
const body = '{"type":"webhook.test","data":{"text":"ä€😀"}}';

test('signs-as-the-published-example-says', () => {
  const secret = Buffer.from('MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'base64');
  const message = {
    id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    atMs: 1_614_265_330_999,
    body: '{"test": 2432232314}',
  };
  assert.deepEqual(signedHeaders([secret], message), {
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  });
});

test('is-verified-by-the-published-library-with-the-secret-as-it-is-shown', () => {
  const secret = newSecret(fill);
  const headers = signedHeaders([secret], { id: 'evt_1', atMs: Date.now(), body });
  const receiver = new Webhook(secretText(secret));
  assert.deepEqual(receiver.verify(body, headers), JSON.parse(body));
  assert.throws(() => receiver.verify(body.replace('test', 'tesT'), headers), /No matching signature/);
  assert.throws(() => receiver.verify(body, { ...headers, 'webhook-id': 'evt_2' }), /No matching signature/);
  assert.throws(
    () => new Webhook(secretText(newSecret(fill))).verify(body, headers),
    /No matching signature/,
  );
});

test('is-verified-with-the-old-secret-and-the-new-while-both-are-valid', () => {
  const [old, fresh] = [newSecret(fill), newSecret(fill)];
  const headers = signedHeaders([fresh, old], { id: 'evt_1', atMs: Date.now(), body });
  for (const secret of [old, fresh]) new Webhook(secretText(secret)).verify(body, headers);
  const signatures = headers['webhook-signature']?.split(' ');
  assert.equal(signatures?.length, 2);
  assert.notEqual(signatures[0], signatures[1]);
});

test('is-the-hmac-of-id-time-and-body', () => {
  const secret = randomBytes(32);
  const headers = signedHeaders([secret], { id: 'evt_1', atMs: 1_700_000_000_000, body });
  const expected = createHmac('sha256', secret).update(Buffer.from(`evt_1.1700000000.${body}`, 'utf8'));
  assert.equal(headers['webhook-signature'], `v1,${expected.digest('base64')}`);
});

test('makes-secrets-of-32-bytes-that-differ', () => {
  const [one, other] = [secretText(newSecret(fill)), secretText(newSecret(fill))];
  assert.match(one, /^whsec_[A-Za-z0-9+/]{43}=$/);
  assert.notEqual(one, other);
});
