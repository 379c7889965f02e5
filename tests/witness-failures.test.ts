/** A witness that refuses, fails or hangs holds up no verdict and no other witness, and cosigns once it is well again. */
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { DatabaseLocation } from '@assize/service/database/location.ts';
import type { Database } from '@assize/service/database/open.ts';
import { createKey } from '@assize/service/keys/index.ts';
import { publishedKeyFields, publishedKeys } from '@assize/service/proof/log/index.ts';
import { ensureTenant } from '@assize/service/tenants/index.ts';
import type { Service } from '@assize/service/wiring.ts';
import { testOnEachDatabase, testOnOneDatabase } from './support/databases/databases.ts';
import { ask, evaluate, startTestService } from './support/http/in-process.ts';
import { endLeases } from './support/nodes/promises.ts';
import { spawnFor } from './support/processes/service.ts';
import { until } from './support/until.ts';
import { startWitness, type TestWitness } from './support/witness/witness.ts';

const EASY = { action: 'mail.read', agent_id: 'agent-8', context: { risk_level: 'low' } };

const environmentWith = (witnesses: readonly TestWitness[]) => ({
  ASSIZE_WITNESSES: witnesses.map(({ setting }) => setting).join(', '),
  ASSIZE_WEBHOOK_ALLOW_CIDRS: '127.0.0.1/32',
});

const rowsIn = (db: Database) => db.selectFrom('cosignatures').selectAll().execute();

/** Each witness trusts each chain of the service, once all are signed. */
async function trustAll({ db }: Service, witnesses: readonly TestWitness[]): Promise<number> {
  let chains: { chain: number }[] = [];
  await until(async () => {
    chains = await db.selectFrom('chains').select('chain').where('size', '>', 0).execute();
    const signed = await db.selectFrom('checkpoints').select('chain').execute();
    return chains.length > 0 && chains.every(({ chain }) => signed.some((row) => row.chain === chain));
  });
  for (const { chain } of chains)
    for (const key of await publishedKeys(db, chain))
      for (const witness of witnesses) witness.trust(publishedKeyFields(key).vkey);
  return chains.length;
}

const FAILURES: [status: number, error: RegExp, disagrees: boolean][] = [
  [422, /^The witness says that the chain does not continue what it has cosigned before\.$/, true],
  [429, /^The witness has had too many requests\.$/, false],
  [500, /500/, false],
  [503, /503/, false],
];

testOnEachDatabase('a-witness-that-refuses-or-fails-cosigns-later', async (location, t) => {
  const witnesses = await Promise.all(FAILURES.map(([status]) => startWitness(t, `w${status}.example`)));
  for (const [place, witness] of witnesses.entries())
    witness.behave(() => ({ status: FAILURES[place]?.[0] ?? 0, body: 'no' }));
  const { app, service } = await startTestService(t, location, environmentWith(witnesses));
  const count = await trustAll(service, witnesses);
  await until(async () => (await rowsIn(service.db)).length === count * FAILURES.length);
  for (const row of await rowsIn(service.db)) {
    const [, error, disagrees] = FAILURES.find(([status]) => row.witness === `w${status}.example`) ?? [];
    assert.match(row.error ?? '', error ?? /^$/);
    assert.deepEqual([row.disagrees, row.line], [Number(disagrees), null], row.witness);
  }
  assert.equal((await evaluate(app, 'b', EASY)).status, 200);
  assert.equal((await ask(app, 'a', '/api/v1/evidence/checkpoint')).status, 200);
  for (const witness of witnesses) witness.behave(null);
  await until(async () =>
    (await rowsIn(service.db)).every(
      ({ line, error, disagrees }) => line !== null && error === null && disagrees === 0,
    ),
  );
});

testOnEachDatabase('tries-again-from-the-size-that-a-witness-names', async (location, t) => {
  const witness = await startWitness(t);
  const first = await startTestService(t, location, environmentWith([witness]));
  const chains = await trustAll(first.service, [witness]);
  const areAllCosigned = async ({ db }: Service) => {
    const rows = await rowsIn(db);
    return rows.length === chains && rows.every(({ line }) => line !== null);
  };
  await until(() => areAllCosigned(first.service));
  await first.service.close();
  await endLeases(location);
  // As an older database that was restored: it no longer knows what the witness has seen.
  const restored = await startTestService(t, location, {});
  await restored.service.db.deleteFrom('cosignatures').execute();
  await evaluate(restored.app, 'b', EASY);
  await restored.service.close();
  await endLeases(location);
  const before = witness.answered.length;
  const { service } = await startTestService(t, location, environmentWith([witness]));
  await until(() => areAllCosigned(service));
  const since = witness.answered.slice(before);
  const countOf = (status: number) => since.filter((each) => each === status).length;
  assert.ok(countOf(409) > 0, 'it was asked from a size that it does not have');
  assert.ok(countOf(200) >= countOf(409), String(since));
  assert.ok((await rowsIn(service.db)).every(({ disagrees }) => disagrees === 0));
});

testOnEachDatabase('what-was-cosigned-when-it-was-killed-is-asked-for-again', async (location, t) => {
  const witness = await startWitness(t);
  const { service } = await startTestService(t, location, {});
  await trustAll(service, [witness]);
  await service.close();
  await endLeases(location);
  let [cosigned, isKilled] = [0, false];
  witness.behave((_, specified) => {
    const reply = specified();
    if (isKilled || reply.status !== 200) return reply;
    cosigned += 1;
    return null;
  });
  const victim = await spawnFor(t, location, environmentWith([witness]));
  await until(() => cosigned > 0);
  assert.equal(await victim.stop('SIGKILL'), null);
  isKilled = true;
  await endLeases(location);
  const { service: next } = await startTestService(t, location, environmentWith([witness]));
  await until(async () => {
    const rows = await rowsIn(next.db);
    return rows.length > 0 && rows.every(({ line, error }) => line !== null && error === null);
  });
  assert.deepEqual((await rowsIn(next.db)).map(({ disagrees }) => disagrees).filter(Boolean), []);
});

/** Offered to a witness at once. */
const AT_ONCE = 8;

testOnOneDatabase('a-witness-that-hangs-holds-up-no-other', async (location, t) => {
  const [hanging, well] = [await startWitness(t, 'a.example'), await startWitness(t, 'b.example')];
  hanging.behave(() => null);
  const count = await manyChains(t, location, [hanging, well]);
  assert.ok(count > AT_ONCE);
  const { app, service } = await startTestService(t, location, environmentWith([hanging, well]));
  await until(async () => {
    const rows = await rowsIn(service.db);
    return rows.filter(({ witness, line }) => witness === 'b.example' && line !== null).length === count;
  });
  assert.ok(hanging.asked() <= AT_ONCE, `it was asked ${hanging.asked()} times before`);
  assert.equal((await evaluate(app, 'b', EASY)).status, 200);
});

/** @returns how many, all of them signed. */
async function manyChains(
  t: TestContext,
  location: DatabaseLocation,
  witnesses: readonly TestWitness[],
): Promise<number> {
  const { app, service } = await startTestService(t, location, {});
  for (let number = 0; number < AT_ONCE; number += 1) {
    const tenant = await ensureTenant(service, `tenant-${number}`, 'enterprise');
    const first = { name: 'first', environment: 'production' as const, scopes: [] };
    await createKey(service, tenant, null, first);
  }
  const count = await trustAll(service, witnesses);
  await app.close();
  await service.close();
  await endLeases(location);
  return count;
}
