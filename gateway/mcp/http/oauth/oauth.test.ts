import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { textOf } from '../../../../tests/support/gateway/http.ts';
import { callWith, protectedGateway, signedIn } from '../../../../tests/support/gateway/oauth.ts';
import { realServer } from '../../../../tests/support/gateway/real-server.ts';
import {
  AGENT,
  testWithGateway,
  type World,
  wrappedServer,
} from '../../../../tests/support/gateway/world.ts';
import { ask, PRODUCTION_KEY, SANDBOX_KEY } from '../../../../tests/support/http/in-process.ts';
import {
  MACHINE,
  machineToken,
  PROGRAM,
  startAuthorizationServer,
} from '../../../../tests/support/tokens/authorization-server.ts';
import { until } from '../../../../tests/support/until.ts';
import type { GatewayConfiguration, ListenOAuth } from '../../../configuration/configuration.ts';

const DESK = { scopes: { desk: ['call'] } };

/** An authorization server, and a gateway that takes its tokens for each of its servers. */
async function started(
  t: TestContext,
  world: World,
  more: Partial<GatewayConfiguration>,
  settings: Partial<ListenOAuth> = {},
) {
  const resources: Record<string, string> = {};
  const authorization = await startAuthorizationServer(t, resources);
  const configuration = world.configuration(more);
  const oauth = { issuer: authorization.issuer, ...settings };
  const gateway = await protectedGateway(t, configuration, oauth);
  for (const { name } of configuration.servers) resources[`${gateway.url}/${name}/mcp`] = 'call read';
  return { authorization, gateway, oauth };
}

async function evaluationsIn({ app }: World): Promise<{ agent_id?: string; user_id?: string }[]> {
  const { body } = await ask(app, 'a', '/api/v1/evidence/search', {
    body: { artifact_type: 'governance_eval' },
  });
  return body.items.map(({ payload }: { payload: { request: object } }) => payload.request);
}

for (const version of ['legacy', 'modern'] as const) {
  testWithGateway(`the-official-client-signs-a-person-in-${version}`, async (t, world) => {
    const docs = await realServer(t);
    const { authorization, gateway } = await started(
      t,
      world,
      { servers: [docs.server] },
      { scopes: { docs: ['call'] } },
    );
    const { client, token } = await signedIn(t, `${gateway.url}/docs/mcp`, version, authorization);
    assert.match(
      String(textOf(await client.callTool({ name: 'note', arguments: { to: 'ann' } }))),
      /note done/,
    );
    await gateway.settled();
    const [evaluation] = await evaluationsIn(world);
    const [outcome] = await world.outcomes();
    for (const record of [evaluation, outcome]) {
      assert.equal(record?.agent_id, PROGRAM.client_id);
      assert.equal(record?.user_id, 'dana@acme.example');
    }
    assert.match(token, /^eyJ/);
    assert.ok(docs.requests.length > 0);
    for (const { headers } of docs.requests) {
      assert.equal(headers.authorization, undefined);
      assert.ok(!JSON.stringify(headers).includes(token));
    }
    assert.doesNotMatch(gateway.log(), /eyJ/);
  });
}

testWithGateway('says-where-tokens-for-a-server-come-from', async (t, world) => {
  const servers = [wrappedServer(t).server, wrappedServer(t, 'bank').server];
  const { authorization, gateway } = await started(t, world, { servers }, { scopes: { desk: ['call'] } });
  const metadata = `${gateway.url}/.well-known/oauth-protected-resource/desk/mcp`;
  const asked = await fetch(`${gateway.url}/desk/mcp`, { method: 'POST' });
  assert.equal(asked.status, 401);
  assert.equal(asked.headers.get('www-authenticate'), `Bearer scope="call", resource_metadata="${metadata}"`);
  assert.deepEqual(await (await fetch(metadata)).json(), {
    resource: `${gateway.url}/desk/mcp`,
    authorization_servers: [authorization.issuer],
    scopes_supported: ['call'],
    bearer_methods_supported: ['header'],
    resource_name: 'desk',
  });
  const bank = await fetch(metadata.replace('desk', 'bank'));
  assert.equal(((await bank.json()) as { resource: string }).resource, `${gateway.url}/bank/mcp`);
  assert.equal((await fetch(metadata, { method: 'POST' })).status, 405);
  for (const other of ['', '/none/mcp', '/desk']) {
    const { status } = await fetch(`${gateway.url}/.well-known/oauth-protected-resource${other}`);
    assert.equal(status, 404, other);
  }
});

