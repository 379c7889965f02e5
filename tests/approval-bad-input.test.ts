/** Wrong requests about approvals, on both surfaces: each is refused and changes nothing. */
import assert from 'node:assert/strict';
import type { Service } from '@assize/service/wiring.ts';
import type { FastifyInstance } from 'fastify';
import {
  APPROVALS,
  brief,
  decide,
  escalated,
  GRAVE,
  serviceWithClock,
  statusOf,
  withApproval,
} from './support/approvals/approvals.ts';
import { testOnOneDatabase } from './support/databases/databases.ts';
import { ask, assertTrue, evaluate, SANDBOX_KEY, SURFACES, type Surface } from './support/http/in-process.ts';
import { keyHolder } from './support/people/other-tenant.ts';
import { testAsTenant } from './support/people/tenants.ts';
import { untilTakenUp } from './support/truth/truth-parts.ts';

const MEGABYTE = 2 ** 20;
const DAY_MS = 86_400_000;
const EACH_SURFACE = Object.keys(SURFACES) as Surface[];
const VERBS = ['approve', 'reject'] as const;

testAsTenant('takes-no-comment-of-a-megabyte', async ({ app, service, chain }) => {
  const id = await escalated(app);
  const before = await artifactsIn(service, chain);
  for (const surface of EACH_SURFACE) {
    for (const verb of VERBS) {
      for (const comment of ['x'.repeat(MEGABYTE), 'é'.repeat(MEGABYTE / 2), 'x'.repeat(4097)]) {
        const { status, body } = await decide(app, verb, id, { surface, body: { comment } });
        assert.ok([413, SURFACES[surface].invalid].includes(status), `${status}`);
        assert.ok(JSON.stringify(body).length < 1000);
      }
    }
  }
  assert.equal(await statusOf(app, id), 'pending');
  assert.equal(await artifactsIn(service, chain), before);
  const longest = 'é'.repeat(4096);
  const { body } = await decide(app, 'approve', id, { body: { comment: longest } });
  assert.equal(body.decisions[0].comment, longest);
  const { body: artifact } = await ask(app, 'a', `/api/v1/evidence/${body.resolution_evidence_id}`);
  assert.equal(artifact.payload.decisions[0].comment, longest);
});

testOnOneDatabase('decides-nothing-that-is-decided-expired-foreign-or-unknown', async (location, t) => {
  const { app, service, move } = await serviceWithClock(t, location);
  const { secret: colleague } = await keyHolder(service, 'default');
  const { secret: stranger } = await keyHolder(service, 'stranger');
  const states = await oneOfEachState(app, move);
  const nothing = { status: 404, body: { detail: 'There is no such approval.' } };
  const before = await artifactsIn(service);
  for (const surface of EACH_SURFACE) {
    for (const verb of VERBS) {
      for (const [state, id] of Object.entries(states)) {
        const late = {
          status: 409,
          body: { detail: `The approval is ${state}.`, code: 'approval_not_pending' },
        };
        assert.deepEqual(await brief(decide(app, verb, id, { surface, key: colleague })), late);
        for (const key of [stranger, SANDBOX_KEY]) {
          assert.deepEqual(await brief(decide(app, verb, id, { surface, key })), nothing);
        }
      }
      for (const id of [`apr_${'0'.repeat(24)}`, 'esc_0', "'", '..%2f']) {
        assert.deepEqual(await brief(decide(app, verb, id, { surface })), nothing, id);
      }
    }
  }
  assert.equal(await artifactsIn(service), before);
  for (const [state, id] of Object.entries(states)) assert.equal(await statusOf(app, id), state);
});

testAsTenant(
  'does-not-proceed-on-an-approval-of-another-request',
  async ({ app, service, name, key, sandboxKey }) => {
    const { secret: stranger } = await keyHolder(service, `${name}-stranger`);
    const id = await escalated(app);
    await decide(app, 'approve', id);
    const right = withApproval(id);
    const other = { ...right, context: { ...right.context, invoice: { number: 8 } } };
    const wrong: [string, object, string, RegExp][] = [
      ['one field changed', other, key, /bound to another request/],
      ['another agent', { ...right, agent_id: 'agent-8' }, key, /bound to another request/],
      ['the other environment', right, sandboxKey, /not known/],
      ['another tenant', right, stranger, /not known/],
    ];
    for (const surface of EACH_SURFACE) {
      for (const [what, body, key, why] of wrong) {
        const answer = await evaluate(app, surface, body, { key });
        assert.equal(answer.body.verdict.toLowerCase(), 'block', what);
        assert.match(JSON.stringify(answer.body), why, what);
      }
    }
    assert.equal(await statusOf(app, id), 'approved');
    const twice = [await evaluate(app, 'a', right), await evaluate(app, 'b', right)];
    assert.deepEqual(
      twice.map(({ body }) => body.verdict),
      ['proceed', 'BLOCK'],
    );
    assert.match(twice[1]?.body.block_reason, /the approval is consumed/);
    await assertTrue(app);
  },
);

/** By state. Nothing that is done to them afterwards has any effect. */
async function oneOfEachState(app: FastifyInstance, move: (ms: number) => void) {
  const [expired, approved, rejected, consumed] = [
    await escalated(app),
    await escalated(app),
    await escalated(app),
    await escalated(app),
  ];
  await decide(app, 'approve', approved);
  await decide(app, 'reject', rejected);
  await decide(app, 'approve', consumed);
  assert.equal((await evaluate(app, 'b', withApproval(consumed))).body.verdict, 'PROCEED');
  move(DAY_MS);
  assert.equal((await decide(app, 'approve', expired)).status, 409);
  const { body } = await ask(app, 'b', `${APPROVALS.b}?status=expired`);
  assert.equal(body.items[0]?.action, GRAVE.action);
  return { expired, approved, rejected, consumed };
}

/** Counts the artifacts. @param chain counts those of all chains if it is left out. */
async function artifactsIn({ db }: Service, chain?: number): Promise<number> {
  await untilTakenUp({ db });
  const rows = await db.selectFrom('artifacts').select('chain').execute();
  return rows.filter((row) => chain === undefined || row.chain === chain).length;
}
