import assert from 'node:assert/strict';
import { chainIn } from '../../../tests/support/databases/chains.ts';
import { testOnEachDatabase } from '../../../tests/support/databases/databases.ts';
import { openWithoutHttp } from '../../../tests/support/http/in-process.ts';
import { acknowledgeAlarms, raiseAlarm, settleAlarms } from './alarms.ts';

testOnEachDatabase('a-verification-settles-no-alarm-that-was-raised-behind-it', async (location, t) => {
  const { service } = await openWithoutHttp(t, location);
  const chain = await chainIn(service.db);
  await raiseAlarm(service, chain, { position: 0, problem: 'wrong_hash', message: 'Altered.' });
  await acknowledgeAlarms(service, chain, { actor: 'key_1' });
  const alarm = () =>
    service.db
      .selectFrom('integrity_alarms')
      .select(['raised_at', 'gone_at'])
      .where('chain', '=', chain)
      .executeTakeFirstOrThrow();
  const { raised_at } = await alarm();
  await settleAlarms(service, chain, raised_at - 1);
  assert.equal((await alarm()).gone_at, null);
  await settleAlarms(service, chain, raised_at);
  assert.notEqual((await alarm()).gone_at, null);
});
