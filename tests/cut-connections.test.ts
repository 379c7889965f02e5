/**
 * A proxy between agents and the service cuts connections mid-message, again and again: a retry under the same key is
 * judged once, no answer is lost, and no connection stays open.
 */
import assert from 'node:assert/strict';
import { testOnEachDatabase } from './support/databases/databases.ts';
import { type Client, connectFor } from './support/http/client.ts';
import { startLoad } from './support/nodes/load.ts';
import { requireKept, requireOnceEach, requireSameAnswers, requireSound } from './support/nodes/promises.ts';
import { startProxy } from './support/nodes/proxy.ts';
import { spawnFor } from './support/processes/service.ts';
import { until } from './support/until.ts';

const CUTS = 12;
const BETWEEN = 15;
const CONNECTIONS = 8;
/**
 * How many more descriptors than before a service may have: database connections, and connections of current callers.
 */
const MORE_DESCRIPTORS = 20;

testOnEachDatabase('judges-once-what-is-asked-again-after-a-cut', async (location, t) => {
  const service = await spawnFor(t, location);
  const proxy = await startProxy(service.baseUrl);
  t.after(() => proxy.close());
  // Few, because connections that stay open until the service ends them would count as leaks.
  const client = connectFor(t, service.baseUrl, CONNECTIONS);
  const before = await descriptorsOf(client);
  const load = startLoad(t, proxy.url, 'cut', { restMs: 20 });
  for (let cut = 0; cut < CUTS; cut += 1) {
    await load.untilPromised(load.promised.length + BETWEEN);
    proxy.cut();
  }
  await load.untilPromised(load.promised.length + BETWEEN);
  await load.stop();
  assert.ok(load.broken.length > 0, 'no request was cut');
  assert.deepEqual(load.refused, []);
  await requireSameAnswers(client, load.keyed);
  await requireOnceEach(location, load.keyed);
  await requireKept(client, load.promised);
  await until(async () => (await descriptorsOf(client)) < before + MORE_DESCRIPTORS);
  assert.equal((await client.ask('a', '/readyz', { key: null })).status, 200);
  assert.equal(await service.stop('SIGTERM'), 0);
  await requireSound(location, load.promised);
});

async function descriptorsOf(client: Client): Promise<number> {
  const { body } = await client.ask('a', '/metrics', { key: null });
  return Number(/^process_open_fds (\d+)$/m.exec(String(body))?.[1]);
}
