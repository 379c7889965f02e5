/** An evaluation that was judged by what was not in force then is named, however well its record agrees with itself. */
import assert from 'node:assert/strict';
import { evaluate as evaluateFor } from '@assize/service/evaluation/index.ts';
import type { Standing } from '@assize/service/governance/index.ts';
import type { House } from '@assize/service/wiring.ts';
import type { FastifyInstance } from 'fastify';
import { houseWithClock } from './support/approvals.ts';
import { testOnEachDatabase, testOnOneDatabase } from './support/databases.ts';
import { ask, evaluate, PRODUCTION_KEY } from './support/house.ts';
import { act, inForce, rule } from './support/policies.ts';
import { change } from './support/settings.ts';

const ACTION = 'payment.send';
const LONG_MS = 60_000;
const SKEW_MS = 4_000;

/** A node that does not look at how its chain is governed, but keeps to what it is given. */
async function judgeBy(house: House, standing: Standing, agent_id = 'agent', shiftMs = 0): Promise<string> {
  const principal = await house.authenticator.authenticate(PRODUCTION_KEY);
  const { clock } = house;
  const astray = {
    ...house,
    clock: { now: () => clock.now() + shiftMs, monotonic: () => clock.monotonic() },
    standings: { of: () => standing, drop: () => undefined },
  };
  const { evidenceId } = await evaluateFor(astray, principal, { action: ACTION, context: {}, agent_id });
  return evidenceId;
}

async function standingNow(house: House): Promise<Standing> {
  const { chain } = await house.authenticator.authenticate(PRODUCTION_KEY);
  house.standings.drop(chain);
  return house.standings.of(chain);
}

async function gapsOf(house: House): Promise<[string | undefined, string][]> {
  const { chain } = await house.authenticator.authenticate(PRODUCTION_KEY);
  const { gaps } = await house.truth.verify(chain);
  return gaps.map(({ registry, evidenceId, what }) => {
    assert.equal(registry, 'verdicts', what);
    return [evidenceId, what];
  });
}

async function halt(app: FastifyInstance, body: object): Promise<string> {
  const answer = await ask(app, 'a', '/api/v1/core/halts', { body: { reason: 'r', ...body } });
  assert.equal(answer.status, 200);
  return answer.body.halt_id;
}

async function lift(app: FastifyInstance, haltId: string): Promise<void> {
  const { status } = await ask(app, 'a', `/api/v1/core/halts/${haltId}`, { method: 'DELETE' });
  assert.equal(status, 200);
}

interface Case {
  promise: string;
  /** What holds when the stale standing is taken. */
  before?(app: FastifyInstance): Promise<unknown>;
  meanwhile(app: FastifyInstance): Promise<unknown>;
  what: RegExp;
  agent?: string;
}

const CASES: Case[] = [
  {
    promise: 'no-policy-while-one-was-in-force',
    meanwhile: (app) => inForce(app, 'first', [rule(`action == "${ACTION}"`)]),
    what: /judged by no policy while policies were in force/,
  },
  {
    promise: 'an-older-set-of-policies',
    meanwhile: (app) => inForce(app, 'second', [rule('action == "x"')]),
    what: /set of policies that was not in force/,
  },
  {
    promise: 'policies-that-were-taken-out-of-force',
    meanwhile: (app) => act(app, 'first', 'deactivate', { expected_version: 1 }),
    what: /set of policies that was not in force/,
  },
  {
    promise: 'older-settings',
    meanwhile: (app) => change(app, () => ({ attestation: 'verified' })),
    what: /law settings that were not in force/,
  },
  {
    promise: 'a-halt-of-its-agent-that-was-not-heeded',
    meanwhile: (app) => halt(app, { agent_id: 'halted' }),
    what: /as if nobody had halted its agent/,
    agent: 'halted',
  },
  {
    promise: 'a-halt-of-all-that-was-not-heeded',
    meanwhile: (app) => halt(app, { all: true }),
    what: /as if nobody had halted all agents/,
  },
];

testOnEachDatabase('names-what-was-judged-by-what-was-not-in-force', async (location, t) => {
  const { house, app, move: pass } = await houseWithClock(t, location);
  await evaluate(app, 'a', { action: ACTION, context: {} });
  const found: [string, RegExp][] = [];
  for (const { promise, meanwhile, what, agent } of CASES) {
    await t.test(promise, async () => {
      const stale = await standingNow(house);
      await meanwhile(app);
      await judgeBy(house, stale, agent);
      await judgeBy(house, stale, agent, -SKEW_MS);
      await judgeBy(house, await standingNow(house), agent, SKEW_MS);
      assert.equal((await gapsOf(house)).length, found.length, 'what was in force a moment ago is no gap');
      pass(LONG_MS);
      found.push([await judgeBy(house, stale, agent), what]);
      const gaps = await gapsOf(house);
      assert.deepEqual(
        gaps.map(([id]) => id),
        found.map(([id]) => id),
      );
      for (const [place, [, told]] of gaps.entries()) assert.match(told, found[place]?.[1] ?? /^$/);
    });
  }
});

testOnOneDatabase('names-what-was-judged-by-a-halt-that-was-lifted', async (location, t) => {
  const { house, app, move: pass } = await houseWithClock(t, location);
  const [all, one] = [await halt(app, { all: true }), await halt(app, { agent_id: 'agent' })];
  const halted = await standingNow(house);
  await judgeBy(house, halted);
  await lift(app, all);
  const ofOne = await standingNow(house);
  await judgeBy(house, ofOne);
  pass(LONG_MS);
  const first = await judgeBy(house, halted);
  await judgeBy(house, ofOne);
  await judgeBy(house, ofOne, 'another');
  await lift(app, one);
  pass(LONG_MS);
  const second = await judgeBy(house, ofOne);
  await judgeBy(house, await standingNow(house));
  const gaps = await gapsOf(house);
  assert.deepEqual(
    gaps.map(([id]) => id),
    [first, second],
  );
  for (const [, what] of gaps) assert.match(what, /a halt that was not in force/);
});

testOnOneDatabase('names-it-also-where-the-record-of-the-change-is-gone', async (location, t) => {
  const { house, app, move: pass } = await houseWithClock(t, location);
  const before = await standingNow(house);
  await inForce(app, 'first', [rule('action == "x"')]);
  await change(app, () => ({ attestation: 'verified' }));
  await halt(app, { agent_id: 'halted' });
  const search = { artifact_type: 'governance_change', limit: 100 };
  const { body } = await ask(app, 'a', '/api/v1/evidence/search', { body: search });
  for (const { id, action } of body.items) {
    if (!/^(policy\.activate|settings|halt)/.test(action)) continue;
    const { status } = await ask(app, 'a', `/api/v1/evidence/${id}/redact`, { body: { reason: 'r' } });
    assert.equal(status, 200);
  }
  pass(LONG_MS);
  const now = await standingNow(house);
  await judgeBy(house, now);
  await judgeBy(house, now, 'halted');
  const noPolicies = await judgeBy(house, { ...now, policies: null });
  const oldSettings = await judgeBy(house, { ...now, settings: before.settings });
  const notHalted = await judgeBy(house, { ...now, halts: before.halts }, 'halted');
  const ids = (await gapsOf(house)).map(([id]) => id);
  assert.deepEqual(ids, [noPolicies, oldSettings, notHalted]);
  await inForce(app, 'second', [rule('action == "y"')]);
  await change(app, () => ({ attestation: 'accepted' }));
  assert.equal((await gapsOf(house)).length, 3, 'the next change tells what it went out from');
});
