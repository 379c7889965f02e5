/**
 * A tenant changes its governance quickly on any node. A second after the answer to a change, no node gives a verdict
 * by the old state, and every verdict recomputes.
 */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DatabaseLocation } from '@assize/service/database/location.ts';
import { testOnEachDatabase } from './support/databases/databases.ts';
import { type Client, connect } from './support/http/client.ts';
import type { Call } from './support/http/in-process.ts';
import { spawnService } from './support/processes/service.ts';

/** The promise. */
const WITHIN_MS = 1000;
/** How often each subject changes, back and forth. */
const CHANGES = 2;
/** Some verdicts are older than the promise, and others are not. */
const PAUSE_MS = 1300;
/** Callers per node. */
const BUSY = 4;
/** Pause between a caller's requests: governance changes far less often, and the processor stays free. */
const ASK_EVERY_MS = 30;

type Verdict = 'PROCEED' | 'BLOCK';

/** A change that affects one request; `switch` activates it or undoes it. */
interface Subject {
  question: { action: string; agent_id?: string; context: object };
  switch(node: Client, blocked: boolean): Promise<void>;
}

interface Change {
  subject: Subject;
  to: Verdict;
  beganAt: number;
  answeredAt: number;
}

interface Given {
  subject: Subject;
  verdict: Verdict;
  askedAt: number;
  answeredAt: number;
}

testOnEachDatabase('no-node-judges-by-governance-replaced-a-second-ago', async (location, t) => {
  const nodes = await startNodes(t, location);
  const subjects = [await policy(nodes), settings(), halt(), budget()];
  const given: Given[] = [];
  const load = startLoad(nodes, subjects, given);
  const changes: Change[] = [];
  for (let round = 0; round < CHANGES; round += 1) {
    for (const [place, subject] of subjects.entries()) {
      const node = nodes[(round + place) % nodes.length];
      assert.ok(node !== undefined);
      const blocked = round % 2 === 0;
      const beganAt = performance.now();
      await subject.switch(node, blocked);
      const to = blocked ? 'BLOCK' : 'PROCEED';
      changes.push({ subject, to, beganAt, answeredAt: performance.now() });
    }
    await sleep(PAUSE_MS);
  }
  await load.stop();

  for (const subject of subjects) {
    const own = given.filter((one) => one.subject === subject);
    const { action } = subject.question;
    assert.deepEqual(new Set(own.map(({ verdict }) => verdict)), new Set(['PROCEED', 'BLOCK']), action);
    const history = changes.filter((change) => change.subject === subject);
    for (const one of own) {
      assert.ok(
        possible(history, one).has(one.verdict),
        `${action}: ${one.verdict}, asked ${ageOf(history, one)} ms after the last change was answered`,
      );
    }
  }
  const [node] = nodes;
  const truth = await node?.ask('a', '/api/v1/evidence/truth-verification');
  assert.deepEqual({ status: truth?.status, gaps: truth?.body.gaps }, { status: 200, gaps: [] });
});

test('a-verdict-by-an-old-state-is-noticed', () => {
  const subject = halt();
  const history: Change[] = [{ subject, to: 'BLOCK', beganAt: 100, answeredAt: 200 }];
  const at = (askedAt: number, answeredAt: number) =>
    [...possible(history, { subject, verdict: 'BLOCK', askedAt, answeredAt })].sort();
  assert.deepEqual(at(10, 90), ['PROCEED']);
  assert.deepEqual(at(90, 110), ['BLOCK', 'PROCEED']);
  assert.deepEqual(at(200 + WITHIN_MS, 3000), ['BLOCK', 'PROCEED']);
  assert.deepEqual(at(201 + WITHIN_MS, 3000), ['BLOCK']);
});

/** Returns every state that was in force between a second before the request and its answer. */
function possible(history: readonly Change[], { askedAt, answeredAt }: Given): Set<Verdict> {
  const states = new Set<Verdict>();
  let before: Verdict = 'PROCEED';
  let since = Number.NEGATIVE_INFINITY;
  for (const change of [...history, null]) {
    const endsAt = change?.answeredAt ?? Number.POSITIVE_INFINITY;
    if (since <= answeredAt && endsAt >= askedAt - WITHIN_MS) states.add(before);
    if (change !== null) {
      before = change.to;
      since = change.beganAt;
    }
  }
  return states;
}

