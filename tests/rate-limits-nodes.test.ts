/** Several processes on one database share one limit: under twice the load, they let through what the plan allows. */
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { testOnEachDatabase, testOnOneDatabase } from './support/databases/databases.ts';
import { type Client, connect } from './support/http/client.ts';
import { SURFACES } from './support/http/in-process.ts';
import { withDatabase } from './support/nodes/promises.ts';
import { spawnService } from './support/processes/service.ts';

const NODES = { sqlite: 2, postgres: 4 };
/** Low enough that whole units are scarce, and high enough that each node gets some; larger limits behave the same. */
const LIMITS = { free: 10, personal: 50 };
/** A plan is known everywhere within a second, and requests that passed before that count for another second. */
const SETTLES_MS = 2500;
/** Whole seconds, as limits have, and long enough that a tenth of the limit is several requests. */
const LEAST_MEASURED_MS = 2000;
const LEAST_PASSED = 40;
const OFFER_EVERY_MS = 10;
/** Times the limit; a smaller load shows nothing. */
const ENOUGH = 1.5;
/** The permitted deviation of the rate. */
const WITHIN = 0.1;
const MAX_ROUNDS = 3;
/** A later timer or a slower answer means that the machine is being measured instead, ms. */
const LATE_MS = 100;
const SLOW_MS = 500;

testOnEachDatabase('nodes-let-through-together-what-the-plan-allows', async (location, t) => {
  const environment = { ASSIZE_RATE_LIMITS: 'on', ASSIZE_INIT_TIER: 'enterprise' };
  const services = [await spawnService(location, environment)];
  while (services.length < NODES[location.kind]) services.push(await spawnService(location, environment));
  t.after(() => Promise.all(services.map((service) => service.stop('SIGKILL'))));
  const clients = services.map(({ baseUrl }) => connect(baseUrl, 64));
  t.after(() => clients.map((client) => client.close()));

  for (const plan of ['free', 'personal'] as const) {
    const limit = LIMITS[plan];
    await withDatabase(location, (db) => db.updateTable('tenants').set({ plan }).execute());
    await requireLimit(t, clients, limit, plan);
  }
  for (const service of services) assert.equal(await service.stop('SIGTERM'), 0);
});

testOnOneDatabase('a-node-that-is-killed-leaves-its-part-to-the-others', async (location, t) => {
  const environment = { ASSIZE_RATE_LIMITS: 'on', ASSIZE_INIT_TIER: 'enterprise' };
  const services = [await spawnService(location, environment), await spawnService(location, environment)];
  t.after(() => Promise.all(services.map((service) => service.stop('SIGKILL'))));
  await withDatabase(location, (db) => db.updateTable('tenants').set({ plan: 'free' }).execute());
  const clients = services.map(({ baseUrl }) => connect(baseUrl, 64));
  t.after(() => clients.map((client) => client.close()));
  await offer(clients, 2 * LIMITS.free, 0);
  await services[0]?.stop('SIGKILL');
  await requireLimit(t, clients.slice(1), LIMITS.free, 'the node that is left');
});

/**
 * Offers twice the limit, up to three times until it is met. Bounds that hold on any machine are required each time;
 * the tenth is required only if the machine kept up with requests and answers.
 */
async function requireLimit(t: TestContext, clients: readonly Client[], limit: number, what: string) {
  const missed: string[] = [];
  const measuredMs = Math.max(LEAST_MEASURED_MS, (LEAST_PASSED / limit) * 1000);
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const { offered, passed, answeredS, isSteady } = await offer(clients, 2 * limit, measuredMs);
    const rate = passed / (measuredMs / 1000);
    const summary = `${what}: ${offered.toFixed(1)} offered a second, ${rate.toFixed(1)} let through`;
    t.diagnostic(isSteady ? summary : `${summary}, by a machine that could not keep up`);
    assert.ok(passed > 0, summary);
    // All of them passed between the first request and the last answer, and an unused second may have preceded that.
    assert.ok(passed <= limit * ((1 + WITHIN) * answeredS + 1), `${summary}, answered in ${answeredS} s`);
    if (!isSteady || offered < ENOUGH * limit) continue;
    if (Math.abs(rate / limit - 1) <= WITHIN) return;
    missed.push(summary);
  }
  assert.deepEqual(missed, []);
}

interface Measured {
  /** Requests per second during the measurement. */
  offered: number;
  /** Requests sent during the measurement that were let through. */
  passed: number;
  /** From the first of them to the last answer, s. */
  answeredS: number;
  /** No timer or answer was late, and no caller had to retry. */
  isSteady: boolean;
}

interface Sent {
  atMs: number;
  answer: Promise<{ status: number; answeredMs: number }>;
}

/** Sends this many requests per second, one after the other, while it settles and measures. */
async function offer(clients: readonly Client[], perSecond: number, measuredMs: number): Promise<Measured> {
  const sent: Sent[] = [];
  const beganAt = performance.now();
  const now = () => performance.now() - beganAt;
  let latestMs = 0;
  for (let nowMs = 0; nowMs < SETTLES_MS + measuredMs; ) {
    // Skips requests that could not be sent in time: a later burst would exceed twice the limit.
    const due = Math.min(Math.floor((nowMs / 1000) * perSecond) - sent.length, Math.ceil(perSecond / 10));
    for (let more = 0; more < due; more++) {
      const client = clients[sent.length % clients.length];
      if (client === undefined) throw new Error('there is no node');
      const body = { action: 'email.send', context: { risk_level: 'low' } };
      const asking = client.ask('b', SURFACES.b.evaluate, { body });
      sent.push({ atMs: nowMs, answer: asking.then(({ status }) => ({ status, answeredMs: now() })) });
    }
    await sleep(OFFER_EVERY_MS);
    latestMs = Math.max(latestMs, now() - nowMs - OFFER_EVERY_MS);
    nowMs = now();
  }
  const all = await Promise.all(sent.map(async ({ atMs, answer }) => ({ atMs, ...(await answer) })));
  const measured = all.filter(({ atMs }) => atMs >= SETTLES_MS);
  const unavailable = all.filter(({ status }) => status === 503).length;
  const others = all.filter(({ status }) => ![200, 429, 503].includes(status));
  assert.deepEqual(others, []);
  const slowestMs = all.reduce((slowest, { atMs, answeredMs }) => Math.max(slowest, answeredMs - atMs), 0);
  const lastMs = measured.reduce((last, { answeredMs }) => Math.max(last, answeredMs), SETTLES_MS);
  return {
    offered: measured.length / (measuredMs / 1000),
    passed: measured.filter(({ status }) => status === 200).length,
    answeredS: (lastMs - SETTLES_MS) / 1000,
    isSteady: latestMs <= LATE_MS && slowestMs <= SLOW_MS && unavailable === 0,
  };
}
