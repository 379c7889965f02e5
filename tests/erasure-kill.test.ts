/**
 * Two nodes are killed in turn while they erase. The erasure is completed, nothing of the value remains, and
 * everything still verifies.
 */
import assert from 'node:assert/strict';
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DatabaseLocation } from '@assize/service/database/location.ts';
import { signingDirFor, testOnEachDatabase } from './support/databases/databases.ts';
import { ERASURES } from './support/evidence/erasures.ts';
import { connect, connectFor } from './support/http/client.ts';
import { endLeases, withDatabase } from './support/nodes/promises.ts';
import { assize, run } from './support/processes/command.ts';
import { type RunningService, spawnService } from './support/processes/service.ts';
import { runs } from './support/runner/runs.ts';
import { until } from './support/until.ts';

const VERIFY = path.join(import.meta.dirname, '../evidence-format/assize-verify.ts');
const SUBJECT = 'nadia.hidden@example.com';
const BATCHES = 3;
const IN_A_BATCH = 100;
const RECORDS = BATCHES * IN_A_BATCH;
/** A kill comes at a random moment within this time after the erasure took another step. */
const WITHIN_MS = 100;
const ROUNDS = runs(2);

testOnEachDatabase('finishes-an-erasure-through-kill-9-of-either-node', async (location, t) => {
  const start = () => spawnService(location);
  const services: [RunningService, RunningService] = [await start(), await start()];
  t.after(() => Promise.all(services.map((service) => service.stop('SIGKILL'))));
  await recordMany(services[0]);
  const begun = await begin(services[0]);
  const met: string[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const victim = round % 2;
    await untilAnotherStep(location);
    await sleep(Math.random() * WITHIN_MS);
    await services[victim]?.stop('SIGKILL');
    met.push(await stepOf(location));
    await endLeases(location);
    services[victim] = await start();
  }
  const client = connectFor(t, services[1].baseUrl);
  let erasure = begun;
  await until(async () => {
    ({ body: erasure } = await client.ask('a', `${ERASURES}/${begun.erasure_id}`));
    if (erasure.status !== 'certified') await sleep(500);
    return erasure.status === 'certified';
  });
  assert.deepEqual([erasure.certificate.removed, erasure.certificate.left], [RECORDS, 0]);
  const { body: again } = await client.ask('a', ERASURES, {
    body: { subject: SUBJECT, reason: 'Look again', preview: true },
  });
  assert.equal(again.records, 0);
  const { body: truth } = await client.ask('a', '/api/v1/evidence/truth-verification');
  assert.deepEqual(truth.gaps, []);
  for (const service of services) assert.equal(await service.stop('SIGTERM'), 0);
  await requireNothingLeft(location);
  t.diagnostic(`killed at ${met.join(' and ')}`);
});

async function recordMany({ baseUrl }: RunningService): Promise<void> {
  const client = connect(baseUrl);
  for (let batch = 0; batch < BATCHES; batch += 1) {
    const evaluations = Array.from({ length: IN_A_BATCH }, (_, place) => ({
      action: 'email.send',
      context: { to: SUBJECT, number: batch * IN_A_BATCH + place },
    }));
    const { status } = await client.ask('b', '/v1/governance/evaluate/batch', { body: { evaluations } });
    assert.equal(status, 200);
  }
  client.close();
}

/** Answered before the first kill, so the promise must be kept. */
async function begin({ baseUrl }: RunningService) {
  const client = connect(baseUrl);
  const { body } = await client.ask('a', ERASURES, { body: { subject: SUBJECT, reason: 'Request 17' } });
  client.close();
  assert.deepEqual([body.status, body.records], ['removing', RECORDS], JSON.stringify(body));
  return body;
}

/** Returns how many removals are stated, and how many payloads are left in all chains. */
function stepOf(location: DatabaseLocation): Promise<string> {
  return withDatabase(location, async (db) => {
    const { stated, certified_at } = await db.selectFrom('erasures').selectAll().executeTakeFirstOrThrow();
    const { left } = await db
      .selectFrom('artifact_payloads')
      .select(({ fn }) => fn.countAll<number>().as('left'))
      .executeTakeFirstOrThrow();
    return `${stated} stated, ${left} payloads${certified_at === null ? '' : ', certified'}`;
  });
}

/** Also resolves once the erasure is certified: then a kill comes too late to matter. */
async function untilAnotherStep(location: DatabaseLocation): Promise<void> {
  const before = await stepOf(location);
  if (before.endsWith('certified')) return;
  await until(async () => (await stepOf(location)) !== before);
}

/** Checks as an auditor: the whole export verifies, and the value appears nowhere. */
async function requireNothingLeft(location: DatabaseLocation): Promise<void> {
  const file = `${signingDirFor(location)}.export.json`;
  const exported = await assize(location, ['evidence', 'export', '--format', 'json', '--out', file]);
  assert.equal(exported.code, 0, exported.stderr);
  const { code, stdout } = await run(process.execPath, [VERIFY, file]);
  assert.equal(code, 0, stdout);
  const text = await readFile(file, 'utf8');
  await rm(file);
  assert.ok(!text.includes(SUBJECT), 'the value is still in the export');
}
