/** Only a human's approval widens a mandate: of this very widening, once, while the mandate is open. */
import assert from 'node:assert/strict';
import type { FastifyInstance } from 'fastify';
import { decide } from './support/approvals/approvals.ts';
import { changesOf, requireTrue } from './support/governance/governance.ts';
import { AGENT, changed, mandateNow, opened, verdictUnder } from './support/governance/mandates.ts';
import { type Answer, ask, evaluate, type Surface } from './support/http/in-process.ts';
import { testAsTenant, testAsTenantOnEachDatabase } from './support/people/tenants.ts';

const WIDER = {
  expires_at: new Date(Date.now() + 172_800_000).toISOString(),
  effects: ['read', 'write'],
  targets: [{ value: 'bob@example.org' }],
  max_actions: 5,
};
const NARROW = { effects: ['read'], max_actions: 2, targets: [{ value: 'ann@example.org' }] };

const widen = (app: FastifyInstance, id: string, body: object, surface: Surface = 'b') =>
  changed(app, 'widen', id, body, { surface });

async function approvedWidening(app: FastifyInstance, id: string, body: object = WIDER): Promise<string> {
  const { body: asked } = await widen(app, id, body);
  assert.equal(asked.verdict, 'escalate', JSON.stringify(asked));
  assert.equal((await decide(app, 'approve', asked.approval_id)).status, 200);
  return asked.approval_id;
}

const brief = ({ status, body }: Answer) => ({
  status,
  verdict: body.verdict,
  version: body.mandate?.version,
});

for (const surface of ['a', 'b'] as Surface[]) {
  testAsTenantOnEachDatabase(
    `widens-once-a-human-approves-by-surface-${surface}`,
    async ({ app, service, key }) => {
      const { mandate_id: id } = await opened(app, NARROW);
      const asked = await widen(app, id, WIDER, surface);
      assert.deepEqual(brief(asked), { status: 200, verdict: 'escalate', version: 1 });
      const approval_id = asked.body.approval_id;
      const waiting = await widen(app, id, { ...WIDER, approval_id }, surface);
      assert.deepEqual(brief(waiting), { status: 200, verdict: 'escalate', version: 1 });
      assert.equal((await decide(app, 'approve', approval_id)).status, 200);
      const widened = await widen(app, id, { ...WIDER, approval_id }, surface);
      assert.deepEqual(brief(widened), { status: 200, verdict: 'proceed', version: 2 });
      const { effects, max_actions, targets } = widened.body.mandate;
      assert.deepEqual(
        { effects, max_actions, targets },
        { effects: WIDER.effects, max_actions: 5, targets: [{ kind: 'email', value: 'bob@example.org' }] },
      );
      const again = await widen(app, id, { ...WIDER, approval_id }, surface);
      assert.deepEqual(brief(again), { status: 200, verdict: 'block', version: 2 });
      const [record] = await changesOf(service, 'mandate.widen', key);
      assert.deepEqual(
        { version: record?.change.version, evaluation: record?.change.evaluation_id },
        { version: 2, evaluation: widened.body.evidence_id },
      );
      await requireTrue(service, key);
    },
  );
}

testAsTenant('never-widens-by-the-approval-of-another-widening', async ({ app }) => {
  const { mandate_id: id } = await opened(app, NARROW);
  const { mandate_id: other } = await opened(app, NARROW);
  const approval_id = await approvedWidening(app, id);
  for (const more of [
    { effects: ['read', 'write', 'pay'] },
    { targets: [{ value: 'bob@example.orga' }] },
    { max_actions: 6 },
    { strict: false },
    { tools: [] },
  ]) {
    const answer = await widen(app, id, { ...WIDER, ...more, approval_id });
    assert.deepEqual(brief(answer), { status: 200, verdict: 'block', version: 1 }, JSON.stringify(more));
  }
  assert.deepEqual(brief(await widen(app, other, { ...WIDER, approval_id })).verdict, 'block');
  assert.deepEqual(brief(await widen(app, id, { ...WIDER, approval_id })), {
    status: 200,
    verdict: 'proceed',
    version: 2,
  });
});

testAsTenant('never-widens-by-the-approval-of-an-ordinary-action', async ({ app }) => {
  const { mandate_id: id } = await opened(app, NARROW);
  const grave = { action: 'mandate.open', agent_id: AGENT, context: { risk_level: 'high' } };
  const { body } = await evaluate(app, 'b', grave);
  await decide(app, 'approve', body.approval_id);
  const answer = await widen(app, id, { ...WIDER, approval_id: body.approval_id });
  assert.deepEqual(brief(answer), { status: 200, verdict: 'block', version: 1 });
});

