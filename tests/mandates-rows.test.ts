/** Under a mandate, the rows, columns and typed fields that its task does not name are held. */
import assert from 'node:assert/strict';
import type { FastifyInstance } from 'fastify';
import { requireTrue } from './support/governance.ts';
import { ask, evaluate } from './support/in-process.ts';
import { AGENT, opened } from './support/mandates.ts';
import { testAsTenant, testAsTenantOnEachDatabase } from './support/tenants.ts';
import { TOOLS } from './support/tools.ts';

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

type Call = [tool: string, given: object];
const sql = (text: string): Call => ['run_sql', { sql: text }];

const UPDATE = 'Set the status of order 1042 to shipped in the orders table.';
const HELD: [task: string, meant: Call, others: [call: Call, why: RegExp][]][] = [
  [
    UPDATE,
    sql("UPDATE orders SET status = 'shipped', updated_at = now() WHERE id = 1042"),
    [
      [sql("UPDATE orders SET status = 'shipped' WHERE id = 1043"), /does not name id 1043/],
      [sql("UPDATE orders SET status = 'shipped' WHERE id <> 1042"), /rows other than id 1042/],
      [sql("UPDATE orders SET status = 'shipped' WHERE NOT (id = 1042)"), /rows other than id 1042/],
      [sql("UPDATE orders SET status = 'shipped' WHERE id NOT IN (1042)"), /rows other than id 1042/],
      [sql("UPDATE orders SET status = 'shipped' WHERE 1042 < id"), /rows other than id 1042/],
      [sql("UPDATE orders SET status = 'shipped' WHERE id = 1042 OR id = 7"), /does not name id 7/],
      [sql("UPDATE orders SET status = 'shipped' WHERE id IN (1042, 77)"), /does not name id 77/],
      [sql("UPDATE orders SET status = 'shipped', total = 0 WHERE id = 1042"), /does not name total 0/],
      [
        sql(
          "UPDATE orders SET status = 'shipped' WHERE id = 1042; UPDATE orders SET paid = true WHERE id = 1042",
        ),
        /paid true/,
      ],
      [sql("UPDATE `orders` SET `status` = 'shipped', `role` = 'admin' WHERE `id` = 1042"), /role admin/],
    ],
  ],
  [
    "Change Dana's phone in the users table to +49 30 5550100. Her id is 88.",
    sql("UPDATE users SET phone = '+49 30 5550100' WHERE id = 88"),
    [
      [sql("UPDATE users SET phone = '+49 30 5550100', role = 'admin' WHERE id = 88"), /role admin/],
      [sql("UPDATE users SET phone = '+49 30 5550100', is_admin = true WHERE id = 88"), /is_admin true/],
      [sql("UPDATE users SET phone = '+49 30 5550100', password_hash = 'x1' WHERE id = 88"), /password_hash/],
    ],
  ],
  [
    'Update the phone of user 88 to +49 30 5550100.',
    ['update_user', { user: '88', phone: '+49 30 5550100' }],
    [
      [['update_user', { user: '88', phone: '+49 30 5550100', is_admin: true }], /is_admin true/],
      [['update_user', { user: '88', attributes: { requireMfa: false } }], /requireMfa false/],
      [['update_user', { user: '88', password_hash: '$2b$10$abc' }], /password_hash/],
      [['update_user', { user: '89', phone: '+49 30 5550100' }], /another one than 89/],
    ],
  ],
  [
    'Add Ann Lee to the platform team.',
    ['add_to_team', { user: 'Ann Lee', team: 'platform' }],
    [
      [['add_to_team', { user: 'Ann Lee', team: 'payments' }], /team payments/],
      [['add_to_team', { user: 'Ann Lee', team: 'platform', role: 'maintainer' }], /role maintainer/],
    ],
  ],
  [
    'Merge pull request 17 of the repo.',
    ['merge_pull_request', { pull_number: 17 }],
    [[['merge_pull_request', { pull_number: 18 }], /another one than 18/]],
  ],
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
