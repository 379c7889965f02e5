/** Budgets over the HTTP API and the command line: created, changed, deleted, and refused. */
import assert from 'node:assert/strict';
import type { Service } from '@assize/service/wiring.ts';
import { brief } from './support/approvals/approvals.ts';
import { testOnEachDatabase, testOnOneDatabase } from './support/databases/databases.ts';
import { BUDGETS, budgetOf, moneyOf, newBudget, spend, verdictOn } from './support/governance/budgets.ts';
import { changesOf, requireTrue } from './support/governance/governance.ts';
import { ask, startTestService } from './support/http/in-process.ts';
import { keyHolder } from './support/people/other-tenant.ts';
import { testAsTenant, testAsTenantOnEachDatabase } from './support/people/tenants.ts';
import { assize } from './support/processes/command.ts';

testAsTenantOnEachDatabase('makes-changes-and-deletes-a-budget-on-record', async ({ app, service, key }) => {
  const wanted = { name: 'Refunds', limit_usd: 0.000001, period: 'day', action_pattern: 'refund.*' };
  const made = await newBudget(app, { ...wanted, agent_id: 'agent-7' });
  assert.match(made.budget_id, /^bud_[0-9a-f]{24}$/);
  const day = new Date(service.clock.now()).toISOString().slice(0, 10);
  assert.deepEqual(made, {
    budget_id: made.budget_id,
    name: 'Refunds',
    agent_id: 'agent-7',
    action_pattern: 'refund.*',
    period: 'day',
    limit_usd: 0.000001,
    revision: 1,
    created_at: made.created_at,
    created_by: made.created_by,
    deleted_at: null,
    evidence_id: made.evidence_id,
    period_start: `${day}T00:00:00.000Z`,
    spent_usd: 0,
    reserved_usd: 0,
    remaining_usd: 0.000001,
  });
  const second = await newBudget(app);
  assert.equal(second.period_start, `${day.slice(0, 8)}01T00:00:00.000Z`);
  assert.deepEqual((await ask(app, 'a', BUDGETS)).body, { budgets: [made, second], total: 2 });
  assert.deepEqual(await budgetOf(app, made.budget_id), made);

  const url = `${BUDGETS}/${made.budget_id}`;
  const put = (body: object) => ask(app, 'a', url, { method: 'PUT', body });
  const changed = await put({ limit_usd: 7.5, expected_revision: 1 });
  assert.equal(changed.status, 200);
  const { evidence_id } = changed.body;
  assert.deepEqual(changed.body, { ...made, limit_usd: 7.5, remaining_usd: 7.5, revision: 2, evidence_id });
  assert.deepEqual(await brief(put({ limit_usd: 9, expected_revision: 1 })), {
    status: 409,
    body: { detail: 'The budget is at revision 2.', code: 'budget_changed' },
  });
  assert.equal((await put({ limit_usd: 7.5, name: 'More', expected_revision: 2 })).body.name, 'More');
  const deleted = await ask(app, 'a', url, { method: 'DELETE' });
  assert.equal(deleted.status, 200);
  assert.notEqual(deleted.body.deleted_at, null);
  assert.equal(deleted.body.revision, 4);
  assert.deepEqual((await ask(app, 'a', url, { method: 'DELETE' })).body, deleted.body);
  assert.deepEqual(await budgetOf(app, made.budget_id), deleted.body);
  assert.deepEqual(await brief(put({ limit_usd: 9, expected_revision: 4 })), {
    status: 409,
    body: { detail: 'The budget is deleted.', code: 'budget_deleted' },
  });
  assert.deepEqual((await ask(app, 'a', BUDGETS)).body, { budgets: [second], total: 1 });
  await requireRecords(service, key, [
    ['budget.create', 'Refunds', 0.000001, 1],
    ['budget.create', 'test', 100, 1],
    ['budget.change', 'Refunds', 7.5, 2],
    ['budget.change', 'More', 7.5, 3],
    ['budget.delete', 'More', 7.5, 4],
  ]);
  await requireTrue(service, key);
});

async function requireRecords(service: Service, key: string, wanted: unknown[][]): Promise<void> {
  const changes = await changesOf(service, 'budget.', key);
  assert.deepEqual(
    changes.map(({ action, change }) => [action, change.name, change.limit_usd, change.revision]),
    wanted,
  );
}

testOnEachDatabase('lets-one-of-two-changes-win', async (location, t) => {
  const nodes = [await startTestService(t, location), await startTestService(t, location)] as const;
  const [{ app, service }] = nodes;
  const { budget_id } = await newBudget(app);
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, number) =>
      ask(nodes[number % 2]?.app ?? app, 'a', `${BUDGETS}/${budget_id}`, {
        method: 'PUT',
        body: { limit_usd: number, expected_revision: 1 },
      }),
    ),
  );
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, ...Array(19).fill(409)]);
  const winner = answers.find(({ status }) => status === 200);
  assert.equal((await budgetOf(app, budget_id)).limit_usd, winner?.body.limit_usd);
  assert.equal((await changesOf(service, 'budget.')).length, 2);
});

