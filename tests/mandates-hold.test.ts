/** A mandate holds for its tenant and its agent until it has ended, and no agent opens one for itself. */
import assert from 'node:assert/strict';
import { serviceWithClock } from './support/approvals/approvals.ts';
import { testOnEachDatabase } from './support/databases/databases.ts';
import { requireTrue } from './support/governance/governance.ts';
import {
  AGENT,
  changed,
  MANDATES,
  mandateNow,
  NO_MANDATE,
  opened,
  under,
  verdictUnder,
} from './support/governance/mandates.ts';
import { ask, evaluate, type Surface } from './support/http/in-process.ts';
import { keyHolder } from './support/people/other-tenant.ts';
import { testAsTenant } from './support/people/tenants.ts';

const DAY_MS = 86_400_000;
const STATED = { effects: ['read', 'send'], tools: ['gmail.*'], max_actions: 3, strict: true };

testAsTenant('hides-mandates-from-other-tenants', async ({ app, service, name }) => {
  const { mandate_id: id } = await opened(app, STATED);
  const { secret: key } = await keyHolder(service, `${name}-other`);
  for (const surface of ['a', 'b'] as Surface[]) {
    const theirs = await ask(app, surface, `${MANDATES[surface]}/${id}`, { key });
    const unknown = await ask(app, surface, `${MANDATES[surface]}/${NO_MANDATE}`, { key });
    assert.equal(theirs.status, 404);
    assert.deepEqual(theirs.body, unknown.body);
    for (const verb of ['narrow', 'widen', 'close'] as const) {
      const answers = await Promise.all(
        [id, NO_MANDATE, 'x'].map((each) =>
          changed(app, verb, each, verb === 'close' ? {} : { effects: ['read'] }, { surface, key }),
        ),
      );
      for (const { status, body } of answers)
        assert.deepEqual({ status, body }, { status: 404, body: unknown.body }, verb);
    }
    assert.deepEqual((await ask(app, surface, MANDATES[surface], { key })).body.items, []);
  }
  const { body: judged } = await evaluate(app, 'b', under(id), { key });
  const { body: invented } = await evaluate(app, 'b', under(NO_MANDATE), { key });
  assert.equal(judged.verdict, 'BLOCK');
  assert.equal(judged.reasoning.replaceAll(id, NO_MANDATE), invented.reasoning);
  assert.equal((await mandateNow(app, id)).status, 'open');
});

testAsTenant('never-opens-one-for-the-key-of-an-agent', async ({ app, service, name }) => {
  const { mandate_id: id } = await opened(app, STATED);
  const { secret: key } = await keyHolder(service, name, { scopes: ['governance:evaluate'] });
  for (const surface of ['a', 'b'] as Surface[]) {
    const refused = await ask(app, surface, MANDATES[surface], {
      key,
      body: { agent_id: AGENT, effects: ['pay'] },
    });
    assert.equal(refused.status, 403);
    for (const verb of ['narrow', 'widen', 'close'] as const)
      assert.equal((await changed(app, verb, id, { effects: ['pay'] }, { surface, key })).status, 403, verb);
  }
});

testAsTenant('fails-an-action-under-a-mandate-that-does-not-hold-for-it', async ({ app }) => {
  const { mandate_id: ofOther } = await opened(app, { agent_id: 'agent-8', effects: ['read'] });
  const { mandate_id: closed } = await opened(app);
  await changed(app, 'close', closed);
  const { mandate_id: used } = await opened(app, { effects: ['read'], max_actions: 1 });
  assert.equal((await verdictUnder(app, used)).verdict, 'PROCEED');
  const cases = [
    [NO_MANDATE, 'unknown'],
    ['nonsense', 'unknown'],
    [ofOther, 'of another agent'],
    [closed, 'closed'],
    [used, 'used up'],
  ] as const;
  for (const [id, why] of cases) {
    const { verdict, reasoning } = await verdictUnder(app, id);
    assert.equal(verdict, 'BLOCK', why);
    assert.match(reasoning, new RegExp(`the mandate ${id} is ${why}`));
  }
});

testOnEachDatabase('fails-once-it-has-expired', async (location, t) => {
  const { app, service, move } = await serviceWithClock(t, location);
  const { mandate_id: id } = await opened(app, { effects: ['read'] });
  assert.equal((await verdictUnder(app, id)).verdict, 'PROCEED');
  move(DAY_MS + 1000);
  const { verdict, reasoning } = await verdictUnder(app, id);
  assert.equal(verdict, 'BLOCK');
  assert.match(reasoning, /is expired/);
  assert.equal((await mandateNow(app, id)).status, 'expired');
  for (const verb of ['narrow', 'widen'] as const) {
    const { status, body } = await changed(app, verb, id, { effects: [] });
    assert.deepEqual([status, body.detail], [409, 'The mandate is expired.']);
  }
  assert.equal((await changed(app, 'close', id)).body.status, 'closed');
  await requireTrue(service);
});
