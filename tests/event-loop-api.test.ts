/**
 * No request of one tenant delays others' verdicts for long: the test sends valid and invalid requests to every
 * operation of the API.
 */
import assert from 'node:assert/strict';
import { testOnOneDatabase } from './support/databases/databases.ts';
import { type Description, hostileRequests } from './support/event-loop/hostile-requests.ts';
import { startProbedService } from './support/event-loop/probed.ts';
import { sendRaw } from './support/event-loop/raw-request.ts';
import { watch } from './support/event-loop/watch.ts';

/** The sandbox, which has no such data, serves just as well. */
const ENVIRONMENT = { ASSIZE_WEBHOOK_ALLOW_CIDRS: '127.0.0.1/32' };
const MANY = 1000;

testOnOneDatabase('no-request-to-any-operation-keeps-others-waiting', async (location, t) => {
  const service = await startProbedService(t, location, ENVIRONMENT);
  const description = await describedBy(service.baseUrl);
  const known = await makeSomeOfEach(service.baseUrl);
  const watching = watch(t, service);
  for (const request of hostileRequests(description, known)) await watching.send(request.name, request);
  const seen = await watching.end();
  assert.ok(seen.length > MANY);
  assert.deepEqual(
    seen.filter(({ answer }) => answer.status === 500).map(({ name }) => name),
    [],
  );
});

async function describedBy(baseUrl: string): Promise<Description> {
  const { body } = await sendRaw(baseUrl, { surface: 'a', method: 'GET', url: '/openapi.json', body: null });
  return body;
}

/** Makes one thing for each name in a path. */
async function makeSomeOfEach(baseUrl: string): Promise<Record<string, string>> {
  const post = async (url: string, body: object) => {
    const answer = await sendRaw(baseUrl, { surface: 'a', method: 'POST', url, body: JSON.stringify(body) });
    assert.ok(answer.status < 300, `${url}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const asked = { action: 'email.send', agent_id: 'agent-7', context: { risk_level: 'high' } };
  const evaluated = await post('/api/v1/core/governance/evaluate', asked);
  const endpoint = await post('/api/v1/webhooks', { url: 'https://receiver.invalid/' });
  const budget = await post('/api/v1/budgets', { name: 'all', limit_usd: 1000, period: 'month' });
  await post('/api/v1/policies', { name: 'payments', rules: [{ id: 'a', when: 'true', effect: 'note' }] });
  const exported = await post('/api/v1/evidence/export', { format: 'json' });
  const checked = await post('/api/v1/core/compliance/check', { framework: 'soc2' });
  return {
    id: evaluated.evidence_id,
    approval_id: evaluated.approval_id,
    evidence_id: checked.evidence_id,
    endpoint_id: endpoint.id,
    budget_id: budget.id ?? budget.budget_id,
    name: 'payments',
    version: '1',
    export_id: exported.export_id,
    framework: 'soc2',
    actor_id: 'agent-7',
    month: '2026-01',
    '*': '0/000',
    event_id: `evt_${'0'.repeat(24)}`,
    halt_id: `hlt_${'0'.repeat(24)}`,
    key_id: `key_${'0'.repeat(24)}`,
  };
}