function ageOf(history: readonly Change[], { askedAt }: Given): number {
  const last = history.findLast(({ answeredAt }) => answeredAt <= askedAt);
  return Math.round(askedAt - (last?.answeredAt ?? 0));
}

async function startNodes(t: TestContext, location: DatabaseLocation): Promise<Client[]> {
  const services = [await spawnService(location), await spawnService(location)];
  t.after(() => Promise.all(services.map((service) => service.stop('SIGKILL'))));
  const nodes = services.map(({ baseUrl }) => connect(baseUrl));
  t.after(() => nodes.map((node) => node.close()));
  return nodes;
}

/** Asks every node about every subject, repeatedly. */
function startLoad(
  nodes: readonly Client[],
  subjects: readonly Subject[],
  given: Given[],
): { stop(): Promise<void> } {
  let isStopped = false;
  const askOn = async (node: Client, from: number) => {
    for (let place = from; !isStopped; place += 1) {
      const subject = subjects[place % subjects.length];
      assert.ok(subject !== undefined);
      const askedAt = performance.now();
      const { status, body } = await node.ask('b', '/v1/governance/evaluate', { body: subject.question });
      assert.equal(status, 200, JSON.stringify(body));
      given.push({ subject, verdict: body.verdict, askedAt, answeredAt: performance.now() });
      await sleep(ASK_EVERY_MS);
    }
  };
  const asking = nodes.flatMap((node) => Array.from({ length: BUSY }, (_, place) => askOn(node, place)));
  return {
    async stop() {
      isStopped = true;
      await Promise.all(asking);
    },
  };
}

async function done(node: Client, url: string, call: Call) {
  const { status, body } = await node.ask('a', url, call);
  assert.equal(status, 200, JSON.stringify(body));
  return body;
}

async function policy([node]: readonly Client[]): Promise<Subject> {
  const action = 'by.policy';
  const rules = [{ id: 'never', when: `action == "${action}"`, effect: 'block' }];
  assert.ok(node !== undefined);
  await done(node, '/api/v1/policies', { body: { name: 'strict', rules } });
  return {
    question: { action, context: {} },
    async switch(at, blocked) {
      const [verb, body] = blocked
        ? ['activate', { version: 1, expected_version: null }]
        : ['deactivate', { expected_version: 1 }];
      await done(at, `/api/v1/policies/strict/${verb}`, { body });
    },
  };
}

function settings(): Subject {
  const action = 'by.settings';
  return {
    question: { action, context: { confidence_score: 1 } },
    async switch(at, blocked) {
      const before = await done(at, '/api/v1/settings', {});
      const entry = { action, risk_level: 'critical', is_irreversible: true };
      const body = {
        settings: { ...before.settings, catalogue: blocked ? [entry] : [] },
        expected_version: before.version,
      };
      await done(at, '/api/v1/settings', { method: 'PUT', body });
    },
  };
}

function halt(): Subject {
  const agent_id = 'agent-7';
  let id = '';
  return {
    question: { action: 'by.halt', agent_id, context: {} },
    async switch(at, blocked) {
      if (blocked) {
        id = (await done(at, '/api/v1/core/halts', { body: { agent_id, reason: 'r' } })).halt_id;
      } else await done(at, `/api/v1/core/halts/${id}`, { method: 'DELETE' });
    },
  };
}

/** Far too small for the requests. */
function budget(): Subject {
  const action = 'by.budget';
  let id = '';
  return {
    question: { action, context: { estimated_cost_usd: 5 } },
    async switch(at, blocked) {
      if (blocked) {
        const body = { name: 'little', action_pattern: action, period: 'day', limit_usd: 1 };
        id = (await done(at, '/api/v1/budgets', { body })).budget_id;
      } else await done(at, `/api/v1/budgets/${id}`, { method: 'DELETE' });
    },
  };
}
