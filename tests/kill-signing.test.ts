/** The service is killed repeatedly while it writes tiles and signs: afterwards its files and signatures agree. */

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Checkpoint,
  openCheckpoint,
  parseVerifierKey,
  treeBuilder,
  treeRoot,
} from '@assize/evidence-format';
import { chainId } from '@assize/service/database/chain-id.ts';
import type { DatabaseLocation } from '@assize/service/database/location.ts';
import type { Database } from '@assize/service/database/open.ts';
import { openSigningFolder, publishedKeys } from '@assize/service/proof/log/index.ts';
import { chainIn, growTo, leavesOf, untilSigned } from './support/databases/chains.ts';
import { signingDirFor, testOnEachDatabase } from './support/databases/databases.ts';
import { withDatabase } from './support/nodes/promises.ts';
import { spawnService } from './support/processes/service.ts';
import { runs } from './support/runner/runs.ts';

const ROUNDS = runs(2);
/** Several pages at once, so that a kill can fall between any two. */
const GROWTH = 3000;
const MAX_WAIT_MS = 900;
/** A killed process's half-written files are deleted once no process can be writing them. */
const LATER = { ASSIZE_TEST_CLOCK_OFFSET_MS: '660000' };

testOnEachDatabase('leaves-tiles-and-signatures-that-go-together-through-kill-9', async (location, t) => {
  let service = await spawnService(location);
  t.after(() => service.stop('SIGKILL'));
  let seen: Checkpoint[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    await withDatabase(location, async (db) => growTo(db, await chainIn(db), (round + 1) * GROWTH));
    await sleep(Math.random() * MAX_WAIT_MS);
    assert.equal(await service.stop('SIGKILL'), null);
    await withDatabase(location, async (db) => {
      seen = [...seen, ...(await requireTogether(location, db))];
    });
    const isLast = round + 1 === ROUNDS;
    service = await spawnService(location, isLast ? LATER : {});
  }
  await withDatabase(location, async (db) => {
    const chain = await chainIn(db);
    const { size } = await untilSigned(db, chain);
    assert.equal(size, ROUNDS * GROWTH);
    await requireTogether(location, db);
    // Each checkpoint that was published, or in the folder, at any kill is still continued.
    const leaves = await leavesOf(db, chain);
    for (const { size, root } of seen) {
      assert.deepEqual(Buffer.from(root), Buffer.from(treeRoot(leaves.slice(0, size))));
    }
    assert.deepEqual(await db.selectFrom('integrity_alarms').selectAll().execute(), []);
  });
  assert.equal(await service.stop('SIGTERM'), 0);
  assert.deepEqual(filesOf(location), ['keys.json', 'last'], 'something was left behind');
  t.diagnostic(`checkpoints at the kills: ${seen.map(({ size }) => size).join(', ')}`);
});

/** Tiles match the artifacts; everything published is in the folder; each tile has its leaves. */
async function requireTogether(location: DatabaseLocation, db: Database): Promise<Checkpoint[]> {
  const chain = await chainIn(db);
  const leaves = await leavesOf(db, chain);
  const full = treeBuilder().append(leaves);
  const expected = new Map(full.map((tile) => [`${tile.level}/${tile.index}`, Buffer.from(tile.bytes)]));
  const stored = await db.selectFrom('tiles').selectAll().where('chain', '=', chain).execute();
  for (const { level, tile, hashes } of stored) {
    if (level > 0) continue;
    assert.deepEqual(Buffer.from(hashes), expected.get(`0/${tile}`), `tile 0/${tile}`);
  }
  const kept = await keptCheckpoint(location, db, chain);
  const published = await db
    .selectFrom('checkpoints')
    .selectAll()
    .where('chain', '=', chain)
    .executeTakeFirst();
  assert.ok((published?.size ?? 0) <= (kept?.size ?? 0), 'published before it was kept');
  const tiles = stored.filter(({ level }) => level === 0).length;
  assert.ok(tiles >= Math.floor((kept?.size ?? 0) / 256), 'a checkpoint without its tiles');
  return kept === null ? [] : [kept];
}

async function keptCheckpoint(
  location: DatabaseLocation,
  db: Database,
  chain: number,
): Promise<Checkpoint | null> {
  const folder = await openSigningFolder(signingDirFor(location), 'test');
  const last = await folder.lastNote(chainId(chain));
  if (last === null) return null;
  const keys = (await publishedKeys(db, chain)).map(({ vkey }) => parseVerifierKey(vkey));
  const opened = openCheckpoint(last.note, keys);
  assert.ok(opened.fault === null, 'the note in the folder is broken');
  return opened.checkpoint;
}

function filesOf(location: DatabaseLocation): string[] {
  const folder = signingDirFor(location);
  const names = readdirSync(path.join(folder, 'last'));
  assert.ok(
    names.every((name) => name.endsWith('.note') && readFileSync(path.join(folder, 'last', name)).length > 0),
  );
  return readdirSync(folder).sort();
}
