/** A suspension holds on every node within a second, and a node that dies loses no agent that it has seen. */
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { testOnEachDatabase } from './support/databases/databases.ts';
import { type Client, connect } from './support/http/client.ts';
import { ask, askOk, SURFACES, startTestService } from './support/http/in-process.ts';
import { requireWithinASecond } from './support/nodes/nodes.ts';
import { type RunningService, spawnFor } from './support/processes/service.ts';

const AGENTS = '/api/v1/agents';
const BODY = { action: 'a', agent_id: 'Agent_7', context: {} };

testOnEachDatabase('suspends-on-every-node-within-a-second-under-load', async (location, t) => {
  const nodes = [await startTestService(t, location), await startTestService(t, location)] as const;
  const [{ app }] = nodes;
  assert.equal((await ask(app, 'a', AGENTS, { body: { agent_id: 'agent-7' } })).status, 201);
  const change = (verb: string) => async () => {
    await askOk(app, 'a', `${AGENTS}/agent-7/${verb}`, { body: verb === 'resume' ? {} : { reason: 'r' } });
  };
  const judged = { nodes, body: BODY };
  await requireWithinASecond({
    ...judged,
    busy: true,
    from: 'PROCEED',
    to: 'BLOCK',
    change: change('suspend'),
  });
  await requireWithinASecond({
    ...judged,
    busy: false,
    from: 'BLOCK',
    to: 'PROCEED',
    change: change('resume'),
  });
  await requireWithinASecond({
    ...judged,
    busy: true,
    from: 'PROCEED',
    to: 'BLOCK',
    change: change('retire'),
  });
});

testOnEachDatabase('two-nodes-note-an-agent-once-by-its-first-evaluation', async (location, t) => {
  const nodes = [await startTestService(t, location), await startTestService(t, location)] as const;
  const spellings = ['agent-7', 'AGENT-7', 'Agent_7', 'agent.7'];
  const answers = await Promise.all(
    spellings.flatMap((agent_id) =>
      nodes.map(({ app }) => askOk(app, 'b', SURFACES.b.evaluate, { body: { ...BODY, agent_id } })),
    ),
  );
  for (const { app } of nodes) {
    const { items } = await askOk(app, 'a', AGENTS);
    assert.equal(items.length, 1, JSON.stringify(items));
    assert.ok(answers.some(({ evidence_id }) => evidence_id === items[0].first_evidence_id));
  }
  const [{ app }] = nodes;
  const { activity } = await askOk(app, 'a', `${AGENTS}/agent-7`);
  assert.deepEqual(activity.verdicts, { proceed: answers.length, escalate: 0, block: 0 });
});

testOnEachDatabase('knows-an-agent-by-its-first-evaluation-after-kill-9', async (location, t) => {
  const first = await spawnFor(t, location);
  const { body } = await connectFor(t, first).ask('b', SURFACES.b.evaluate, { body: BODY });
  await first.stop('SIGKILL');
  const client = connectFor(t, await spawnFor(t, location));
  const listed = async () => {
    const { items } = (await client.ask('a', AGENTS)).body;
    return items.map((one: Record<string, unknown>) => [one.agent_id, one.status, one.first_evidence_id]);
  };
  const wanted = [['Agent_7', 'unregistered', body.evidence_id]];
  assert.deepEqual(await listed(), wanted);
  const again = await client.ask('b', SURFACES.b.evaluate, { body: BODY });
  assert.notEqual(again.body.evidence_id, body.evidence_id);
  assert.deepEqual(await listed(), wanted);
});

function connectFor(t: TestContext, { baseUrl }: RunningService): Client {
  const client = connect(baseUrl);
  t.after(() => client.close());
  return client;
}
