/** Under a mandate, rows, columns and typed fields that its task does not name are held. */
import assert from 'node:assert/strict';
import type { FastifyInstance } from 'fastify';
import { type Call, HELD, PASSING, sql } from './cases/mandates-rows.ts';
import { TOOLS } from './support/acts/tools.ts';
import { requireTrue } from './support/governance/governance.ts';
import { AGENT, opened } from './support/governance/mandates.ts';
import { ask, evaluate } from './support/http/in-process.ts';
import { testAsTenant, testAsTenantOnEachDatabase } from './support/people/tenants.ts';

const ENTRIES = [
  { tool: 'run_sql', effect: 'execute', contents: [{ path: 'sql', kind: 'sql' }] },
  { tool: 'update_user', effect: 'write', targets: [{ path: 'user', kind: 'object', role: 'object' }] },
  { tool: 'set_security', effect: 'configure', targets: [{ path: 'user', kind: 'object', role: 'object' }] },
  { tool: 'add_to_team', effect: 'configure', targets: [{ path: 'user', kind: 'person', role: 'object' }] },
  {
    tool: 'merge_pull_request',
    effect: 'write',
    targets: [{ path: 'pull_number', kind: 'object', role: 'object' }],
  },
];

async function catalogued(app: FastifyInstance): Promise<void> {
  for (const entry of ENTRIES) {
    const answer = await ask(app, 'a', TOOLS, {
      method: 'PUT',
      body: { entry: { targets: [], contents: [], ...entry } },
    });
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
  }
  const { body } = await ask(app, 'a', '/api/v1/settings', { method: 'GET' });
  const changed = { settings: { ...body.settings, enforcement: 'enforce' }, expected_version: body.version };
  assert.equal((await ask(app, 'a', '/api/v1/settings', { method: 'PUT', body: changed })).status, 200);
}

async function asked(app: FastifyInstance, mandate_id: string, [action, given]: Call) {
  const request = { action, agent_id: AGENT, context: { arguments: given, mandate_id } };
  return (await evaluate(app, 'a', request)).body;
}

testAsTenantOnEachDatabase('holds-rows-columns-and-fields-that-the-task-does-not-name', async (tenant) => {
  const { app, service, key } = tenant;
  await catalogued(app);
  for (const [task, meant, others] of HELD) {
    const { mandate_id: id } = await opened(app, { task });
    const passed = await asked(app, id, meant);
    assert.equal(passed.verdict, 'proceed', `${task} ${passed.explanation}`);
    for (const [other, why] of others) {
      const held = await asked(app, id, other);
      assert.equal(held.verdict, 'escalate', `${task} ${JSON.stringify(other)}`);
      assert.match(held.explanation, why, JSON.stringify(other));
    }
  }
  await requireTrue(service, key);
});

testAsTenant('lets-a-task-that-speaks-of-all-reach-all', async ({ app }) => {
  await catalogued(app);
  const { mandate_id: id } = await opened(app, {
    task: 'Set the status of all orders except order 1042 to shipped.',
  });
  const { verdict, explanation } = await asked(
    app,
    id,
    sql("UPDATE orders SET status = 'shipped' WHERE id <> 1042"),
  );
  assert.equal(verdict, 'proceed', explanation);
});

testAsTenant('lets-ordinary-changes-under-a-task-that-names-one-row-pass', async ({ app }) => {
  await catalogued(app);
  for (const [task, call] of PASSING) {
    const { mandate_id: id } = await opened(app, { task });
    const { verdict, explanation } = await asked(app, id, call);
    assert.equal(verdict, 'proceed', `${task} ${explanation}`);
  }
});
