/** No sequence of calls and jumps of the clock takes an approval through a state that is not drawn. */
import assert from 'node:assert/strict';
import { type ApprovalStatus, expiryChore } from '@assize/service/approvals/index.ts';
import fc from 'fast-check';
import { decide, escalated, houseWithClock, type MovedHouse, withApproval } from './support/approvals.ts';
import { testOnEachDatabase } from './support/databases.ts';
import { ask, evaluate, PRODUCTION_KEY } from './support/house.ts';
import { keyHolder } from './support/other-tenant.ts';

/** As they are drawn in docs/approvals.md. */
const DRAWN: Record<ApprovalStatus, ApprovalStatus[]> = {
  pending: ['approved', 'rejected', 'expired', 'cancelled'],
  approved: ['consumed'],
  rejected: [],
  expired: [],
  cancelled: [],
  consumed: [],
};

const HOUR_MS = 3_600_000;
const RUNS = 30;

interface World extends MovedHouse {
  keys: readonly string[];
}

type Step = { what: string; by: number; hours: number };

const anyStep: fc.Arbitrary<Step> = fc.record({
  what: fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom('approve', 'reject') },
    { weight: 3, arbitrary: fc.constantFrom('use', 'use at once', 'use otherwise', 'simulate') },
    { weight: 2, arbitrary: fc.constantFrom('move', 'sweep') },
  ),
  by: fc.nat({ max: 2 }),
  hours: fc.integer({ min: -20, max: 30 }),
});

/** @returns how often the action was let. */
async function take({ app, house, keys, move }: World, id: string, step: Step): Promise<number> {
  const { what, by, hours } = step;
  const use = async (body: object) => (await evaluate(app, 'b', body)).body.verdict;
  switch (what) {
    case 'approve':
    case 'reject': {
      const { status } = await decide(app, what, id, { key: keys[by] });
      assert.ok(status === 200 || status === 409, `${what}: ${status}`);
      return 0;
    }
    case 'use':
      return (await use(withApproval(id))) === 'PROCEED' ? 1 : 0;
    case 'use at once': {
      const verdicts = await Promise.all([1, 2, 3].map(() => use(withApproval(id))));
      return verdicts.filter((verdict) => verdict === 'PROCEED').length;
    }
    case 'use otherwise':
      assert.equal(await use({ ...withApproval(id), agent_id: 'another' }), 'BLOCK');
      return 0;
    case 'simulate':
      await ask(app, 'a', '/api/v1/core/governance/simulate', { body: withApproval(id) });
      return 0;
    case 'move':
      move(hours * HOUR_MS);
      return 0;
    default:
      await expiryChore(house).run(new AbortController().signal);
      return 0;
  }
}

testOnEachDatabase('goes-through-no-state-that-is-not-drawn', async (location, t) => {
  const moved = await houseWithClock(t, location, { required: { high: 2 } });
  const others = [await keyHolder(moved.house, 'default'), await keyHolder(moved.house, 'default')];
  const world = { ...moved, keys: [PRODUCTION_KEY, ...others.map(({ secret }) => secret)] };
  const { db, truth, authenticator } = world.house;
  const row = (id: string) =>
    db.selectFrom('approvals').selectAll().where('approval_id', '=', id).executeTakeFirstOrThrow();

  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { minLength: 1, maxLength: 10 }), async (steps) => {
      const id = await escalated(world.app);
      let before = await row(id);
      let proceeded = 0;
      for (const step of steps) {
        proceeded += await take(world, id, step);
        const after = await row(id);
        const path = `${before.status} by ${JSON.stringify(step)} to ${after.status}`;
        assert.ok(isDrawn(before.status, after.status), path);
        if (before.resolved_at !== null) {
          assert.deepEqual(
            [after.resolved_at, after.resolution_evidence_id],
            [before.resolved_at, before.resolution_evidence_id],
            path,
          );
        }
        assert.equal(after.resolved_at === null, after.status === 'pending', path);
        assert.equal(after.consumed_at === null, after.status !== 'consumed', path);
        assert.equal(proceeded, after.status === 'consumed' ? 1 : 0, path);
        before = after;
      }
    }),
    { numRuns: RUNS },
  );
  const { chain } = await authenticator.authenticate(PRODUCTION_KEY);
  assert.deepEqual((await truth.verify(chain)).gaps, []);
});

/** Also in more than one step: others may act in between. */
function isDrawn(from: ApprovalStatus, to: ApprovalStatus): boolean {
  return from === to || DRAWN[from].some((next) => isDrawn(next, to));
}
