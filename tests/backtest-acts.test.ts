/** A back-test with a draft catalogue knows the targets that were known when each evaluation was judged. */
import assert from 'node:assert/strict';
import type { FastifyInstance } from 'fastify';
import { mailTo } from './support/acts/acts.ts';
import { changesIn } from './support/acts/backtests.ts';
import { TOOLS } from './support/acts/tools.ts';
import { decide } from './support/approvals/approvals.ts';
import { AGENT, opened } from './support/governance/mandates.ts';
import { ask, askOk, evaluate } from './support/http/in-process.ts';
import { testAsTenant, testAsTenantOnEachDatabase } from './support/people/tenants.ts';

const ANN = 'ann@example.org';
const NOTIFY = { ...mailTo('to'), tool: 'mail.notify' };
const DRAFT = { tools: [mailTo('to'), NOTIFY], enforcement: 'enforce' };

async function asked(app: FastifyInstance, to: string, { action = 'mail.notify', context = {} } = {}) {
  const body = { action, agent_id: AGENT, context: { ...context, arguments: { to } } };
  const { status, body: answered } = await evaluate(app, 'a', body);
  assert.equal(status, 200, JSON.stringify(answered));
  return answered;
}

const changes = async (app: FastifyInstance, body: object = DRAFT) =>
  changesIn(await ask(app, 'a', '/api/v1/settings/backtest', { body }));

const record = async (app: FastifyInstance, target: object): Promise<string> => {
  const body = await askOk(app, 'a', '/api/v1/targets', { body: { targets: [target] } });
  return body.added[0].target_id;
};

testAsTenantOnEachDatabase('knows-the-records-that-stood-then', async ({ app }) => {
  await asked(app, ANN);
  assert.deepEqual(await changes(app), { 'proceed > escalate': 1 });
  const id = await record(app, { kind: 'domain', value: 'example.org' });
  assert.deepEqual(await changes(app), { 'proceed > escalate': 1 }, 'it was unknown then');
  await asked(app, ANN);
  await asked(app, 'eve@example.net');
  assert.deepEqual(await changes(app), { 'proceed > escalate': 2 });
  const { status } = await ask(app, 'a', `/api/v1/targets/${id}`, { method: 'DELETE' });
  assert.equal(status, 200);
  assert.deepEqual(await changes(app), { 'proceed > escalate': 2 }, 'it was known then');
  await asked(app, ANN);
  assert.deepEqual(await changes(app), { 'proceed > escalate': 3 });
});

testAsTenantOnEachDatabase('knows-what-approvals-had-taught-then', async ({ app }) => {
  const { status } = await ask(app, 'a', TOOLS, { method: 'PUT', body: { entry: mailTo('to') } });
  assert.equal(status, 200);
  await asked(app, ANN);
  const { approval_id } = await asked(app, ANN, { action: 'mail.send' });
  assert.equal((await decide(app, 'approve', approval_id)).status, 200);
  await asked(app, ANN);
  await asked(app, 'ben@example.org');
  assert.deepEqual(
    await changes(app),
    { 'escalate > proceed': 1 },
    'of the notices, the one after the approval',
  );
});

testAsTenant('knows-what-the-mandate-named-and-finds-what-is-beyond-it', async ({ app }) => {
  const { status } = await ask(app, 'a', TOOLS, { method: 'PUT', body: { entry: mailTo('to') } });
  assert.equal(status, 200);
  const { mandate_id } = await opened(app, { effects: ['send'], targets: [{ value: ANN }] });
  await asked(app, ANN, { context: { mandate_id } });
  await asked(app, 'eve@example.net', { context: { mandate_id } });
  assert.deepEqual(await changes(app), { 'escalate > proceed': 1 });
  const paying = { ...DRAFT, tools: [{ ...NOTIFY, effect: 'pay' }] };
  assert.deepEqual(await changes(app, paying), {});
});
