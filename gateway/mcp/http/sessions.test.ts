import assert from 'node:assert/strict';
import test from 'node:test';
import { AGENT, configurationFor } from '../../../tests/support/gateway/world.ts';
import { nodePlatform } from '../../platform.ts';
import { gatewayFor } from '../gateway.ts';
import type { Upstream } from '../upstream/upstream.ts';
import { Sessions } from './sessions.ts';
import { SharedConnections } from './shared-connections.ts';

const SERVER = { kind: 'stdio', name: 'desk', command: 'none', args: [], env: {} } as const;
const HOUR_MS = 3_600_000;

function idleUpstream(): Upstream {
  const upstream: Upstream = {
    onmessage: () => {},
    onlost: () => {},
    onclose: () => {},
    onerror: () => {},
    start: async () => {},
    send: async () => {},
    close: async () => upstream.onclose(),
  };
  return upstream;
}

/** A gateway with a clock of its own, whose server does nothing. */
function idleGateway(now: () => number) {
  const platform = { ...nodePlatform(() => {}), elapsedMs: now };
  const gateway = gatewayFor(configurationFor('http://127.0.0.1:1', { servers: [SERVER] }), platform);
  const [agent] = gateway.configuration.agents;
  assert.ok(agent);
  assert.equal(agent.name, AGENT);
  return { gateway: { ...gateway, upstreamTo: idleUpstream }, caller: { agent, user: undefined } };
}

test('ends-a-session-that-is-not-used-for-an-hour', async () => {
  let now = 0;
  const { gateway, caller } = idleGateway(() => now);
  const sessions = new Sessions(gateway);
  await sessions.open(caller, SERVER);
  now += HOUR_MS / 2;
  const used = await sessions.open(caller, SERVER);
  const writing = await sessions.open(caller, SERVER);
  assert.ok(used && writing);
  writing.writing += 1;
  now += HOUR_MS / 2 + 1;
  sessions.closeIdle();
  await new Promise(setImmediate);
  assert.equal(sessions.size, 2);
  now += HOUR_MS;
  sessions.closeIdle();
  await new Promise(setImmediate);
  // Its answer is still being written.
  assert.equal(sessions.size, 1);
  await sessions.close();
});

test('keeps-the-session-of-a-caller-from-others', async () => {
  const { gateway, caller } = idleGateway(() => 0);
  const ids: string[] = [];
  const newId = () => {
    const id = crypto.randomUUID();
    ids.push(id);
    return id;
  };
  const sessions = new Sessions({ ...gateway, platform: { ...gateway.platform, newId } });
  const ann = { ...caller, user: 'ann' };
  const open = await sessions.open(ann, SERVER);
  const [id = ''] = ids;
  assert.ok(open);
  assert.equal(sessions.find(id, ann, SERVER), open);
  for (const other of [caller, { ...caller, user: 'bob' }]) {
    assert.equal(sessions.find(id, other, SERVER), undefined);
  }
  await sessions.close();
});

test('starts-a-shared-server-once-for-each-caller-and-ends-it-after-an-idle-hour', async () => {
  let [now, started] = [0, 0];
  const { gateway, caller } = idleGateway(() => now);
  const upstreamTo = () => {
    started += 1;
    return idleUpstream();
  };
  const shared = new SharedConnections({ ...gateway, upstreamTo });
  const [ann, bob] = ['ann', 'bob'].map((user) => ({ ...caller, user }));
  assert.ok(ann && bob);
  for (const each of [ann, ann, bob]) await shared.to(each, SERVER)?.close();
  const open = shared.to(bob, SERVER);
  await open?.start();
  assert.equal(started, 2);
  now += HOUR_MS + 1;
  shared.closeIdle();
  // An exchange of the other one is still open.
  assert.equal(shared.size, 1);
  await open?.close();
  shared.closeIdle();
  assert.equal(shared.size, 0);
  await shared.close();
});
