/** Nodes keep the limit in simulated time, for any requests, and while any of them is paused. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  maxWithin,
  type Simulated,
  simulate,
  type WeighedRequest,
} from '../../../tests/support/nodes/nodes-fixture.ts';
import { apportion } from './apportion.ts';
import { Window } from './window.ts';

const HOUR_MS = 3_600_000;
const MAX_NODES = 4;
const PLANS = [10, 50, 100, 200];

const anyLimit = fc.constantFrom(...PLANS, 1, 3);
const anyNodes = fc.integer({ min: 1, max: MAX_NODES });
/** Requests that come one after another, at the same moment, or after a long pause. */
const anyArrivals = fc
  .array(
    fc.record({
      afterMs: fc.oneof(
        { weight: 8, arbitrary: fc.double({ min: 0, max: 20, noNaN: true }) },
        { weight: 2, arbitrary: fc.constant(0) },
        { weight: 1, arbitrary: fc.double({ min: 0, max: 4000, noNaN: true }) },
      ),
      node: fc.nat({ max: MAX_NODES - 1 }),
      times: fc.integer({ min: 1, max: 40 }),
    }),
    { minLength: 1, maxLength: 200 },
  )
  .map((bursts) => {
    let atMs = 0;
    return bursts.flatMap(({ afterMs, node, times }): WeighedRequest[] => {
      atMs += afterMs;
      return Array.from({ length: times }, () => ({ atMs, node, weight: 1 }));
    });
  });
const anyPause = fc.option(
  fc
    .record({
      node: fc.nat({ max: MAX_NODES - 1 }),
      fromMs: fc.nat({ max: 4000 }),
      forMs: fc.nat({ max: 6000 }),
    })
    .map(({ node, fromMs, forMs }) => ({ node, fromMs, untilMs: fromMs + forMs })),
  { nil: undefined },
);

test('nodes-never-let-through-more-than-the-limit-in-any-history', () => {
  fc.assert(
    fc.property(anyLimit, anyNodes, anyArrivals, anyPause, (limit, nodes, asked, pause) => {
      const { admitted, mostHeld } = simulate(limit, nodes, asked, { pause });
      assert.ok(mostHeld <= limit, `${mostHeld} units were held`);
      for (const seconds of [1, 2, 5, 20]) {
        // Plus the burst of a free second.
        const most = maxWithin(admitted, seconds * 1000);
        assert.ok(most <= limit * (seconds * 1.1 + 1), `${most} in ${seconds} s`);
      }
    }),
    { numRuns: 500 },
  );
});

test('twice-the-limit-offered-gets-the-limit-for-hours', () => {
  for (const nodes of [1, 2, 3, 4]) {
    for (const limit of PLANS) {
      const forMs = limit <= 10 ? HOUR_MS : HOUR_MS / 60;
      const simulated = simulate(limit, nodes, evenly(2 * limit, forMs, nodes));
      requireRate(simulated, limit, forMs, `${limit} a second on ${nodes} nodes`);
    }
  }
});

test('a-node-that-stands-still-keeps-the-others-from-nothing-for-long', () => {
  const forMs = 30_000;
  const pause = { node: 1, fromMs: 5000, untilMs: 20_000 };
  const { admitted } = simulate(100, 3, evenly(300, forMs, 3), { pause });
  const meanwhile = admitted.filter(({ atMs }) => atMs > 8000 && atMs < pause.untilMs);
  assert.ok(meanwhile.length >= 0.9 * 100 * 12, `${meanwhile.length} were let through`);
  assert.ok(maxWithin(admitted, 1000) <= 200);
});

test('nodes-that-hear-nothing-of-each-other-let-through-too-much', () => {
  const simulated = simulate(100, 4, evenly(200, 20_000, 4), { settles: false });
  assert.throws(() => requireRate(simulated, 100, 20_000, 'four nodes'));
});

