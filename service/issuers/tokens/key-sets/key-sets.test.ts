/** Keys are fetched seldom, anew when they rotate, and never in the way of another issuer. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { startIssuer, type TokenIssuer } from '../../../../tests/support/tokens/token-issuer.ts';
import { until } from '../../../../tests/support/until.ts';
import { openSender } from '../../../webhooks/sending/index.ts';
import { KeySets } from './key-sets.ts';

interface World {
  issuer: TokenIssuer;
  /** Looks for a key of that issuer. */
  find(kid: string, from?: TokenIssuer, jwksUri?: string | null): Promise<unknown>;
  pass(ms: number): void;
}

async function worldOf(t: TestContext): Promise<World> {
  let passedMs = 0;
  const clock = { now: () => 0, monotonic: () => passedMs };
  const sender = await openSender({
    allowNetworks: ['127.0.0.1'],
    clock: { now: () => 0, monotonic: () => performance.now() },
    maxResponseBytes: 256 * 1024,
  });
  t.after(() => sender.close());
  const sets = new KeySets({ clock, sender: async () => sender, stop: new AbortController().signal });
  const issuer = await startIssuer(t);
  return {
    issuer,
    find(kid, { issuer: url } = issuer, jwksUri = null) {
      const trusted = { issuerId: `${url} ${jwksUri}`, issuer: url, jwksUri, version: 1 };
      return sets.keyFor(trusted, { alg: 'ES256', kid });
    },
    pass: (ms) => {
      passedMs += ms;
    },
  };
}

const METADATA = '/.well-known/openid-configuration';
const unknown = { code: 'ERR_JWKS_NO_MATCHING_KEY' };
const unavailable = (reason: string) => ({
  code: 'unavailable',
  publicMessage: `The keys of this token's issuer can't be fetched. ${reason}`,
});

test('finds-keys-by-the-metadata-and-asks-once-for-many', async (t) => {
  const { issuer, find } = await worldOf(t);
  await Promise.all([find('one'), find('one'), find('one')]);
  await find('one');
  assert.deepEqual(issuer.asked, [METADATA, '/keys']);
});

test('looks-where-rfc-8414-says-if-there-is-no-openid-metadata', async (t) => {
  const { issuer, find } = await worldOf(t);
  issuer.answer = (request, response) => {
    if (request.url === METADATA) return response.writeHead(404).end();
    const isMetadata = request.url === '/.well-known/oauth-authorization-server';
    const { issuer: url, jwksUri, keys } = issuer;
    return response.end(JSON.stringify(isMetadata ? { issuer: url, jwks_uri: jwksUri } : { keys }));
  };
  await find('one');
  assert.deepEqual(issuer.asked, [METADATA, '/.well-known/oauth-authorization-server', '/keys']);
});

test('fetches-once-for-a-key-that-it-lacks-and-not-again-within-30-s', async (t) => {
  const { issuer, find, pass } = await worldOf(t);
  await find('one', issuer, issuer.jwksUri);
  await issuer.rotate('two');
  await assert.rejects(find('two', issuer, issuer.jwksUri), unknown);
  pass(30_000);
  await find('two', issuer, issuer.jwksUri);
  for (const kid of ['x', 'y', 'z']) await assert.rejects(find(kid, issuer, issuer.jwksUri), unknown);
  assert.equal(issuer.asked.length, 2);
});

test('keeps-keys-for-an-hour-while-their-issuer-is-away', async (t) => {
  const { issuer, find, pass } = await worldOf(t);
  await find('one', issuer, issuer.jwksUri);
  issuer.answer = (_request, response) => void response.writeHead(500).end();
  pass(6 * 60_000);
  await find('one', issuer, issuer.jwksUri);
  await until(() => issuer.asked.length === 2);
  pass(60 * 60_000);
  await assert.rejects(find('one', issuer, issuer.jwksUri), { code: 'unavailable' });
});

test('asks-a-failing-issuer-less-and-less-often', async (t) => {
  const { issuer, find, pass } = await worldOf(t);
  issuer.answer = (_request, response) => void response.writeHead(500).end();
  for (const [passed, asked] of [
    [0, 1],
    [500, 1],
    [1000, 2],
    [1000, 2],
    [1000, 3],
    [3000, 3],
  ] as const) {
    pass(passed);
    await assert.rejects(find('one', issuer, issuer.jwksUri), { code: 'unavailable' });
    assert.equal(issuer.asked.length, asked);
  }
});

test('refuses-what-is-not-a-set-of-keys-of-that-issuer', async (t) => {
  const { issuer, find } = await worldOf(t);
  const answers: [body: string, jwksUri: string | null, reason: string][] = [
    [
      JSON.stringify({ issuer: 'https://x.example', jwks_uri: issuer.jwksUri }),
      null,
      'Its metadata names another issuer.',
    ],
    [' '.repeat(10_000_000), issuer.jwksUri, 'The document is longer than 256 KB.'],
    ['<html>', `${issuer.jwksUri}/1`, 'The document is not an object in JSON.'],
    ['{"keys":{}}', `${issuer.jwksUri}/2`, 'The document is not a set of keys.'],
    [JSON.stringify({ keys: Array(101).fill({}) }), `${issuer.jwksUri}/3`, 'There are more than 100 keys.'],
  ];
  for (const [body, jwksUri, reason] of answers) {
    issuer.answer = (_request, response) => void response.end(body);
    await assert.rejects(find('one', issuer, jwksUri), unavailable(reason));
  }
});

test('does-not-fetch-keys-from-a-private-address', async (t) => {
  const { find, issuer } = await worldOf(t);
  await assert.rejects(find('one', issuer, 'http://10.0.0.1/keys'), { code: 'unavailable' });
});

test('serves-others-while-one-issuer-hangs', async (t) => {
  const { find, issuer } = await worldOf(t);
  const slow = await startIssuer(t);
  slow.answer = () => undefined;
  let isRefused = false;
  const waiting = assert.rejects(find('one', slow), { code: 'unavailable' }).then(() => {
    isRefused = true;
  });
  await until(() => slow.asked.length === 1);
  await find('one', issuer);
  assert.equal(isRefused, false);
  await waiting;
});
