/** Checkpoints appear automatically, cover the whole chain, and verify without this service's code. */
import assert from 'node:assert/strict';
import { createPublicKey, verify } from 'node:crypto';
import { chmodSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { formatVerifierKey, treeRoot } from '@assize/evidence-format';
import {
  chainIn,
  growTo,
  leavesOf,
  signedInTime,
  untilSigned,
} from '../../../../tests/support/databases/chains.ts';
import {
  signingDirFor,
  testOnEachDatabase,
  testOnOneDatabase,
} from '../../../../tests/support/databases/databases.ts';
import {
  evaluate,
  openWithoutHttp,
  startTestService,
  testConfig,
} from '../../../../tests/support/http/in-process.ts';
import { withDatabase } from '../../../../tests/support/nodes/promises.ts';
import type { Database } from '../../../database/open.ts';
import { createLogger } from '../../../logging/log.ts';
import { startService } from '../../../wiring.ts';
import { openSigning } from './signing.ts';

testOnEachDatabase('signs-what-was-appended-within-a-moment', async (location, t) => {
  const { app, service } = await startTestService(t, location);
  const chain = await chainIn(service.db);
  for (let round = 0; round < 3; round += 1) {
    await evaluate(app, 'a', { action: 'email.send', context: { round } });
    const { size, root, note } = await untilSigned(service.db, chain);
    assert.deepEqual(Buffer.from(root), Buffer.from(treeRoot(await leavesOf(service.db, chain))));
    assert.equal(size, round + 2);
    assert.equal((await service.signing.lastSigned(chain))?.note, note);
  }
});

testOnOneDatabase('signs-so-that-plain-ed25519-verifies', async (location, t) => {
  const { service } = await openWithoutHttp(t, location);
  const chain = await chainIn(service.db);
  const { note, root, size } = await untilSigned(service.db, chain);
  const [, text = '', name, base64 = ''] = /^(.*\n)\n— (\S+) (\S+)\n$/s.exec(note) ?? [];
  assert.deepEqual(text.split('\n'), [name, String(size), Buffer.from(root).toString('base64'), '']);
  const vkey = formatVerifierKey(service.signing.verifiers(chain)[0] ?? assert.fail());
  const [, hint, key = ''] = vkey.split('+', 2).concat(vkey.split('+').slice(2).join('+'));
  const signature = Buffer.from(base64, 'base64');
  assert.equal(signature.subarray(0, 4).toString('hex'), hint);
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(key, 'base64').subarray(1).toString('base64url') };
  const publicKey = createPublicKey({ key: jwk, format: 'jwk' });
  assert.ok(verify(null, Buffer.from(text), publicKey, signature.subarray(4)));
});

testOnEachDatabase('goes-on-after-a-restart-from-what-was-signed', async (location, t) => {
  const first = await startService(testConfig(location), createLogger('silent'));
  await first.close();
  const { service } = await openWithoutHttp(t, location);
  const chain = await chainIn(service.db);
  await growTo(service.db, chain, 700);
  await untilSigned(service.db, chain);
  await service.close();

  const again = await startService(testConfig(location), createLogger('silent'));
  t.after(() => again.close());
  assert.equal((await again.signing.lastSigned(chain))?.size, 700);
  assert.deepEqual(again.signing.verifiers(chain), service.signing.verifiers(chain));
  await growTo(again.db, chain, 777);
  const { root } = await untilSigned(again.db, chain);
  assert.deepEqual(Buffer.from(root), Buffer.from(treeRoot(await leavesOf(again.db, chain))));
});

testOnOneDatabase('publishes-again-what-only-the-folder-has', async (location, t) => {
  const { service } = await openWithoutHttp(t, location);
  const chain = await chainIn(service.db);
  const { note } = await untilSigned(service.db, chain);
  await service.close();
  const again = await startService(testConfig(location), createLogger('silent'));
  t.after(() => again.close());
  await again.db.deleteFrom('checkpoints').execute();
  assert.equal((await untilSigned(again.db, chain)).note, note);
});

testOnOneDatabase('keeps-its-keys-to-its-owner', async (location, t) => {
  const { service } = await openWithoutHttp(t, location);
  const chain = await chainIn(service.db);
  await untilSigned(service.db, chain);
  const folder = signingDirFor(location);
  const modeOf = (...names: string[]) => statSync(path.join(folder, ...names)).mode & 0o777;
  assert.deepEqual(
    { folder: modeOf(), keys: modeOf('keys.json'), last: modeOf('last') },
    { folder: 0o700, keys: 0o600, last: 0o700 },
  );
  for (const name of readdirSync(path.join(folder, 'last'))) assert.equal(modeOf('last', name), 0o600);
  await service.close();

  chmodSync(path.join(folder, 'keys.json'), 0o640);
  await assert.rejects(startService(testConfig(location), createLogger('silent')), /chmod 600 .*keys\.json/);
  chmodSync(path.join(folder, 'keys.json'), 0o600);
});

