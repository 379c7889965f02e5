/** Targets whose names don't resolve delay neither the stop nor other work of the process. */
import assert from 'node:assert/strict';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import path from 'node:path';
import type { TestContext } from 'node:test';
import { pathToFileURL } from 'node:url';
import { testOnOneDatabase } from './support/databases/databases.ts';
import { connectFor } from './support/http/client.ts';
import { SURFACES } from './support/http/in-process.ts';
import { spawnFor } from './support/processes/service.ts';
import { until } from './support/until.ts';
import { WEBHOOKS } from './support/webhooks/webhook-endpoints.ts';

const ENDPOINTS = 40;
/** How many deliveries of one tenant are sent at once. */
const AT_ONCE = 32;
const ONE_NAME_SERVER = pathToFileURL(
  path.join(import.meta.dirname, 'support/processes/one-name-server.ts'),
).href;

/** Receives every request, and answers none. */
async function silentNameServer(t: TestContext): Promise<{ address: string; asked: Set<string> }> {
  const socket = createSocket('udp4');
  t.after(() => socket.close());
  const asked = new Set<string>();
  socket.on('message', (question) => {
    const length = question[12] ?? 0;
    asked.add(question.toString('latin1', 13, 13 + length));
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return { address: `127.0.0.1:${socket.address().port}`, asked };
}

testOnOneDatabase('stops-in-time-while-no-name-of-forty-targets-is-answered', async (location, t) => {
  const names = await silentNameServer(t);
  const service = await spawnFor(t, location, {
    NODE_OPTIONS: `--import ${ONE_NAME_SERVER}`,
    ONE_NAME_SERVER: names.address,
  });
  const client = connectFor(t, service.baseUrl);
  for (let place = 0; place < ENDPOINTS; place += 1) {
    const { status } = await client.ask('a', WEBHOOKS, { body: { url: `https://name${place}.example/` } });
    assert.equal(status, 200);
  }
  const escalated = { action: 'email.send', context: { risk_level: 'high' } };
  await client.ask('b', SURFACES.b.evaluate, { body: escalated });
  await until(() => names.asked.size >= AT_ONCE);
  // A stop that waited for them would run into the limit on stopping, and exit with 1.
  assert.equal(await service.stop('SIGTERM'), 0);
});
