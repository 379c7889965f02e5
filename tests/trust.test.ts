/** Agents earn trust, the HTTP API shows it, and verdicts depend on it. */
import assert from 'node:assert/strict';
import { decideApproval } from '@assize/service/approvals/index.ts';
import { decide, GRAVE } from './support/approvals/approvals.ts';
import { act, assertTrue, report, settled, TRUST_SCORES, trustOf } from './support/governance/trust.ts';
import { type Answer, ask, evaluate } from './support/http/in-process.ts';
import { HOUR_MS } from './support/people/account.ts';
import { keyHolder } from './support/people/other-tenant.ts';
import { testAsTenant, testAsTenantOnEachDatabase } from './support/people/tenants.ts';

testAsTenantOnEachDatabase('counts-the-outcomes-of-actions', async ({ app, service }) => {
  const critical = { risk_level: 'critical', is_irreversible: true };
  const cases: [agent: string, act: () => Promise<unknown>, score: number][] = [
    ['succeeds', () => act(app, 'succeeds', {}, 'success'), 54.55],
    ['fails', () => act(app, 'fails', { risk_level: 'medium' }, 'failure'), 41.67],
    ['disobeys', () => act(app, 'disobeys', critical, 'success'), 27.78],
    [
      'goes ahead and succeeds',
      () => act(app, 'goes ahead and succeeds', { risk_level: 'high' }, 'success'),
      50,
    ],
    [
      'goes ahead and fails',
      () => act(app, 'goes ahead and fails', { risk_level: 'high' }, 'failure'),
      35.71,
    ],
    ['only asks', () => act(app, 'only asks', {}), 50],
  ];
  for (const [agent, does] of cases) {
    await does();
    await settled(service);
    if (agent === 'only asks') break;
  }
  for (const [agent, , score] of cases) assert.equal((await trustOf(app, agent)).score, score, agent);
  // An outcome without its evaluation does not count, and an `execute` counts only once its outcome is reported.
  const executed = { action: 'mail.send', context: {}, agent_id: 'executes' };
  const { body } = await ask(app, 'a', '/api/v1/core/governance/execute', { body: executed });
  assert.equal((await report(app, undefined, 'success')).status, 201);
  await settled(service);
  assert.equal((await trustOf(app, 'executes')).known, false);
  await report(app, body.evidence_id, 'success');
  await settled(service);
  assert.equal((await trustOf(app, 'executes')).score, 54.55);
  await assertTrue(app);
});

testAsTenantOnEachDatabase('counts-decisions-of-humans', async ({ app, service, key }) => {
  for (const [agent, verb, score] of [
    ['approved', 'approve', 55],
    ['rejected', 'reject', 35.71],
  ] as const) {
    const { body } = await evaluate(app, 'b', { ...GRAVE, agent_id: agent });
    assert.equal((await decide(app, verb, body.approval_id)).status, 200);
    await settled(service);
    const { score: shown, known } = await trustOf(app, agent);
    assert.deepEqual({ shown, known }, { shown: score, known: true });
  }
  const { body } = await evaluate(app, 'b', { ...GRAVE, agent_id: 'forgotten' });
  const { clock } = service;
  const tooLate = { now: () => clock.now() + 25 * HOUR_MS, monotonic: () => clock.monotonic() };
  const { chain, party } = await service.authenticator.authenticate(key);
  const deciding = { ...service, clock: tooLate };
  await assert.rejects(
    decideApproval(deciding, { chain, party, identity: null }, body.approval_id, {
      decision: 'approved',
    }),
    { code: 'conflict' },
  );
  await settled(service);
  assert.equal((await trustOf(app, 'forgotten')).known, false);
  await assertTrue(app);
});