testAsTenant('keeps-tenants-and-environments-apart', async ({ app, service, name, sandboxKey }) => {
  const other = await keyHolder(service, `${name}-other`);
  const { budget_id } = await newBudget(app, { limit_usd: 0 });
  const sandbox = await newBudget(app, { limit_usd: 10 }, { key: sandboxKey });
  assert.equal(await verdictOn(app, 1), 'BLOCK');
  assert.equal(await verdictOn(app, 1, { key: sandboxKey }), 'PROCEED');
  assert.equal(await verdictOn(app, 1_000_000, { key: other.secret }), 'PROCEED');
  assert.deepEqual(await moneyOf(app, sandbox.budget_id, { key: sandboxKey }), [10, 0, 1, 9]);
  const unknown = await brief(ask(app, 'a', `${BUDGETS}/bud_0123456789abcdef01234567`));
  assert.deepEqual(unknown, { status: 404, body: { detail: 'There is no such budget.' } });
  for (const key of [sandboxKey, other.secret]) {
    const url = `${BUDGETS}/${budget_id}`;
    assert.deepEqual(await brief(ask(app, 'a', url, { key })), unknown);
    assert.deepEqual(await brief(ask(app, 'a', url, { key, method: 'DELETE' })), unknown);
    const body = { limit_usd: 1, expected_revision: 1 };
    assert.deepEqual(await brief(ask(app, 'a', url, { key, method: 'PUT', body })), unknown);
  }
  assert.equal((await ask(app, 'a', BUDGETS, { key: other.secret })).body.total, 0);
});

testAsTenant('refuses-invalid-budgets', async ({ app, service, key }) => {
  const good = { name: 'n', limit_usd: 1, period: 'day' };
  const bad: [object, string, string][] = [
    [{ ...good, limit_usd: -0.01 }, 'limit_usd', 'greater_than_equal'],
    [{ ...good, limit_usd: 1_000_000_001 }, 'limit_usd', 'less_than_equal'],
    [{ ...good, limit_usd: 0.0000001 }, 'limit_usd', 'decimal_max_places'],
    [{ ...good, limit_usd: '1' }, 'limit_usd', 'float_type'],
    [{ ...good, period: 'week' }, 'period', 'literal_error'],
    [{ ...good, name: '' }, 'name', 'string_too_short'],
    [{ ...good, name: 'a\u0000' }, 'name', 'string_pattern_mismatch'],
    [{ ...good, agent_id: '' }, 'agent_id', 'string_too_short'],
    [{ ...good, action_pattern: 'x'.repeat(257) }, 'action_pattern', 'string_too_long'],
    [{ ...good, tenant: 'x' }, 'tenant', 'extra_forbidden'],
    [{ name: 'n', period: 'day' }, 'limit_usd', 'missing'],
  ];
  for (const [body, field, type] of bad) {
    const { status, body: answered } = await ask(app, 'a', BUDGETS, { body });
    assert.equal(status, 422, JSON.stringify(body));
    const faults = answered.detail.map((fault: { loc: string[]; type: string }) => ({
      field: fault.loc[1],
      type: fault.type,
    }));
    assert.deepEqual(faults, [{ field, type }]);
  }
  for (const body of ['[]', 'x', '{"name":"n","period":"day","limit_usd":1e999}']) {
    assert.equal((await ask(app, 'a', BUDGETS, { body, headers: JSON_TYPE })).status, 422);
  }
  const { budget_id } = await newBudget(app);
  for (const body of [{ limit_usd: 1 }, { expected_revision: 1 }, { limit_usd: -1, expected_revision: 1 }]) {
    const answer = await ask(app, 'a', `${BUDGETS}/${budget_id}`, { method: 'PUT', body });
    assert.equal(answer.status, 422);
  }
  assert.equal((await changesOf(service, 'budget.', key)).length, 1);
});

const JSON_TYPE = { 'content-type': 'application/json' };

testAsTenant('keeps-at-most-two-hundred', async ({ app }) => {
  const made = [];
  for (let number = 0; number < 195; number += 1) made.push(newBudget(app, { name: `${number}` }));
  const [first] = await Promise.all(made);
  const body = { name: 'more', limit_usd: 1, period: 'day' };
  const more = await Promise.all(Array.from({ length: 10 }, () => ask(app, 'a', BUDGETS, { body })));
  assert.deepEqual(more.map(({ status }) => status).sort(), [...Array(5).fill(200), ...Array(5).fill(409)]);
  await ask(app, 'a', `${BUDGETS}/${first.budget_id}`, { method: 'DELETE' });
  await newBudget(app);
  assert.equal(await verdictOn(app, 0.5), 'PROCEED');
  assert.equal((await ask(app, 'a', BUDGETS)).body.total, 200);
});

testOnOneDatabase('sets-budgets-from-the-command-line', async (location, t) => {
  const { app, service } = await startTestService(t, location);
  const run = async (words: string[]) => assize(location, ['budgets', ...words]);
  const made = await run([
    'create',
    'Refunds',
    '--limit',
    '10.5',
    '--period',
    'day',
    '--action',
    'refund.*',
    '--json',
  ]);
  assert.equal(made.code, 0, made.stderr);
  const { budget_id, created_by, action_pattern } = JSON.parse(made.stdout);
  assert.deepEqual({ created_by, action_pattern }, { created_by: 'operator', action_pattern: 'refund.*' });
  assert.deepEqual(await moneyOf(app, budget_id), [10.5, 0, 0, 10.5]);
  const set = await run(['set', budget_id, '--limit', '0', '--json']);
  assert.equal(JSON.parse(set.stdout).limit_usd, 0);
  assert.equal(JSON.parse(set.stdout).revision, 2);
  assert.match(
    (await run(['list'])).stdout,
    new RegExp(`${budget_id} +Refunds +every agent +refund.\\* +day +0\\.00`),
  );
  assert.notEqual((await run(['set', budget_id, '--limit', '1', '--expected-revision', '1'])).code, 0);
  for (const wrong of ['-1', 'x', '0.0000001', '1e3', '']) {
    assert.equal((await run(['set', budget_id, '--limit', wrong])).code, 2, wrong);
  }
  assert.equal((await run(['delete', budget_id])).code, 0);
  assert.deepEqual(JSON.parse((await run(['list', '--json'])).stdout), []);
  await spend(app, 1, { action: 'refund.pay' });
  await requireTrue(service);
});