testOnOneDatabase('makes-no-new-key-in-the-place-of-a-lost-one', async (location, t) => {
  const { app, service } = await startTestService(t, location);
  const chain = await chainIn(service.db);
  const { note } = await untilSigned(service.db, chain);
  await service.close();
  rmSync(signingDirFor(location), { recursive: true });

  const again = await startTestService(t, location);
  assert.equal(await again.service.signing.state(), 'no_key');
  assert.deepEqual(again.service.signing.verifiers(chain), []);
  await evaluate(again.app, 'a', { action: 'a', context: {} });
  await assert.rejects(signedInTime(again.service.db, chain), { code: 'unavailable' });
  const { note: published } = await again.service.db
    .selectFrom('checkpoints')
    .select('note')
    .where('chain', '=', chain)
    .executeTakeFirstOrThrow();
  assert.equal(published, note);
  await app.close();
});

testOnEachDatabase('lets-one-node-of-several-sign', async (location, t) => {
  const { service } = await openWithoutHttp(t, location);
  const chain = await chainIn(service.db);
  await untilSigned(service.db, chain);
  const elsewhere = `${signingDirFor(location)}-of-another`;
  const other = await startService(
    { ...testConfig(location), signingDir: elsewhere },
    createLogger('silent'),
  );
  t.after(() => other.close());
  const sharing = await startService(testConfig(location), createLogger('silent'));
  t.after(() => sharing.close());
  assert.deepEqual(await Promise.all([service, other, sharing].map(({ signing }) => signing.state())), [
    'signs',
    'no_key',
    'signs',
  ]);
  assert.throws(() => readFileSync(path.join(elsewhere, 'keys.json')), { code: 'ENOENT' });
  for (const node of [other, sharing, service]) {
    const { size } = await node.db
      .selectFrom('chains')
      .select('size')
      .where('chain', '=', chain)
      .executeTakeFirstOrThrow();
    await growTo(node.db, chain, size + 300);
    await untilSigned(node.db, chain);
  }
  await service.close();
  const { size } = await sharing.db
    .selectFrom('chains')
    .select('size')
    .where('chain', '=', chain)
    .executeTakeFirstOrThrow();
  await growTo(sharing.db, chain, size + 1);
  const { root } = await untilSigned(sharing.db, chain);
  assert.deepEqual(Buffer.from(root), Buffer.from(treeRoot(await leavesOf(sharing.db, chain))));
});

testOnEachDatabase('takes-no-alarm-from-what-another-node-signs-meanwhile', async (location, t) => {
  const { service: first } = await openWithoutHttp(t, location);
  const chain = await chainIn(first.db);
  await untilSigned(first.db, chain);
  await first.close();
  // Each has a separate connection: one is held while the other signs.
  const withTwo = (work: (one: Database, other: Database) => Promise<void>) =>
    withDatabase(location, (one) => withDatabase(location, (other) => work(one, other)));
  await withTwo(async (db, otherDb) => {
    const raised: string[] = [];
    const node = (holder: string, nodeDb: Database, aheadMs = 0) =>
      openSigning(
        {
          ...first,
          db: nodeDb,
          clock: { ...first.clock, now: () => first.clock.now() + aheadMs },
          holder,
          raise: async (_chain, { problem }) => void raised.push(problem),
          settle: async () => undefined,
        },
        signingDirFor(location),
      );
    // By this node's clock, the lease of the slow node has expired.
    const quick = await node('quick', otherDb, 60_000);
    const slow = await node(
      'slow',
      afterHeadOf20(db, async () => {
        await growTo(otherDb, chain, 40);
        await quick.follow();
        await quick.close();
      }),
    );
    // The first round checks every chain twice; after it, the node's memory must be out of date.
    await slow.follow();
    await growTo(db, chain, 10);
    await quick.follow();
    await quick.close();
    await growTo(db, chain, 20);
    await slow.follow();
    assert.deepEqual(raised, []);
    assert.equal((await slow.lastSigned(chain))?.size, 40);
    await slow.close();
  });
});

/** Calls `happens` once, right after a head of 20 artifacts was read. */
function afterHeadOf20(db: Database, happens: () => Promise<void>): Database {
  let isOver = false;
  return db.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (!isOver && result.rows.some(({ size }) => size === 20)) {
        isOver = true;
        await happens();
      }
      return result;
    },
  });
}
