/** Two processes serve one database at once: there is still one chain, and no record is lost or written twice. */
import assert from 'node:assert/strict';
import { testOnEachDatabase } from './support/databases/databases.ts';
import { type Client, connect } from './support/http/client.ts';
import { PRODUCTION_KEY, SURFACES, type Surface } from './support/http/in-process.ts';
import { type Promised, startLoad } from './support/nodes/load.ts';
import { requireKept, requireVerified, requireWhole } from './support/nodes/promises.ts';
import { spawnService } from './support/processes/service.ts';

const EVALUATIONS = 300;
/** Requests to each process afterwards, in small commits that take turns. */
const MIXED_EVALUATIONS = 100;
/** Some escalations, so that both processes share these positions too. */
const ESCALATE_EVERY = 10;

testOnEachDatabase('keeps-one-chain-under-two-processes', async (location, t) => {
  const services = [await spawnService(location), await spawnService(location)];
  t.after(() => Promise.all(services.map((service) => service.stop('SIGKILL'))));
  const clients = services.map(({ baseUrl }) => connect(baseUrl, EVALUATIONS));
  const [first, second] = clients;
  assert.ok(first && second);
  const before = await requireVerified(first);

  const promised = await Promise.all(
    Array.from({ length: EVALUATIONS }, (_, number) => question(number % 2 === 0 ? first : second, number)),
  );

  assert.equal(new Set(promised.map(({ evidenceId }) => evidenceId)).size, EVALUATIONS);
  for (const client of clients) await requireKept(client, promised);
  assert.equal(await requireVerified(first), before + EVALUATIONS);

  const loads = services.map(({ baseUrl }, place) => startLoad(t, baseUrl, `process-${place}`));
  await Promise.all(loads.map((load) => load.untilPromised(MIXED_EVALUATIONS)));
  for (const load of loads) {
    await load.stop();
    assert.deepEqual({ refused: load.refused, broken: load.broken.map(String) }, { refused: [], broken: [] });
    promised.push(...load.promised);
  }
  for (const client of clients) await requireKept(client, promised);
  assert.equal(await requireVerified(first), before + promised.length);
  for (const client of clients) client.close();
  for (const service of services) assert.equal(await service.stop('SIGTERM'), 0);
  await requireWhole(location, promised);
});

async function question(client: Client, number: number): Promise<Promised> {
  const surface: Surface = number % 3 === 0 ? 'b' : 'a';
  const action = `of-two.${number}`;
  const context = number % ESCALATE_EVERY === 0 ? { risk_level: 'high' } : { risk_level: 'low' };
  const { status, body } = await client.ask(surface, SURFACES[surface].evaluate, {
    body: { action, context },
  });
  assert.equal(status, 200);
  return {
    evidenceId: body.evidence_id,
    escalationId: body.escalation_id ?? null,
    key: PRODUCTION_KEY,
    action,
  };
}
