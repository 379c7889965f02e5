/** The daily verification of one chain does not depend on that of another. */
import assert from 'node:assert/strict';
import { testOnOneDatabase } from '../../../tests/support/databases/databases.ts';
import { openWithoutHttp } from '../../../tests/support/http/in-process.ts';
import { dailyVerification } from './daily.ts';

testOnOneDatabase('verifies-the-chains-behind-one-that-can-not-be', async (location, t) => {
  const { service } = await openWithoutHttp(t, location);
  // Two chains, each with a record of its first key.
  const chains = await service.db.selectFrom('chains').select('chain').where('size', '>', 0).execute();
  assert.ok(chains.length >= 2);
  const asked: number[] = [];
  let broken: number | null = null;
  const { evidenceVerifier } = service;
  const chore = dailyVerification({
    ...service,
    evidenceVerifier: {
      verifyBehind(chain, stopping) {
        asked.push(chain);
        broken ??= chain;
        if (chain === broken) throw new Error('it cannot be read');
        return evidenceVerifier.verifyBehind(chain, stopping);
      },
    },
  });
  const { signal } = new AbortController();
  await assert.rejects(chore.run(signal), /it cannot be read/);
  assert.deepEqual(asked.length, chains.length);
  await assert.rejects(chore.run(signal), /it cannot be read/);
  assert.deepEqual(asked.slice(chains.length), [broken], 'only the broken one is tried again');
});
