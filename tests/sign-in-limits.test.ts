/** How many attempts strangers have at once, and how much they may leave behind. */
import assert from 'node:assert/strict';
import { testOnEachDatabase } from './support/databases/databases.ts';
import { startTestService } from './support/http/in-process.ts';
import { HERE, joined, post, signIn } from './support/people/sign-in.ts';

testOnEachDatabase('many-at-once-try-no-more-passwords-than-one-after-another', async (location, t) => {
  const started = await startTestService(t, location);
  const { app } = started;
  await joined(started);
  const begun = performance.now();
  const tries = Array.from({ length: 60 }, (_, place) => signIn(app, `a wrong password ${place}`));
  const statuses = (await Promise.all(tries)).map(({ status }) => status);
  const looked = statuses.filter((status) => status === 401).length;
  // On a busy machine, a pause ends before all attempts are counted.
  const most = 5 + Math.floor(Math.log2(1 + (performance.now() - begun) / 1000));
  assert.ok(looked >= 5 && looked <= most, `${looked} passwords were looked at: ${statuses.join()}`);
  assert.equal(statuses.filter((status) => status === 429).length, 60 - looked);
});

testOnEachDatabase('one-address-that-makes-names-up-leaves-no-row-for-each', async (location, t) => {
  const { app, service } = await startTestService(t, location);
  const asked = { email: 'no-one@acme.example', password: 'a wrong password' };
  assert.equal((await post(app, '/auth/sign-in/email', asked)).status, 401);
  // As if it had just tried many names.
  await service.db
    .updateTable('sign_in_failures')
    .set({ failures: 1000, last_at: service.clock.now() })
    .execute();
  for (let place = 0; place < 20; place += 1) {
    const made = { ...asked, email: `made-up-${place}@acme.example` };
    assert.equal((await post(app, '/auth/sign-in/email', made)).status, 429);
  }
  const rows = await service.db.selectFrom('sign_in_failures').select('subject').execute();
  assert.equal(rows.length, 2);
});

testOnEachDatabase('a-stranger-leaves-a-bounded-number-of-rows', async (location, t) => {
  const { app, service } = await startTestService(t, location);
  const begin = async (remoteAddress: string) => {
    const url = '/auth/passkey/generate-authenticate-options';
    return (await app.inject({ url, headers: HERE, remoteAddress })).statusCode;
  };
  assert.equal(await begin('203.0.113.9'), 200);
  // As if it had begun all but two of its permitted sign-ins.
  await service.db
    .updateTable('sign_in_failures')
    .set({ failures: 298, last_at: service.clock.now() })
    .execute();
  const statuses = await Promise.all(Array.from({ length: 20 }, () => begin('203.0.113.9')));
  const begun = statuses.filter((status) => status === 200).length;
  assert.ok(begun >= 2 && begun <= 10, statuses.join());
  assert.ok(statuses.every((status) => [200, 429].includes(status)));
  const { count } = await service.db
    .selectFrom('person_verifications')
    .select((row) => row.fn.countAll<number | bigint>().as('count'))
    .executeTakeFirstOrThrow();
  assert.equal(Number(count), begun + 1);
  assert.equal(await begin('198.51.100.7'), 200);
  await service.db
    .updateTable('sign_in_failures')
    .set((row) => ({ last_at: row('last_at', '-', 60_000) }))
    .execute();
  assert.equal(await begin('203.0.113.9'), 200, 'it is free again after some time');
});