testAsTenant('shows-an-agent-and-its-history', async ({ app, service }) => {
  const agent = 'größe/7 %2F?';
  assert.deepEqual(await trustOf(app, agent), {
    actor_id: agent,
    score: 50,
    known: false,
    start: 50,
    ceiling: 55,
    sums: { successes: 0, failures: 0 },
    updates: 0,
    last_update_evidence_id: null,
  });
  const url = `${TRUST_SCORES}/${encodeURIComponent(agent)}/history`;
  assert.deepEqual((await ask(app, 'a', url)).body, { items: [], next_cursor: null });
  for (const outcome of ['success', 'success', 'failure']) {
    await act(app, agent, {}, outcome);
    await settled(service);
  }
  const { body } = await ask(app, 'a', url);
  const entries = body.items.map((item: Answer['body']) => ({
    before: item.before,
    after: item.after,
    cause: item.cause.type,
    weight: item.weight,
  }));
  assert.deepEqual(entries, [
    { before: 55, after: 53.85, cause: 'failure', weight: 1 },
    { before: 54.55, after: 55, cause: 'success', weight: 1 },
    { before: 50, after: 54.55, cause: 'success', weight: 1 },
  ]);
  const fact = await ask(app, 'a', `/api/v1/evidence/${body.items[0].cause.evidence_id}`);
  assert.equal(body.items[0].as_of, fact.body.created_at);
  const { last_update_evidence_id: last, ...standing } = await trustOf(app, agent);
  assert.equal(last, body.items[0].evidence_id);
  assert.deepEqual(
    { score: standing.score, updates: standing.updates, ceiling: standing.ceiling },
    { score: 53.85, updates: 3, ceiling: 55 },
  );
  assert.deepEqual(standing.sums, { successes: 2, failures: 1 });
  const artifact = (await ask(app, 'a', `/api/v1/evidence/${last}`)).body;
  assert.deepEqual(
    {
      artifact_type: artifact.artifact_type,
      actor: artifact.actor,
      action: artifact.action,
      verdict: artifact.verdict,
    },
    { artifact_type: 'trust_update', actor: agent, action: 'mail.send', verdict: null },
  );
  assert.deepEqual(artifact.payload.cause, body.items[0].cause);

  const first = (await ask(app, 'a', `${url}?limit=2`)).body;
  const second = (await ask(app, 'a', `${url}?limit=2&cursor=${first.next_cursor}`)).body;
  assert.deepEqual([...first.items, ...second.items], body.items);
  assert.equal(second.next_cursor, null);
  const elsewhere = `${TRUST_SCORES}/other/history?limit=2&cursor=${first.next_cursor}`;
  assert.equal((await ask(app, 'a', elsewhere)).status, 422);
  assert.equal((await ask(app, 'a', `${url}?cursor=x`)).status, 422);
  assert.equal((await ask(app, 'a', `${TRUST_SCORES}/${'x'.repeat(257)}`)).status, 422);
  assert.equal((await ask(app, 'a', `${TRUST_SCORES}/${'x'.repeat(256)}`)).status, 200);
});

testAsTenantOnEachDatabase('lists-agents-by-name-and-by-score', async ({ app, service }) => {
  for (const [agent, risk_level, outcome] of [
    ['c', 'low', 'success'],
    ['a', 'medium', 'failure'],
    ['d', 'low', 'failure'],
    ['b', 'low', 'failure'],
  ] as const) {
    await act(app, agent, { risk_level }, outcome);
  }
  await settled(service);
  for (const [order, expected] of [
    ['name', ['a', 'b', 'c', 'd']],
    ['score', ['a', 'b', 'd', 'c']],
  ] as const) {
    const found: string[] = [];
    let cursor = '';
    for (let page = 0; page < 4; page += 1) {
      const { status, body } = await ask(app, 'a', `${TRUST_SCORES}?order=${order}&limit=1${cursor}`);
      assert.equal(status, 200);
      found.push(...body.items.map((item: Answer['body']) => item.actor_id));
      assert.equal(body.next_cursor === null, page === 3);
      cursor = `&cursor=${body.next_cursor}`;
    }
    assert.deepEqual(found, expected);
  }
  const { body } = await ask(app, 'a', `${TRUST_SCORES}?limit=1`);
  assert.equal((await ask(app, 'a', `${TRUST_SCORES}?order=score&cursor=${body.next_cursor}`)).status, 422);
});

testAsTenant('keeps-trust-to-its-tenant-and-environment', async ({ app, service, name, sandboxKey }) => {
  const { secret } = await keyHolder(service, `${name}-other`);
  await act(app, 'agent', {}, 'success');
  await settled(service);
  for (const key of [secret, sandboxKey]) {
    assert.equal((await trustOf(app, 'agent', key)).known, false);
    assert.deepEqual((await ask(app, 'a', `${TRUST_SCORES}/agent/history`, { key })).body.items, []);
    assert.deepEqual((await ask(app, 'a', TRUST_SCORES, { key })).body.items, []);
  }
});
