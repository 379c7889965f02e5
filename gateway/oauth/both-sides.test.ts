/** A gateway between two authorization servers: clients sign in to it, and it logs in to the server behind it. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { TestContext } from 'node:test';
import { freePort } from '../../tests/support/databases/postgres.ts';
import { textOf } from '../../tests/support/gateway/http.ts';
import { type Home, homeFor } from '../../tests/support/gateway/logging-in.ts';
import { signedIn } from '../../tests/support/gateway/oauth.ts';
import { authorizationServer, protectedServer } from '../../tests/support/gateway/protected-server.ts';
import { testWithGateway } from '../../tests/support/gateway/world.ts';
import { ask, PRODUCTION_KEY } from '../../tests/support/http/in-process.ts';
import { ASSIZE } from '../../tests/support/processes/command.ts';
import { PROGRAM, startAuthorizationServer } from '../../tests/support/tokens/authorization-server.ts';
import { until } from '../../tests/support/until.ts';

testWithGateway('a-signed-in-client-calls-a-server-that-wants-a-login-too', async (t, world) => {
  const behind = await authorizationServer(t);
  const docs = await protectedServer(t, behind.issuer);
  const home = homeFor(t);
  assert.equal((await home.loggedIn('docs', docs.url)).code, 0);

  const port = await freePort();
  const publicUrl = `http://127.0.0.1:${port}`;
  const before = await startAuthorizationServer(t, { [`${publicUrl}/docs/mcp`]: 'call' });
  const oauth = { issuer: before.issuer, scopes: { docs: ['call'] }, required: true };
  const log = await serving(t, home, {
    assize: { url: world.url, key: PRODUCTION_KEY, newTools: 'allow', listen: { port, publicUrl, oauth } },
    mcpServers: { docs: { url: docs.url } },
  });
  const { client, token } = await signedIn(t, `${publicUrl}/docs/mcp`, 'legacy', before);
  assert.equal(textOf(await client.callTool({ name: 'read', arguments: {} })), 'read done');

  assert.deepEqual(
    docs.calls.map(({ iss, sub }) => [iss, sub]),
    [[behind.issuer, 'ann']],
    'the login of the gateway',
  );
  const { body } = await ask(world.app, 'a', '/api/v1/evidence/search', {
    body: { artifact_type: 'governance_eval' },
  });
  const [{ payload }] = body.items;
  assert.deepEqual([payload.request.agent_id, payload.request.user_id], [PROGRAM.client_id, before.person]);
  for (const secret of [token, ...behind.given]) {
    assert.ok(!log().includes(secret), 'a token is in the log');
    assert.ok(!JSON.stringify(body).includes(secret), 'a token is in the evidence');
  }
  assert.ok(!docs.tokens.has(token), 'a token of the client was passed on');
});

/** Runs `assize gateway serve` with this file. @returns its log so far. */
async function serving(t: TestContext, home: Home, configuration: object): Promise<() => string> {
  const file = path.join(home.folder, 'gateway.json');
  writeFileSync(file, JSON.stringify(configuration), { mode: 0o600 });
  const env = { PATH: process.env.PATH ?? '', HOME: home.folder };
  const child = spawn(process.execPath, [ASSIZE, 'gateway', 'serve', '--config', file], { env });
  t.after(() => void child.kill('SIGKILL'));
  let log = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      log += text;
    });
  }
  await until(() => /docs is at/.test(log) || child.exitCode !== null);
  assert.equal(child.exitCode, null, log);
  return () => log;
}
