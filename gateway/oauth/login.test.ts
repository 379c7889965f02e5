/** Logging in to a server that demands tokens of a real authorization server, as a person does. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { textOf } from '../../tests/support/gateway/http.ts';
import { ADDRESS, comeBack, enterCode, homeFor } from '../../tests/support/gateway/logging-in.ts';
import {
  authorizationServer,
  MACHINE,
  protectedServer,
} from '../../tests/support/gateway/protected-server.ts';
import { lineClient, testWithGateway } from '../../tests/support/gateway/world.ts';
import type { ServerOAuth } from '../configuration/server-oauth.ts';

testWithGateway('a-call-reaches-a-server-after-a-login-by-browser', async (t, world) => {
  const { issuer, asked, given } = await authorizationServer(t);
  const docs = await protectedServer(t, issuer);
  const home = homeFor(t);
  const { code, stdout, stderr } = await home.loggedIn('docs', docs.url);
  assert.equal(code, 0, stderr);
  assert.ok(stdout.endsWith(`docs: logged in at ${issuer}, scopes docs.read, renewed by itself\n`), stdout);
  const client = await home.client(docs.url, world.url);
  assert.equal(textOf(await client.callTool({ name: 'read', arguments: {} })), 'read done');
  assert.deepEqual(
    docs.calls.map(({ aud, sub }) => [aud, sub]),
    [[docs.url, 'ann']],
  );
  for (const params of asked) assert.equal(params.get('resource'), docs.url, String(params));
  assert.ok(asked.some((params) => params.get('code_challenge_method') === 'S256'));
  const list = await home.gateway(['login', '--list']);
  assert.match(list.stdout, /^docs: logged in at .* \(127\.0\.0\.1:\d+\)\n$/);
  const files = readdirSync(home.logins).map((name) => path.join(home.logins, name));
  const texts = [
    stdout,
    stderr,
    client.log(),
    list.stdout,
    ...files.map((file) => readFileSync(file, 'latin1')),
  ];
  assert.equal(given.length, 2);
  for (const token of given) assert.ok(texts.every((text) => !text.includes(token)));
  assert.equal(files.length, 2);
  for (const file of files) assert.equal(statSync(file).mode & 0o777, 0o600, file);
});

testWithGateway('a-call-reaches-a-server-after-a-login-by-code', async (t, world) => {
  const { issuer, grants } = await authorizationServer(t);
  const docs = await protectedServer(t, issuer);
  const home = homeFor(t);
  const shows = /Open this address on any device: (\S+)\nEnter this code there: (\S+)\n/;
  const { shown, ended } = await home.login(['docs', '--url', docs.url, '--device'], shows);
  await enterCode(...shown);
  const { code, stderr } = await ended;
  assert.equal(code, 0, stderr);
  const client = await home.client(docs.url, world.url);
  assert.equal(textOf(await client.callTool({ name: 'read', arguments: {} })), 'read done');
  assert.deepEqual(grants, ['urn:ietf:params:oauth:grant-type:device_code']);
});

testWithGateway('a-machine-needs-no-login', async (t, world) => {
  const { issuer, grants } = await authorizationServer(t);
  const docs = await protectedServer(t, issuer);
  const home = homeFor(t);
  const oauth: ServerOAuth = {
    grant: 'client_credentials',
    clientId: MACHINE.id,
    clientSecretEnv: 'DOCS_SECRET',
    scopes: ['docs.read'],
  };
  const server = { kind: 'http', name: 'docs', url: docs.url, headers: {}, oauth } as const;
  const environment = { DOCS_SECRET: MACHINE.secret };
  const configuration = world.configuration({ servers: [server] });
  const client = lineClient(t, configuration, { folder: home.folder, environment });
  for (const _ of [1, 2]) {
    const { result } = await client.call('read');
    assert.equal(textOf(result), 'read done', JSON.stringify(result));
  }
  assert.equal(docs.calls[0]?.client_id, MACHINE.id);
  assert.deepEqual(grants, ['client_credentials']);
  docs.refuseGiven();
  assert.equal(textOf((await client.call('read')).result), 'read done');
  assert.equal(grants.length, 2);
  const answer = await client.call('write');
  assert.match(JSON.stringify(answer), /demands the scopes docs\.write\. Add to oauth\.scopes of docs/);

  const file = path.join(home.folder, 'gateway.json');
  writeFileSync(file, JSON.stringify({ mcpServers: { docs: { url: docs.url, oauth } } }), { mode: 0o600 });
  const { code, stderr } = await home.gateway(['login', 'docs', '--config', file], environment);
  assert.equal(code, 1);
  assert.match(stderr, /docs needs no login/);
});

testWithGateway('tells-a-client-without-a-login-which-command-to-run', async (t, world) => {
  const { issuer } = await authorizationServer(t);
  const docs = await protectedServer(t, issuer);
  const home = homeFor(t);
  await assert.rejects(home.client(docs.url, world.url), /wants a login .*run `assize gateway login docs`/);
  assert.match((await home.gateway(['login', '--list'])).stdout, /^docs: not logged in/);
  // The gateway has noted the address.
  const { shown, ended } = await home.login(['docs', '--no-browser'], ADDRESS);
  await comeBack(shown[0]);
  assert.equal((await ended).code, 0);
  const client = await home.client(docs.url, world.url);
  assert.equal(textOf(await client.callTool({ name: 'read', arguments: {} })), 'read done');
});

testWithGateway('an-imported-server-works-after-a-login', async (t, world) => {
  const { issuer } = await authorizationServer(t);
  const docs = await protectedServer(t, issuer);
  const home = homeFor(t);
  const file = path.join(home.folder, 'mcp.json');
  const entry = { type: 'http', url: docs.url, oauth: { scopes: ['docs.read'] } };
  writeFileSync(file, JSON.stringify({ mcpServers: { docs: entry } }));
  const { content, servers } = JSON.parse((await home.gateway(['import', file, '--json'])).stdout);
  assert.match(servers[0].how, /run `assize gateway login docs --url ADDRESS --scope "docs\.read"`/);
  await home.loggedIn('docs', docs.url, ['--scope', 'docs.read']);
  const imported = JSON.parse(content).mcpServers.docs;
  imported.args.push('--new-tools', 'allow');
  const client = await home.clientWith(imported, world.url);
  assert.equal(textOf(await client.callTool({ name: 'read', arguments: {} })), 'read done');
});

testWithGateway('names-the-scopes-that-a-call-demands-and-gets-them', async (t, world) => {
  const { issuer } = await authorizationServer(t);
  const docs = await protectedServer(t, issuer);
  const home = homeFor(t);
  await home.loggedIn('docs', docs.url);
  const client = await home.client(docs.url, world.url);
  const write = () => client.callTool({ name: 'write', arguments: {} });
  const said = await write().then(
    (result) => JSON.stringify(result),
    (error) => String(error),
  );
  assert.match(
    said,
    /demands the scopes docs\.write\. Run `assize gateway login docs --scope \\?"docs\.write\\?"`/,
  );
  await home.loggedIn('docs', docs.url, ['--scope', 'docs.write']);
  // The gateway that runs takes the new login, and what was granted before stays.
  assert.equal(textOf(await write()), 'write done');
  assert.equal(docs.calls.at(-1)?.scope, 'docs.read docs.write');
});

testWithGateway('a-logout-revokes-the-tokens-and-removes-them', async (t, world) => {
  const server = await authorizationServer(t);
  const docs = await protectedServer(t, server.issuer);
  const home = homeFor(t);
  await home.loggedIn('docs', docs.url);
  const client = await home.client(docs.url, world.url);
  const { code, stdout, stderr } = await home.gateway(['logout', 'docs']);
  assert.deepEqual([code, stdout, stderr], [0, 'docs: logged out\n', '']);
  assert.equal(server.revoked, 1);
  assert.deepEqual(readdirSync(home.logins), ['key']);
  const call = client.callTool({ name: 'read', arguments: {} });
  await assert.rejects(call, /run `assize gateway login docs`/);
  assert.deepEqual(docs.calls, []);
  assert.equal((await home.gateway(['logout', 'none'])).code, 1);

  await home.loggedIn('docs', docs.url);
  server.isDown = true;
  const untold = await home.gateway(['logout', 'docs']);
  assert.equal(untold.code, 0);
  assert.match(untold.stderr, /could not be told\. Revoke the access there as well/);
  assert.deepEqual(readdirSync(home.logins), ['key']);
});

test('says-what-is-missing-for-a-login', async (t) => {
  const { issuer } = await authorizationServer(t, { registers: false });
  const docs = await protectedServer(t, issuer);
  const home = homeFor(t);
  const saying = async (...words: string[]) => {
    const { code, stderr } = await home.gateway(['login', ...words]);
    return `${code} ${stderr}`;
  };
  assert.match(await saying(), /^2 error: name a server/);
  assert.match(await saying('docs'), /^1 .*The address of docs is not known/);
  assert.match(await saying('docs', '--url', docs.url), /^1 .*registers no clients by itself.*--client-id/);
  assert.match(await saying('docs', '--url', `${issuer}/jwks`), /^1 .*does not ask for a login/);
  const file = path.join(home.folder, 'gateway.json');
  const mcpServers = {
    desk: { command: 'desk' },
    mail: { url: 'https://mail.example/mcp', headers: { authorization: 'Bearer secret' } },
  };
  writeFileSync(file, JSON.stringify({ mcpServers }), { mode: 0o600 });
  assert.match(await saying('desk', '--config', file), /^1 .*desk is a program .*needs no login/);
  assert.match(await saying('mail', '--config', file), /^1 .*mail gets the key in its headers/);
  assert.match(await saying('docs', '--url', docs.url, '--redirect-port', '0'), /from 1 to 65535/);
  assert.match(
    await saying('docs', '--url', docs.url, '--client-id', 'x', '--client-secret-from', 'NONE'),
    /The variable NONE is not set/,
  );
});