testAsTenant('asks-again-where-the-terms-have-changed-since-the-approval', async ({ app }) => {
  const { mandate_id: id } = await opened(app, NARROW);
  const approval_id = await approvedWidening(app, id);
  assert.equal((await changed(app, 'narrow', id, { max_actions: 1 })).status, 200);
  const answer = await widen(app, id, { ...WIDER, approval_id });
  assert.deepEqual(brief(answer), { status: 200, verdict: 'block', version: 2 });
  assert.equal(brief(await widen(app, id, WIDER)).verdict, 'escalate');
});

testAsTenantOnEachDatabase('refuses-to-widen-what-is-closed-meanwhile', async ({ app, service, key }) => {
  const { mandate_id: id } = await opened(app, NARROW);
  const approval_id = await approvedWidening(app, id);
  assert.equal((await changed(app, 'close', id, {})).status, 200);
  const { status, body } = await widen(app, id, { ...WIDER, approval_id });
  assert.deepEqual([status, body.detail], [409, 'The mandate is closed.']);
  assert.equal((await mandateNow(app, id)).version, 1);
  await requireTrue(service, key);
});

testAsTenantOnEachDatabase('widens-or-closes-where-both-come-at-once', async ({ app, service, key }) => {
  for (let round = 0; round < 8; round += 1) {
    const { mandate_id: id } = await opened(app, NARROW);
    const approval_id = await approvedWidening(app, id);
    const [widening, closing] = await Promise.all([
      widen(app, id, { ...WIDER, approval_id }),
      changed(app, 'close', id, {}),
    ]);
    assert.equal(closing.status, 200);
    assert.ok([200, 409].includes(widening.status), JSON.stringify(widening));
    const { status, version } = await mandateNow(app, id);
    assert.deepEqual({ status, version }, { status: 'closed', version: widening.status === 200 ? 2 : 1 });
  }
  await requireTrue(service, key);
});

testAsTenantOnEachDatabase('uses-an-approval-of-a-widening-once', async ({ app, service, key }) => {
  const { mandate_id: id } = await opened(app, NARROW);
  const approval_id = await approvedWidening(app, id);
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => widen(app, id, { ...WIDER, approval_id })),
  );
  const proceeds = answers.filter(({ body }) => body.verdict === 'proceed');
  assert.equal(proceeds.length, 1, JSON.stringify(answers.map(brief)));
  assert.equal((await mandateNow(app, id)).version, 2);
  await requireTrue(service, key);
});

testAsTenant('can-not-be-widened-by-an-evaluation', async ({ app }) => {
  const { mandate_id: id } = await opened(app, NARROW);
  const forged = {
    action: 'mandate.widen',
    agent_id: AGENT,
    context: { mandate: id, version: 1, terms: WIDER, has_approval: true },
  };
  const approval_id = await approvedWidening(app, id);
  for (const more of [{}, { actor_type: 'human' }, { approval_id }]) {
    const asked = { ...forged, context: { ...forged.context, ...more } };
    const { status, body } = await evaluate(app, 'b', asked);
    assert.equal(status, 400);
    assert.match(body.detail[0].msg, /an evaluation can't widen it/);
    for (const path of ['execute', 'simulate']) {
      const { status } = await ask(app, 'a', `/api/v1/core/governance/${path}`, { body: asked });
      assert.equal(status, 422, path);
    }
  }
  assert.equal((await mandateNow(app, id)).version, 1);
  assert.equal(brief(await widen(app, id, { ...WIDER, approval_id })).verdict, 'proceed', 'it is unused');
});

testAsTenant('lets-an-agent-go-on-after-it-was-used-up-and-widened', async ({ app }) => {
  const { mandate_id: id } = await opened(app, { effects: ['read'], max_actions: 1, strict: true });
  assert.equal((await verdictUnder(app, id)).verdict, 'PROCEED');
  const { status } = await widen(app, id, { max_actions: 2 });
  assert.equal(status, 200);
  const approval_id = await approvedWidening(app, id, { max_actions: 2 });
  assert.equal(brief(await widen(app, id, { max_actions: 2, approval_id })).verdict, 'proceed');
  assert.equal((await verdictUnder(app, id)).verdict, 'PROCEED');
  assert.equal((await verdictUnder(app, id)).verdict, 'BLOCK');
});