test('a-caller-below-the-limit-is-refused-nothing-on-any-node', () => {
  for (const nodes of [1, 2, 3, 4]) {
    const { refused } = simulate(100, nodes, evenly(50, 60_000, nodes));
    // While a first second fills, nodes may hold units that others want.
    assert.ok(refused <= 100 * 0.1, `${refused} refused on ${nodes} nodes`);
    const atOne = [...evenly(90, 60_000, 1)].map((each) => ({ ...each, node: 0 }));
    assert.equal(simulate(100, nodes, atOne).refused, 0);
  }
});

test('a-burst-of-a-whole-second-passes-at-one-node-while-the-others-are-idle', () => {
  const burst = (atMs: number, node: number): WeighedRequest[] => Array(10).fill({ atMs, node, weight: 1 });
  const { admitted, refused } = simulate(10, 4, [...burst(0, 0), ...burst(1500, 0), ...burst(6000, 3)]);
  assert.deepEqual({ admittedCount: admitted.length, refused }, { admittedCount: 30, refused: 0 });
});

test('what-is-heavier-than-a-second-passes-and-is-paid-off', () => {
  const window = new Window();
  assert.equal(window.take(0, 100, 10), true);
  for (const atMs of [1, 5000, 9999]) assert.equal(window.take(atMs, 1, 10), false);
  assert.equal(window.clearInMs(4000), 6000);
  assert.equal(window.used(9000), 10);
  assert.equal(window.take(10_000, 1, 10), true);
  assert.equal(window.take(10_001, 100, 10), false);
  const batches = Array.from({ length: 600 }, (_, at) => ({ atMs: at * 100, node: at, weight: 25 }));
  for (const nodes of [1, 2, 4]) {
    const { admitted } = simulate(10, nodes, batches);
    const weight = admitted.reduce((sum, each) => sum + each.weight, 0);
    assert.ok(weight >= 0.8 * 600 && weight <= 1.1 * 600 + nodes * 25, `${weight} on ${nodes} nodes`);
  }
});

test('what-is-given-back-can-be-taken-again', () => {
  const window = new Window();
  assert.equal(window.take(0, 4, 4), true);
  window.giveBack(3);
  assert.equal(window.take(1, 4, 4), false);
  assert.equal(window.take(1, 3, 4), true);
  assert.equal(window.take(2, 1, 4), false);
});

test('parts-of-a-limit-never-exceed-it-and-are-the-same-for-every-node', () => {
  const anyDemands = fc.dictionary(fc.string({ minLength: 1 }), fc.nat({ max: 300 }), { minKeys: 1 });
  fc.assert(
    fc.property(fc.nat({ max: 300 }), anyDemands, (limit, demands) => {
      const parts = apportion(limit, new Map(Object.entries(demands)));
      const turned = apportion(limit, new Map(Object.entries(demands).reverse()));
      assert.deepEqual(new Map([...turned].sort()), new Map([...parts].sort()));
      const sum = [...parts.values()].reduce((all, part) => all + part, 0);
      const asked = Object.values(demands).reduce((all, demand) => all + demand, 0);
      assert.ok(sum <= limit && sum >= Math.min(asked, limit));
      for (const [node, part] of parts) {
        assert.ok(Number.isInteger(part) && part >= 0);
        assert.ok(asked <= limit ? part >= (demands[node] ?? 0) : part <= (demands[node] ?? 0));
      }
    }),
  );
});

function* evenly(perSecond: number, forMs: number, nodes: number): Generator<WeighedRequest> {
  for (let at = 0; at < (perSecond * forMs) / 1000; at++) {
    yield { atMs: (at * 1000) / perSecond, node: at % nodes, weight: 1 };
  }
}

function requireRate({ admitted }: Simulated, limit: number, forMs: number, what: string): void {
  const perSecond = admitted.length / (forMs / 1000);
  assert.ok(perSecond >= 0.9 * limit && perSecond <= 1.1 * limit, `${what}: ${perSecond}`);
  assert.ok(maxWithin(admitted, 1000) <= 1.1 * limit + 1, `${what}: too many in one second`);
}