testWithGateway('takes-a-token-only-at-its-server-and-with-its-scopes', async (t, world) => {
  const [desk, bank] = [wrappedServer(t), wrappedServer(t, 'bank')];
  const servers = [desk.server, bank.server];
  const { authorization, gateway } = await started(
    t,
    world,
    { servers },
    { scopes: { bank: ['call', 'read'] } },
  );
  const tokenFor = (name: string, scope?: string) =>
    machineToken(authorization, {
      resource: `${gateway.url}/${name}/mcp`,
      ...(scope !== undefined && { scope }),
    });
  const post = async (name: string, token: string) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const response = await fetch(`${gateway.url}/${name}/mcp`, { method: 'POST', headers, body: '{}' });
    await response.body?.cancel();
    return [response.status, response.headers.get('www-authenticate')] as const;
  };
  const [status, challenge] = await post('bank', await tokenFor('desk'));
  assert.equal(status, 401);
  assert.match(
    String(challenge),
    /^Bearer error="invalid_token", error_description="The token does not have the right aud\.", scope="call read", /,
  );
  const [lacking, needed] = await post('bank', await tokenFor('bank', 'read'));
  assert.equal(lacking, 403);
  assert.match(
    String(needed),
    /^Bearer error="insufficient_scope", .*scope="call read", resource_metadata=".*\/bank\/mcp"$/,
  );
  assert.deepEqual([desk.calls(), bank.calls()], [[], []]);
  for (const [name, scope] of [
    ['desk', undefined],
    ['bank', 'read call'],
  ] as const) {
    const { text } = await callWith(`${gateway.url}/${name}/mcp`, await tokenFor(name, scope));
    assert.match(text, /note done/);
  }
  // A machine that asks for itself acts for no person.
  const [evaluation] = await evaluationsIn(world);
  assert.equal(evaluation?.agent_id, MACHINE.client_id);
  assert.equal(evaluation?.user_id, undefined);
});

testWithGateway('keeps-sessions-and-approvals-of-people-apart', async (t, world) => {
  const desk = wrappedServer(t);
  const { authorization, gateway } = await started(t, world, { servers: [desk.server] }, DESK);
  const url = `${gateway.url}/desk/mcp`;
  const ann = await signedIn(t, url, 'legacy', Object.assign(authorization, { person: 'ann@acme.example' }));
  const bob = await signedIn(t, url, 'legacy', Object.assign(authorization, { person: 'bob@acme.example' }));
  const end = (token: string) => {
    const headers = {
      authorization: `Bearer ${token}`,
      'mcp-session-id': ann.client.transport?.sessionId ?? '',
    };
    return fetch(url, { method: 'DELETE', headers });
  };
  for (const token of [bob.token, PRODUCTION_KEY]) assert.equal((await end(token)).status, 404);
  const call = { name: 'pay', arguments: { to: 'eve' } };
  const approvalOf = (result: { _meta?: Record<string, unknown> | undefined }) =>
    String(result._meta?.['dev.assize/approval-id']);
  const approvalId = approvalOf(await ann.client.callTool(call));
  await world.human.approvals.approve(approvalId);
  const [other, named] = [
    await bob.client.callTool(call),
    await bob.client.callTool({ ...call, _meta: { 'dev.assize/approval-id': approvalId } }),
  ];
  assert.notEqual(approvalOf(other), approvalId);
  assert.equal(named.isError, true);
  assert.deepEqual(desk.calls(), []);
  assert.match(String(textOf(await ann.client.callTool(call))), /pay done/);
  assert.equal((await end(ann.token)).status, 200);
});

