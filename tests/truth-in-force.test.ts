/** Truth verification names an evaluation that was judged by replaced governance, even if its record is consistent. */
import assert from 'node:assert/strict';
import { evaluate as evaluateFor } from '@assize/service/evaluation/index.ts';
import type { ActiveGovernance } from '@assize/service/governance/index.ts';
import type { Service } from '@assize/service/wiring.ts';
import type { FastifyInstance } from 'fastify';
import { serviceWithClock } from './support/approvals/approvals.ts';
import { testOnOneDatabase } from './support/databases/databases.ts';
import { act, inForce, rule } from './support/governance/policies.ts';
import { change } from './support/governance/settings.ts';
import { ask, evaluate, PRODUCTION_KEY } from './support/http/in-process.ts';

const ACTION = 'payment.send';
const LONG_MS = 60_000;
const SKEW_MS = 4_000;

/** A node that ignores changes to its chain's governance, and keeps what it was given. */
async function judgeBy(
  service: Service,
  active: ActiveGovernance,
  agent_id = 'agent',
  shiftMs = 0,
): Promise<string> {
  const principal = await service.authenticator.authenticate(PRODUCTION_KEY);
  const { clock } = service;
  const astray = {
    ...service,
    clock: { now: () => clock.now() + shiftMs, monotonic: () => clock.monotonic() },
    governance: { of: () => active, drop: () => undefined },
  };
  const { evidenceId } = await evaluateFor(astray, principal, { action: ACTION, context: {}, agent_id });
  return evidenceId;
}

async function activeNow(service: Service): Promise<ActiveGovernance> {
  const { chain } = await service.authenticator.authenticate(PRODUCTION_KEY);
  service.governance.drop(chain);
  return service.governance.of(chain);
}

async function gapsOf(service: Service): Promise<[string | undefined, string][]> {
  const { chain } = await service.authenticator.authenticate(PRODUCTION_KEY);
  const { gaps } = await service.truth.verify(chain);
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

async function onAgents(app: FastifyInstance, path: string, body: object): Promise<void> {
  const { status } = await ask(app, 'a', `/api/v1/agents${path}`, { body });
  assert.ok(status < 300, `${path} answered ${status}`);
}

interface Case {
  promise: string;
  /** Changes the governance before the stale copy is taken. */
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
    what: /had halted its agent/,
    agent: 'halted',
  },
  {
    promise: 'a-registration-of-its-agent-that-was-not-heeded',
    meanwhile: (app) => onAgents(app, '', { agent_id: 'listed' }),
    what: /its agent stood otherwise in the inventory/,
    agent: 'listed',
  },
  {
    promise: 'a-suspension-of-its-agent-that-was-not-heeded',
    meanwhile: (app) => onAgents(app, '/listed/suspend', { reason: 'r' }),
    what: /its agent stood otherwise in the inventory/,
    agent: 'LISTED',
  },
  {
    promise: 'a-halt-of-all-that-was-not-heeded',
    meanwhile: (app) => halt(app, { all: true }),
    what: /had halted all agents/,
  },
];

testOnOneDatabase('names-evaluations-judged-by-replaced-governance', async (location, t) => {
  const { service, app, move: pass } = await serviceWithClock(t, location);
  await evaluate(app, 'a', { action: ACTION, context: {} });
  const found: [string, RegExp][] = [];
  for (const { promise, meanwhile, what, agent } of CASES) {
    await t.test(promise, async () => {
      const stale = await activeNow(service);
      await meanwhile(app);
      await judgeBy(service, stale, agent);
      await judgeBy(service, stale, agent, -SKEW_MS);
      await judgeBy(service, await activeNow(service), agent, SKEW_MS);
      assert.equal(
        (await gapsOf(service)).length,
        found.length,
        'what was in force a moment ago does not count as a gap',
      );
      pass(LONG_MS);
      found.push([await judgeBy(service, stale, agent), what]);
      const gaps = await gapsOf(service);
      assert.deepEqual(
        gaps.map(([id]) => id),
        found.map(([id]) => id),
      );
      for (const [place, [, shown]] of gaps.entries()) assert.match(shown, found[place]?.[1] ?? /^$/);
    });
  }
});

testOnOneDatabase('names-evaluations-judged-by-a-lifted-halt', async (location, t) => {
  const { service, app, move: pass } = await serviceWithClock(t, location);
  const [all, one] = [await halt(app, { all: true }), await halt(app, { agent_id: 'agent' })];
  const halted = await activeNow(service);
  await judgeBy(service, halted);
  await lift(app, all);
  const ofOne = await activeNow(service);
  await judgeBy(service, ofOne);
  pass(LONG_MS);
  const first = await judgeBy(service, halted);
  await judgeBy(service, ofOne);
  await judgeBy(service, ofOne, 'another');
  await lift(app, one);
  pass(LONG_MS);
  const second = await judgeBy(service, ofOne);
  await judgeBy(service, await activeNow(service));
  const gaps = await gapsOf(service);
  assert.deepEqual(
    gaps.map(([id]) => id),
    [first, second],
  );
  for (const [, what] of gaps) assert.match(what, /a halt that was not in force/);
});

testOnOneDatabase('names-them-also-where-the-record-of-the-change-is-gone', async (location, t) => {
  const { service, app, move: pass } = await serviceWithClock(t, location);
  const before = await activeNow(service);
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
  const now = await activeNow(service);
  await judgeBy(service, now);
  await judgeBy(service, now, 'halted');
  const noPolicies = await judgeBy(service, { ...now, policies: null });
  const oldSettings = await judgeBy(service, { ...now, settings: before.settings });
  const notHalted = await judgeBy(service, { ...now, halts: before.halts }, 'halted');
  const ids = (await gapsOf(service)).map(([id]) => id);
  assert.deepEqual(ids, [noPolicies, oldSettings, notHalted]);
  await inForce(app, 'second', [rule('action == "y"')]);
  await change(app, () => ({ attestation: 'accepted' }));
  assert.equal((await gapsOf(service)).length, 3, 'the next change names its starting point');
});
