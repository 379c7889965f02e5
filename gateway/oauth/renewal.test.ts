/** Tokens are renewed before they expire and when a server refuses them, once among all gateways of a user. */
import assert from 'node:assert/strict';
import { readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { TestContext } from 'node:test';
import { textOf } from '../../tests/support/gateway/http.ts';
import { type Home, homeFor } from '../../tests/support/gateway/logging-in.ts';
import { authorizationServer, protectedServer } from '../../tests/support/gateway/protected-server.ts';
import { lineClient, testWithGateway, type World } from '../../tests/support/gateway/world.ts';

const HOUR_MS = 3_600_000;

/** A gateway whose clock is this much ahead. */
function gatewayOf(t: TestContext, world: World, home: Home, url: string, aheadMs = 0) {
  const configuration = world.configuration({ servers: [{ kind: 'http', name: 'docs', url, headers: {} }] });
  const now = () => Date.now() + aheadMs;
  return lineClient(t, configuration, { folder: `${home.folder}/.assize`, now });
}

async function loggedInHome(t: TestContext) {
  const issuer = await authorizationServer(t);
  const docs = await protectedServer(t, issuer.issuer);
  const home = homeFor(t);
  const { code, stderr } = await home.loggedIn('docs', docs.url);
  assert.equal(code, 0, stderr);
  return { issuer, docs, home };
}

testWithGateway('renews-a-token-before-it-expires', async (t, world) => {
  const { issuer, docs, home } = await loggedInHome(t);
  const client = gatewayOf(t, world, home, docs.url, HOUR_MS - 30_000);
  assert.equal(textOf((await client.call('read')).result), 'read done');
  assert.deepEqual(issuer.grants, ['authorization_code', 'refresh_token']);
  assert.equal(docs.tokens.size, 1);
  for (const params of issuer.asked) assert.equal(params.get('resource'), docs.url);
  // The new one is stored, so the next gateway has nothing to renew.
  assert.equal(textOf((await gatewayOf(t, world, home, docs.url).call('read')).result), 'read done');
  assert.equal(issuer.grants.length, 2);
});

testWithGateway('renews-a-token-that-the-server-refuses', async (t, world) => {
  const { issuer, docs, home } = await loggedInHome(t);
  const client = gatewayOf(t, world, home, docs.url);
  await client.call('read');
  docs.refuseGiven();
  assert.equal(textOf((await client.call('read')).result), 'read done');
  assert.deepEqual(issuer.grants, ['authorization_code', 'refresh_token']);
  for (const token of issuer.given) assert.ok(!client.log().includes(token));
});

testWithGateway('asks-no-second-time-where-a-renewed-token-is-refused-too', async (t, world) => {
  const { issuer, docs, home } = await loggedInHome(t);
  const client = gatewayOf(t, world, home, docs.url);
  await client.call('read');
  docs.refusesAll = true;
  const answer = await client.call('read');
  assert.match(
    JSON.stringify(answer),
    /does not accept the login\. Run `assize gateway login docs` to log in again/,
  );
  assert.equal(issuer.grants.length, 2);
});

testWithGateway('hides-a-token-that-the-server-repeats', async (t, world) => {
  const { issuer, docs, home } = await loggedInHome(t);
  const client = gatewayOf(t, world, home, docs.url);
  const answer = await client.call('repeat');
  assert.match(client.log(), /\{"you":"\[secret\]"\}/);
  for (const token of issuer.given) assert.ok(!(client.log() + JSON.stringify(answer)).includes(token));
});

testWithGateway('two-processes-spend-one-refresh-token', async (t, world) => {
  const { issuer, docs, home } = await loggedInHome(t);
  // So that both find it refused at once.
  const clients = await Promise.all([home.client(docs.url, world.url), home.client(docs.url, world.url)]);
  docs.refuseGiven();
  issuer.delayMs = 500;
  const answers = await Promise.all(
    clients.map((client) => client.callTool({ name: 'read', arguments: {} })),
  );
  assert.deepEqual(answers.map(textOf), ['read done', 'read done']);
  assert.deepEqual(issuer.grants, ['authorization_code', 'refresh_token']);
  for (const client of clients) {
    for (const token of issuer.given) assert.ok(!client.log().includes(token));
  }
});

testWithGateway('says-that-a-login-was-ended-there', async (t, world) => {
  const { issuer, docs, home } = await loggedInHome(t);
  const client = gatewayOf(t, world, home, docs.url);
  await client.call('read');
  docs.refuseGiven();
  await issuer.endLogins();
  const answer = await client.call('read');
  assert.match(JSON.stringify(answer), /has ended the login\. Run `assize gateway login docs`/);
  assert.match((await home.gateway(['login', '--list'])).stdout, /^docs: not logged in/);
  assert.match(JSON.stringify(await client.call('read')), /run `assize gateway login docs`/);
});

testWithGateway('goes-on-with-a-token-that-still-counts-where-it-cannot-be-renewed', async (t, world) => {
  const { issuer, docs, home } = await loggedInHome(t);
  issuer.isDown = true;
  const soon = gatewayOf(t, world, home, docs.url, HOUR_MS - 50_000);
  assert.equal(textOf((await soon.call('read')).result), 'read done');
  const late = gatewayOf(t, world, home, docs.url, HOUR_MS + 1_000);
  assert.match(JSON.stringify(await late.call('read')), /The login can't be renewed/);
  issuer.isDown = false;
  assert.equal(textOf((await late.call('read')).result), 'read done');
});

testWithGateway('says-what-to-do-about-a-login-that-does-not-open', async (t, world) => {
  const { docs, home } = await loggedInHome(t);
  const client = gatewayOf(t, world, home, docs.url);
  assert.equal(textOf((await client.call('read')).result), 'read done');
  const name = readdirSync(home.logins).find((each) => each.endsWith('.login')) ?? '';
  writeFileSync(path.join(home.logins, name), 'damaged');
  assert.match(
    JSON.stringify(await client.call('read')),
    /does not open: .*run `assize gateway logout docs`/,
  );
  assert.equal(docs.calls.length, 1);
  assert.equal((await home.gateway(['logout', 'docs'])).code, 0);
  await home.loggedIn('docs', docs.url);
  assert.equal(textOf((await client.call('read')).result), 'read done');
});

testWithGateway('uses-no-login-at-another-address-of-the-same-name', async (t, world) => {
  const { issuer, home } = await loggedInHome(t);
  const other = await protectedServer(t, issuer.issuer);
  const client = gatewayOf(t, world, home, other.url);
  assert.match(JSON.stringify(await client.call('read')), /run `assize gateway login docs`/);
  assert.equal(other.tokens.size, 0);
});
