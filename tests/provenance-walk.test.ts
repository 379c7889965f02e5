/**
 * An invoice with a stranger's account, through each way into the service: the payment to that account is held and its
 * source named, the payment to the account in the register passes, and a human's answer makes the account known.
 */
import assert from 'node:assert/strict';
import type { FastifyInstance } from 'fastify';
import { testOnEachDatabase } from './support/databases/databases.ts';
import { requireTrue } from './support/governance/governance.ts';
import { askOk, startTestService } from './support/http/in-process.ts';
import { DESK_AGENTS } from './support/walks/agents.ts';
import { DESK_AGENT, deskTools, heldFor, NAMED, STRANGER, SUPPLIER } from './support/walks/desk.ts';

for (const [way, start] of Object.entries(DESK_AGENTS)) {
  testOnEachDatabase(`holds-a-stranger-s-account-and-pays-the-supplier-s (${way})`, async (location, t) => {
    const { app, service } = await startTestService(t, location);
    await deskTools(app);
    const use = await start(t, await app.listen({ host: '127.0.0.1', port: 0 }));

    assert.deepEqual(await use('mail_read'), { ran: true, words: [] });
    const held = await use('pay', { to: STRANGER, amount: 40 });
    assert.equal(held.ran, false);
    assert.ok(held.words.length > 0);
    for (const words of held.words) assert.match(words, NAMED);

    assert.deepEqual(await use('payees'), { ran: true, words: [] });
    assert.deepEqual(await use('pay', { to: SUPPLIER, amount: 40 }), { ran: true, words: [] });

    const { items } = await askOk(app, 'a', '/api/v1/approvals?status=pending');
    assert.equal(items.length, 1);
    assert.match(items[0].reasoning, NAMED);
    await askOk(app, 'a', `/api/v1/approvals/${items[0].approval_id}/approve`, { body: {} });
    assert.equal((await use('pay', { to: STRANGER, amount: 40 })).ran, true);
    assert.equal((await use('pay', { to: STRANGER, amount: 39 })).ran, true, 'a human knows this account');

    assert.deepEqual(await lineOf(app), [
      ['desk.mail_read', 'proceed', null, 'content'],
      ['desk.pay', 'escalate', 'content', null],
      ['desk.payees', 'proceed', null, 'own'],
      ['desk.pay', 'proceed', 'own_result', null],
      ['desk.pay', 'proceed', 'memory', null],
      ['desk.pay', 'proceed', 'memory', null],
    ]);
    assert.deepEqual(await heldFor(app), { beyond_plan: 0, new_party: 1, other: 0 });
    await requireTrue(service);
    const { consistency_score } = await askOk(app, 'a', '/api/v1/evidence/truth-verification');
    assert.equal(consistency_score, 1);
  });
}

/** The calls of the session, each with its verdict, where its payee came from and what it returned. */
async function lineOf(app: FastifyInstance): Promise<unknown[]> {
  const { items } = await askOk(app, 'b', `/v1/sessions?agent_id=${DESK_AGENT}`);
  assert.equal(items.length, 1, 'one session');
  const id = encodeURIComponent(items[0].session_id);
  const { calls } = await askOk(app, 'b', `/v1/sessions/${id}?agent_id=${DESK_AGENT}`);
  return calls.map(({ action, verdict, targets, result }: ReturnType<typeof JSON.parse>) => [
    action,
    verdict,
    targets[0]?.origin ?? null,
    result?.source ?? null,
  ]);
}
