import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { startIssuer } from '../../../../tests/support/tokens/token-issuer.ts';
import { IssuerKeys } from './issuer-keys.ts';

const METADATA = '/.well-known/openid-configuration';
const UNKNOWN = { code: 'ERR_JWKS_NO_MATCHING_KEY' };

async function started(t: TestContext, jwksUri?: string) {
  const issuer = await startIssuer(t);
  let now = 0;
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
  const oauth = { issuer: issuer.issuer, jwksUri };
  const keys = new IssuerKeys({ oauth, platform: { elapsedMs: () => now }, log: () => {} });
  return {
    issuer,
    find: (kid: string) => keys.keyFor({ alg: 'ES256', kid }),
    pass: (ms: number) => {
      now += ms;
      t.mock.timers.tick(ms);
    },
  };
}

test('asks-once-for-many-and-finds-keys-where-rfc-8414-says', async (t) => {
  const { issuer, find } = await started(t);
  issuer.answer = (request, response) => {
    if (request.url === METADATA) return response.writeHead(404).end();
    const isMetadata = request.url === '/.well-known/oauth-authorization-server';
    const { issuer: url, jwksUri, keys } = issuer;
    return response.end(JSON.stringify(isMetadata ? { issuer: url, jwks_uri: jwksUri } : { keys }));
  };
  await Promise.all([find('one'), find('one'), find('one')]);
  await find('one');
  assert.deepEqual(issuer.asked, [METADATA, '/.well-known/oauth-authorization-server', '/keys']);
});

test('fetches-once-for-a-key-that-is-not-listed-and-not-again-within-30-s', async (t) => {
  const { issuer, find, pass } = await started(t);
  await find('one');
  await issuer.rotate('two');
  await assert.rejects(find('two'), UNKNOWN);
  pass(30_000);
  await find('two');
  for (const kid of ['x', 'y', 'z']) await assert.rejects(find(kid), UNKNOWN);
  assert.deepEqual(issuer.asked, [METADATA, '/keys', '/keys']);
});

test('keeps-its-keys-while-a-fetch-for-another-one-fails-and-tries-again', async (t) => {
  const { issuer, find, pass } = await started(t);
  await find('one');
  issuer.answer = (_, response) => void response.writeHead(500).end();
  pass(30_000);
  await assert.rejects(find('two'), { name: 'NoKeys', message: 'it answered 500' });
  await find('one');
  assert.equal(issuer.asked.length, 3);
  issuer.answer = null;
  await issuer.rotate('two');
  await assert.rejects(find('two'), { name: 'NoKeys' });
  assert.equal(issuer.asked.length, 3);
  pass(5_000);
  await find('two');
});

test('refuses-what-is-not-a-set-of-keys', async (t) => {
  for (const body of ['<html>', '{"keys":{}}', '[]', '']) {
    await t.test(body, async (each) => {
      const { issuer, find } = await started(each);
      const { issuer: url, jwksUri } = issuer;
      issuer.answer = (request, response) =>
        response.end(request.url === METADATA ? JSON.stringify({ issuer: url, jwks_uri: jwksUri }) : body);
      await assert.rejects(find('one'), { name: 'NoKeys', message: /^its keys can't be read/ });
    });
  }
});

test('refuses-metadata-without-an-address-of-keys', async (t) => {
  for (const jwks_uri of [undefined, 7, '/keys', 'ftp://keys.example/keys', 'file:///keys']) {
    await t.test(String(jwks_uri), async (each) => {
      const { issuer, find } = await started(each);
      issuer.answer = (_, response) => response.end(JSON.stringify({ issuer: issuer.issuer, jwks_uri }));
      const message = 'its metadata names no address of keys that can be used';
      await assert.rejects(find('one'), { name: 'NoKeys', message });
    });
  }
});
