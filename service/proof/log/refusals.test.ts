/** A chain that is inconsistent with its last signature is never signed, and raises an alarm that names the fault. */

import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { TestContext } from 'node:test';
import {
  chainIn,
  cutTo,
  growTo,
  signedInTime,
  untilSigned,
} from '../../../tests/support/databases/chains.ts';
import {
  signingDirFor,
  testOnEachDatabase,
  testOnOneDatabase,
} from '../../../tests/support/databases/databases.ts';
import { openWithoutHttp, startTestService } from '../../../tests/support/http/in-process.ts';
import { withDatabase } from '../../../tests/support/nodes/promises.ts';
import { until } from '../../../tests/support/until.ts';
import type { DatabaseLocation } from '../../database/location.ts';
import type { Database } from '../../database/open.ts';
import { openAlarms } from '../alarms/alarms.ts';
import { latestCheckpoint } from './checkpoints.ts';

const SIGNED = 600;

interface Tampered {
  db: Database;
  chain: number;
  /** The published checkpoint. */
  note: string;
}

/** A chain of 600 signed artifacts, tampered with while no service ran, and a service that then starts. */
async function afterTampering(
  location: DatabaseLocation,
  t: TestContext,
  tamper: (before: Tampered) => Promise<void>,
): Promise<Tampered> {
  const first = await startTestService(t, location);
  const chain = await chainIn(first.service.db);
  await growTo(first.service.db, chain, SIGNED);
  const { note } = await untilSigned(first.service.db, chain);
  await first.service.close();
  await withDatabase(location, (db) => tamper({ db, chain, note }));
  const { service } = await openWithoutHttp(t, location);
  return { db: service.db, chain, note };
}

async function requireRefused({ db, chain }: Tampered, problem: string): Promise<void> {
  await until(
    async () => (await openAlarms(db, chain)).some((alarm) => alarm.problem === problem),
    () => `no alarm says ${problem}`,
  );
}

async function sizeSigned(location: DatabaseLocation): Promise<number> {
  const folder = path.join(signingDirFor(location), 'last');
  const sizes = readdirSync(folder).map((name) =>
    Number(readFileSync(path.join(folder, name), 'utf8').split('\n')[1]),
  );
  return Math.max(...sizes);
}

testOnEachDatabase('refuses-a-chain-whose-end-was-cut-off', async (location, t) => {
  const tampered = await afterTampering(location, t, ({ db, chain }) => cutTo(db, chain, SIGNED - 10));
  await requireRefused(tampered, 'shorter_than_signed');
  assert.equal(await sizeSigned(location), SIGNED);
});

testOnOneDatabase('refuses-an-older-database-beside-a-newer-folder', async (location, t) => {
  const tampered = await afterTampering(location, t, async ({ db, chain }) => {
    // As in a backup: checkpoint and tiles are also older, and consistent with each other.
    await cutTo(db, chain, 300);
    await db.deleteFrom('checkpoints').where('chain', '=', chain).execute();
    await db
      .deleteFrom('tiles')
      .where('chain', '=', chain)
      .where('level', '=', 0)
      .where('tile', '>', 0)
      .execute();
  });
  await requireRefused(tampered, 'shorter_than_signed');
  // It grows from there, and is soon longer than the signed chain.
  await growTo(tampered.db, tampered.chain, SIGNED + 50, 'another');
  await requireRefused(tampered, 'history_rewritten');
  assert.equal(await sizeSigned(location), SIGNED);
  await assert.rejects(signedInTime(tampered.db, tampered.chain), { code: 'unavailable' });
});

testOnOneDatabase('refuses-a-chain-that-was-rewritten-with-all-its-hashes', async (location, t) => {
  const tampered = await afterTampering(location, t, async ({ db, chain }) => {
    await cutTo(db, chain, 100);
    await db.deleteFrom('tiles').where('chain', '=', chain).execute();
    await growTo(db, chain, SIGNED + 5, 'forged');
  });
  await requireRefused(tampered, 'history_rewritten');
  assert.equal(await sizeSigned(location), SIGNED);
});

testOnOneDatabase('refuses-a-rewritten-end-while-it-runs', async (location, t) => {
  const { service } = await openWithoutHttp(t, location);
  const chain = await chainIn(service.db);
  await growTo(service.db, chain, SIGNED);
  const { note } = await untilSigned(service.db, chain);
  await service.db.transaction().execute(async (tx) => {
    await cutTo(tx, chain, SIGNED - 1);
    await growTo(tx, chain, SIGNED + 1, 'forged');
  });
  await requireRefused({ db: service.db, chain, note }, 'history_rewritten');
  assert.equal(await sizeSigned(location), SIGNED);
});

testOnOneDatabase('refuses-a-head-that-is-not-of-the-last-artifact', async (location, t) => {
  const tampered = await afterTampering(location, t, async ({ db, chain }) => {
    await growTo(db, chain, SIGNED + 5);
    await db
      .updateTable('chains')
      .set({ head_hash: Buffer.alloc(32, 7) })
      .where('chain', '=', chain)
      .execute();
  });
  await requireRefused(tampered, 'wrong_head');
});

testOnOneDatabase('refuses-a-tile-that-was-put-there-before-its-time', async (location, t) => {
  const tampered = await afterTampering(location, t, async ({ db, chain }) => {
    const hashes = Buffer.alloc(256 * 32, 1);
    await db.insertInto('tiles').values({ chain, level: 0, tile: 2, hashes }).execute();
    await growTo(db, chain, SIGNED + 300);
  });
  await requireRefused(tampered, 'altered_tile');
});

testOnOneDatabase('replaces-a-checkpoint-that-it-did-not-sign', async (location, t) => {
  const { db, chain, note } = await afterTampering(location, t, async ({ db, chain }) => {
    const forged = { size: 1_000_000, root: Buffer.alloc(32, 1), note: 'assize/forged\n' };
    await db.updateTable('checkpoints').set(forged).where('chain', '=', chain).execute();
  });
  await requireRefused({ db, chain, note }, 'altered_checkpoint');
  await until(
    async () => (await latestCheckpoint(db, chain))?.note === note,
    () => 'the forged checkpoint is still there',
  );
});

testOnOneDatabase('signs-again-once-the-evidence-is-put-back', async (location, t) => {
  const tampered = await afterTampering(location, t, ({ db, chain }) => cutTo(db, chain, SIGNED - 10));
  await requireRefused(tampered, 'shorter_than_signed');
  await tampered.db.transaction().execute(async (tx) => {
    // The alarm has been recorded by now, at the position of a lost record.
    await cutTo(tx, tampered.chain, SIGNED - 10);
    await growTo(tx, tampered.chain, SIGNED + 1);
  });
  await until(
    async () => (await sizeSigned(location)) > SIGNED,
    () => 'it is not signed again',
  );
});

testOnOneDatabase('refuses-where-the-note-in-the-folder-was-altered', async (location, t) => {
  const tampered = await afterTampering(location, t, async ({ note }) => {
    const folder = path.join(signingDirFor(location), 'last');
    for (const name of readdirSync(folder)) {
      writeFileSync(path.join(folder, name), note.replace(String(SIGNED), String(SIGNED - 1)));
    }
  });
  await requireRefused(tampered, 'altered_signing_folder');
});
