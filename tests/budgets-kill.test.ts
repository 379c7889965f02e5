/**
 * The service is killed while money is reserved, settled and reserved again. A budget's counted amount is the sum of
 * its reservations, each belongs to a recorded evaluation, and none is missing.
 */
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DatabaseLocation } from '@assize/service/database/location.ts';
import type { Database } from '@assize/service/database/open.ts';
import { withPayloads } from './support/databases/chains.ts';
import { testOnEachDatabase } from './support/databases/databases.ts';
import { BUDGETS } from './support/governance/budgets.ts';
import { requireTrue } from './support/governance/governance.ts';
import { settled } from './support/governance/trust.ts';
import { type Client, connect } from './support/http/client.ts';
import { openWithoutHttp, SURFACES } from './support/http/in-process.ts';
import { withDatabase } from './support/nodes/promises.ts';
import { type RunningService, spawnFor } from './support/processes/service.ts';
import { runs } from './support/runner/runs.ts';
import { until } from './support/until.ts';

const ROUNDS = runs(2);
const CONNECTIONS = 16;
const FIRST_VERDICTS = 30;
/** The kill comes at a random moment within this time after the first verdicts. */
const LOAD_MS = 400;
const EXECUTE = '/api/v1/core/governance/execute';
const MICRO = 1_000_000;
/** The budget runs out in the first round, and amounts that are released are spent again. */
const LITTLE_USD = 3;

interface Load {
  /** Evaluations that were answered with PROCEED. */
  proceeded: string[];
  cutOff: number;
  refused: string[];
}

testOnEachDatabase('keeps-budgets-and-reservations-together-through-kill-9', async (location, t) => {
  const proceeded: string[] = [];
  let cutOff = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const service = await spawnFor(t, location);
    if (round === 0) await makeBudgets(service);
    const load = await killUnderLoad(t, service, round);
    assert.deepEqual(load.refused, []);
    proceeded.push(...load.proceeded);
    cutOff += load.cutOff;
    await requireTogether(location, proceeded);
  }
  assert.ok(cutOff > 0, 'it was killed while it had work to do');
  const { service } = await openWithoutHttp(t, location);
  await settled(service);
  await requireTrue(service);
  t.diagnostic(`${ROUNDS} kills, ${proceeded.length} proceeds answered, ${cutOff} requests cut off`);
});

async function makeBudgets({ baseUrl }: RunningService): Promise<void> {
  const client = connect(baseUrl);
  for (const budget of [
    { name: 'all', period: 'month', limit_usd: 1_000_000 },
    { name: 'little', period: 'month', limit_usd: LITTLE_USD, action_pattern: 'little.*' },
  ]) {
    assert.equal((await client.ask('a', BUDGETS, { body: budget })).status, 200);
  }
  client.close();
}

async function killUnderLoad(t: TestContext, service: RunningService, round: number): Promise<Load> {
  const client = connect(service.baseUrl, CONNECTIONS);
  const load: Load = { proceeded: [], cutOff: 0, refused: [] };
  let isStopped = false;
  let asked = 0;
  const work = async () => {
    while (!isStopped) {
      asked += 1;
      await askOne(client, load, round, asked).catch(() => {
        load.cutOff += 1;
        isStopped = true;
      });
    }
  };
  t.after(() => {
    isStopped = true;
  });
  const workers = Array.from({ length: CONNECTIONS }, work);
  await until(() => isStopped || load.proceeded.length >= FIRST_VERDICTS);
  await sleep(Math.random() * LOAD_MS);
  const ended = service.stop('SIGKILL');
  await Promise.all(workers);
  assert.equal(await ended, null, 'it ended before it was killed');
  client.close();
  return load;
}

/**
 * Spends from one budget or both: alone, executed at once, in a batch, and with an idempotency key, in turn. Some are
 * reported.
 */
