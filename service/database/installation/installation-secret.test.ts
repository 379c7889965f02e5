/** All nodes get one secret, even if many ask for it first. */
import assert from 'node:assert/strict';
import { randomFillSync } from 'node:crypto';
import { testOnEachDatabase } from '../../../tests/support/databases/databases.ts';
import { startTestService } from '../../../tests/support/http/in-process.ts';
import { openDatabase } from '../open.ts';
import { installationSecret } from './installation-secret.ts';

const fill = (target: Uint8Array) => void randomFillSync(target);

testOnEachDatabase('makes-each-secret-once-when-many-ask-together', async (location, t) => {
  await startTestService(t, location);
  const nodes = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const db = await openDatabase(location, () => undefined);
      t.after(() => db.destroy());
      return db;
    }),
  );
  const ask = (name: string) => Promise.all(nodes.map((db) => installationSecret(db, fill, name)));
  const texts = (secrets: Uint8Array[]) => new Set(secrets.map((each) => Buffer.from(each).toString('hex')));
  const [one, other] = [texts(await ask('one')), texts(await ask('other'))];
  assert.deepEqual(
    { secretsOfOne: one.size, secretsOfOther: other.size, hexDigits: [...one][0]?.length },
    { secretsOfOne: 1, secretsOfOther: 1, hexDigits: 64 },
  );
  assert.notDeepEqual(one, other);
  assert.deepEqual(texts(await ask('one')), one);
});
