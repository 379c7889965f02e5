import assert from 'node:assert/strict';
import test from 'node:test';
import { AGENT, configurationFor } from '../../../tests/support/gateway/world.ts';
import { nodePlatform } from '../../platform.ts';
import { gatewayFor } from '../gateway.ts';
import type { Upstream } from '../upstream/upstream.ts';
import { Sessions } from './sessions.ts';

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

test('ends-a-session-that-is-not-used-for-an-hour', async () => {
  let now = 0;
  const platform = { ...nodePlatform(() => {}), elapsedMs: () => now };
  const gateway = gatewayFor(configurationFor('http://127.0.0.1:1', { servers: [SERVER] }), platform);
  const sessions = new Sessions({ ...gateway, upstreamTo: idleUpstream });
  const [agent] = gateway.configuration.agents;
  assert.ok(agent);
  assert.equal(agent.name, AGENT);
  await sessions.open(agent, SERVER);
  now += HOUR_MS / 2;
  const used = await sessions.open(agent, SERVER);
  const writing = await sessions.open(agent, SERVER);
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