async function askOne(client: Client, load: Load, round: number, number: number): Promise<void> {
  const context = { estimated_cost_usd: (1 + (number % 20)) / 100 };
  const body = { action: `${number % 3 === 0 ? 'little' : 'much'}.${round}`, context };
  const questions = [
    { surface: 'b', url: SURFACES.b.evaluate, body },
    { surface: 'a', url: EXECUTE, body },
    { surface: 'a', url: `${SURFACES.a.evaluate}/batch`, body: { evaluations: [body, body, body] } },
    { surface: 'b', url: SURFACES.b.evaluate, body: { ...body, idempotency_key: `${round}.${number}` } },
  ] as const;
  const { surface, url, body: asked } = questions[number % questions.length] ?? questions[0];
  const { status, body: answered } = await client.ask(surface, url, { body: asked });
  if (status !== 200) load.refused.push(`${status} ${JSON.stringify(answered)}`);
  const verdicts: { evidence_id: string; verdict: string }[] = answered.results ?? [answered];
  const ids = verdicts.flatMap((one) => (one.verdict.toLowerCase() === 'proceed' ? [one.evidence_id] : []));
  load.proceeded.push(...ids);
  const [first] = ids;
  if (first === undefined || number % 5 !== 0) return;
  const outcome = number % 2 === 0 ? { outcome: 'success', actual_cost_usd: 0.01 } : { outcome: 'failure' };
  const report = {
    action: body.action,
    context: {},
    evaluation_id: first,
    executed_at: '2026-01-01T00:00:00Z',
  };
  const reported = await client.ask('b', '/v1/evidence', { body: { ...report, ...outcome } });
  if (reported.status !== 201) load.refused.push(`${reported.status} ${JSON.stringify(reported.body)}`);
}

/** Checks the rows themselves, without a service. */
function requireTogether(location: DatabaseLocation, proceeded: readonly string[]): Promise<void> {
  return withDatabase(location, async (db) => {
    const budgets = await db.selectFrom('budgets').select(['budget_id', 'limit_micro_usd', 'name']).execute();
    const reservations = await db.selectFrom('budget_reservations').selectAll().execute();
    const periods = await db.selectFrom('budget_periods').selectAll().execute();
    for (const { budget_id, limit_micro_usd, name } of budgets) {
      const [counted, ...others] = periods.filter((row) => row.budget_id === budget_id);
      assert.deepEqual(others, []);
      const sums = { reserved: 0, spent: 0 };
      for (const row of reservations) {
        if (row.budget_id !== budget_id) continue;
        if (row.status === 'held') sums.reserved += row.micro_usd;
        sums.spent += row.settled_micro_usd ?? 0;
      }
      const { reserved_micro_usd: reserved = 0, spent_micro_usd: spent = 0 } = counted ?? {};
      assert.deepEqual({ reserved, spent }, sums, name);
      assert.ok(reserved + spent <= limit_micro_usd, `${name}: ${reserved} + ${spent}`);
    }
    await requireReserved(db, reservations, proceeded);
  });
}

/** Each PROCEED has its cost reserved once in each budget that covers it; nothing else is reserved. */
async function requireReserved(
  db: Database,
  reservations: readonly { evaluation_id: string; micro_usd: number }[],
  proceeded: readonly string[],
): Promise<void> {
  const recorded = await withPayloads(db)
    .select(['id', 'payload'])
    .where('artifact_type', '=', 'governance_eval')
    .where('verdict', '=', 'proceed')
    .execute();
  const wanted = recorded.flatMap(({ id, payload }) => {
    const { request } = JSON.parse(Buffer.from(payload).toString('utf8'));
    const microUsd = Math.round(request.context.estimated_cost_usd * MICRO);
    return Array.from({ length: request.action.startsWith('little.') ? 2 : 1 }, () => `${id} ${microUsd}`);
  });
  const found = reservations.map(({ evaluation_id, micro_usd }) => `${evaluation_id} ${micro_usd}`);
  assert.deepEqual(found.sort(), wanted.sort());
  const onRecord = new Set(recorded.map(({ id }) => id));
  for (const id of proceeded) assert.ok(onRecord.has(id), `${id} was answered and is not on record`);
}