testWithGateway('recalls-only-the-approvals-of-the-same-person', async (t, world) => {
  const desk = wrappedServer(t);
  const configuration = world.configuration({ servers: [desk.server] });
  const { authorization, gateway, oauth } = await started(t, world, configuration, DESK);
  const people = { ann: 'ann@acme.example', bob: 'bob@acme.example' };
  const tokenOf = async (person: string, url: string) =>
    (await signedIn(t, url, 'legacy', Object.assign(authorization, { person }))).token;
  const url = `${gateway.url}/desk/mcp`;
  const [ann, bob] = [await tokenOf(people.ann, url), await tokenOf(people.bob, url)];
  await callWith(url, ann, 'pay', { to: 'eve' });
  const [pending] = await world.approvals('pending');
  await world.human.approvals.approve(pending.approval_id);
  // Another gateway at the same address, as after a restart.
  await gateway.close();
  const port = Number(new URL(gateway.url).port);
  await protectedGateway(t, configuration, oauth, port);
  const metadata = `${gateway.url}/.well-known/oauth-protected-resource/desk/mcp`;
  await until(async () => (await fetch(metadata).catch(() => undefined))?.ok === true);
  const refused = (await callWith(url, bob, 'pay', { to: 'eve' })).text;
  const [own] = await world.approvals('pending');
  assert.equal(own.user_id, people.bob);
  assert.match(refused, new RegExp(own.approval_id));
  assert.match((await callWith(url, ann, 'pay', { to: 'eve' })).text, /pay done/);
});

testWithGateway('takes-keys-of-agents-beside-tokens-unless-tokens-are-required', async (t, world) => {
  const desk = wrappedServer(t);
  const servers = [desk.server];
  const beside = await started(t, world, { servers });
  assert.match((await callWith(`${beside.gateway.url}/desk/mcp`, PRODUCTION_KEY)).text, /note done/);
  const [evaluation] = await evaluationsIn(world);
  assert.deepEqual([evaluation?.agent_id, evaluation?.user_id], [AGENT, undefined]);
  const required = await started(t, world, { servers }, { required: true });
  const url = `${required.gateway.url}/desk/mcp`;
  const { status, text } = await callWith(url, PRODUCTION_KEY);
  assert.equal(status, 401);
  assert.match(text, /The token is not a valid JWT\./);
  assert.ok(!text.includes(PRODUCTION_KEY));
  assert.match(
    (await callWith(url, await machineToken(required.authorization, { resource: url }))).text,
    /note done/,
  );
});

testWithGateway('judges-with-the-key-of-the-agent-that-a-token-names', async (t, world) => {
  const desk = wrappedServer(t);
  const agents = [
    { name: 'other-agent', key: SANDBOX_KEY },
    { name: MACHINE.client_id, key: PRODUCTION_KEY, tools: { deny: ['*.pay'] } },
  ];
  const keyed = await started(t, world, { servers: [desk.server], agents, defaultAgent: undefined });
  const url = `${keyed.gateway.url}/desk/mcp`;
  const token = await machineToken(keyed.authorization, { resource: url });
  assert.match((await callWith(url, token)).text, /note done/);
  assert.equal((await evaluationsIn(world)).length, 1);
  assert.match((await callWith(url, token, 'pay')).text, /not open to this agent/);
  const keyless = await started(t, world, {
    servers: [desk.server],
    agents: agents.slice(0, 1),
    defaultAgent: undefined,
  });
  const elsewhere = `${keyless.gateway.url}/desk/mcp`;
  const { status, text } = await callWith(
    elsewhere,
    await machineToken(keyless.authorization, { resource: elsewhere }),
  );
  assert.equal(status, 403);
  assert.match(text, /no key for the agent of this token/);
  assert.match(keyless.gateway.log(), /names the agent agent-7, for which no key is set/);
});
