/** A compliance check finds the trust that outcomes, approvals and rejections have moved. */
import assert from 'node:assert/strict';
import { behaveWell, checked, findingOf } from './support/compliance/compliance.ts';
import { ask, evaluate } from './support/http/in-process.ts';
import { keyHolder } from './support/people/other-tenant.ts';
import { testAsTenant } from './support/people/tenants.ts';
import { untilTakenUp } from './support/truth/truth-parts.ts';
import { until } from './support/until.ts';

testAsTenant('finds-that-trust-follows-what-really-happened', async ({ app, service, name, key }) => {
  const asked = async () => findingOf(await checked(app, { framework: 'eu_ai_act' }), 'trust_kept');
  const { body: nobodys } = await evaluate(app, 'b', { action: 'email.send', context: {} });
  const outcome = {
    action: 'email.send',
    context: {},
    outcome: 'success',
    executed_at: '2026-01-01T00:00:00Z',
  };
  const reported = { ...outcome, evaluation_id: nobodys.evidence_id };
  assert.equal((await ask(app, 'b', '/v1/evidence', { body: reported })).status, 201);
  await untilTakenUp(service);
  const { result, finding } = await asked();
  assert.deepEqual(
    { result, finding },
    { result: 'not_assessed', finding: 'No agent is named in an outcome that was reported.' },
  );

  // Ten outcomes for agent-1; an approval and a rejection for agent-7.
  await behaveWell(app, { agent: key, officer: (await keyHolder(service, name)).secret });
  await untilTakenUp(service);
  const { body: ledger } = await ask(app, 'a', '/api/v1/core/trust/agent-1');
  assert.ok(ledger.score > 50, 'it was earned');
  const kept = await asked();
  assert.deepEqual(
    { result: kept.result, counts: kept.counts },
    { result: 'met', counts: { trust_updates: 12 } },
  );
  const agents = new Set<string>();
  for (const id of kept.evidence_ids) {
    const { body } = await ask(app, 'a', `/api/v1/evidence/${id}`);
    assert.equal(body.artifact_type, 'trust_update');
    agents.add(body.actor);
  }
  assert.deepEqual([...agents].sort(), ['agent-1', 'agent-7']);
  const from_date = new Date(service.clock.now() + 1).toISOString();
  await until(async () => service.clock.now() > Date.parse(from_date));
  await evaluate(app, 'b', { action: 'email.send', context: {} });
  const later = findingOf(await checked(app, { framework: 'eu_ai_act', from_date }), 'trust_kept');
  assert.equal(later.result, 'not_assessed', 'changes before the period do not count');
});
