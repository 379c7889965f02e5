/** Whatever is done to the stored rows behind the service's back, verification names the first record that is wrong. */
import assert from 'node:assert/strict';
import { testOnEachDatabase } from '../../tests/support/databases.ts';
import { evaluate, openTestHouse } from '../../tests/support/house.ts';
import type { Database } from '../database/open.ts';
import type { ArtifactPayloadsTable, ArtifactsTable, ChainsTable } from '../database/tables.ts';
import { type ChainVerification, verifyChain } from './verify.ts';

/** The key's creation, and what is evaluated here. */
const ARTIFACTS = 6;

interface Tampering {
  promise: string;
  tamper(db: Database, chain: number): Promise<unknown>;
  index: number;
  problem: string;
}

const OTHER_HASH = Buffer.alloc(32, 7);

const edit = (position: number, change: Partial<ArtifactsTable>) => (db: Database, chain: number) =>
  db
    .updateTable('artifacts')
    .set(change)
    .where('chain', '=', chain)
    .where('position', '=', position)
    .execute();
const editPayload =
  (position: number, change: Partial<ArtifactPayloadsTable>) => (db: Database, chain: number) =>
    db
      .updateTable('artifact_payloads')
      .set(change)
      .where('chain', '=', chain)
      .where('position', '=', position)
      .execute();
const remove = (position: number) => (db: Database, chain: number) =>
  db.deleteFrom('artifacts').where('chain', '=', chain).where('position', '=', position).execute();
const moveHead = (change: Partial<ChainsTable>) => (db: Database, chain: number) =>
  db.updateTable('chains').set(change).where('chain', '=', chain).execute();

const LEAF_FIELDS: Record<string, Partial<ArtifactsTable>> = {
  'the-id': { id: 'ev_0123456789abcdef01234567' },
  'the-type': { artifact_type: 'action_executed' },
  'the-action': { action: 'email.read' },
  'the-verdict': { verdict: 'block' },
  'a-verdict-away': { verdict: null },
  'the-actor': { actor: 'somebody' },
  'the-time': { created_at: 1_700_000_000_000 },
  'the-commitment': { payload_commitment: OTHER_HASH },
  'the-hash': { hash: OTHER_HASH },
};

const TAMPERINGS: Tampering[] = [
  ...Object.entries(LEAF_FIELDS).map(([what, change]) => {
    return { promise: `sees-who-edits-${what}`, tamper: edit(2, change), index: 2, problem: 'wrong_hash' };
  }),
  {
    promise: 'sees-who-edits-a-payload',
    tamper: editPayload(3, { payload: Buffer.from('{"verdict":"proceed"}') }),
    index: 3,
    problem: 'wrong_commitment',
  },
  {
    promise: 'sees-who-edits-a-salt',
    tamper: editPayload(3, { salt: OTHER_HASH }),
    index: 3,
    problem: 'wrong_commitment',
  },
  {
    promise: 'sees-who-cuts-a-link',
    tamper: edit(4, { previous_hash: OTHER_HASH }),
    index: 4,
    problem: 'broken_link',
  },
  { promise: 'sees-who-takes-the-first', tamper: remove(0), index: 0, problem: 'missing_record' },
  { promise: 'sees-who-takes-one-from-the-middle', tamper: remove(3), index: 3, problem: 'missing_record' },
  {
    promise: 'sees-who-takes-the-last',
    tamper: remove(ARTIFACTS - 1),
    index: ARTIFACTS - 1,
    problem: 'missing_record',
  },
  {
    promise: 'sees-who-moves-the-head',
    tamper: moveHead({ head_hash: OTHER_HASH }),
    index: ARTIFACTS - 1,
    problem: 'wrong_head',
  },
  {
    promise: 'sees-who-makes-the-head-forget-one',
    tamper: moveHead({ size: ARTIFACTS - 1 }),
    index: ARTIFACTS - 2,
    problem: 'wrong_head',
  },
  {
    promise: 'sees-who-makes-the-head-claim-one-more',
    tamper: moveHead({ size: ARTIFACTS + 1 }),
    index: ARTIFACTS,
    problem: 'missing_record',
  },
];

testOnEachDatabase('finds-what-was-done-to-the-rows', async (location, t) => {
  const { app, house } = await openTestHouse(t, location);
  for (const action of ['one', 'two', 'three', 'four', 'five'])
    await evaluate(app, 'b', { action, context: {} });
  const { db } = house;
  const { chain } = await db
    .selectFrom('artifacts')
    .select('chain')
    .where('action', '=', 'one')
    .executeTakeFirstOrThrow();
  const sound = await verifyChain(db, chain);
  assert.deepEqual(
    [sound.valid, sound.totalArtifacts, sound.verifiedCount, sound.firstInvalid],
    [true, ARTIFACTS, ARTIFACTS, null],
  );

  for (const { promise, tamper, index, problem } of TAMPERINGS) {
    await t.test(promise, async () => {
      const found = await verifyTampered(db, chain, (tx) => tamper(tx, chain));
      assert.equal(found.valid, false);
      assert.deepEqual([found.firstInvalid?.index, found.firstInvalid?.problem], [index, problem]);
      assert.match(found.firstInvalid?.message ?? '', /^[A-Z].+\.$/);
      assert.ok(found.verifiedCount < ARTIFACTS || problem === 'wrong_head' || index === ARTIFACTS);
    });
  }

  await t.test('sees-that-a-payload-is-gone', async () => {
    const found = await verifyTampered(db, chain, (tx) =>
      tx.deleteFrom('artifact_payloads').where('chain', '=', chain).where('position', '=', 2).execute(),
    );
    assert.deepEqual([found.firstInvalid?.index, found.firstInvalid?.problem], [2, 'missing_payload']);
    assert.equal(found.verifiedCount, ARTIFACTS - 1);
  });

  await t.test('tells-how-far-it-is', async () => {
    const told: [number, number][] = [];
    await verifyChain(db, chain, (checked, total) => told.push([checked, total]));
    assert.deepEqual(told, [[ARTIFACTS, ARTIFACTS]]);
  });
});

testOnEachDatabase('finds-an-empty-chain-sound', async (location, t) => {
  const { house } = await openTestHouse(t, location);
  const { db } = house;
  await db.deleteFrom('artifact_payloads').execute();
  await db.deleteFrom('artifacts').execute();
  await db
    .updateTable('chains')
    .set({ size: 0, head_hash: Buffer.alloc(32) })
    .execute();
  const { chain } = await db.selectFrom('chains').select('chain').executeTakeFirstOrThrow();
  const found = await verifyChain(db, chain);
  assert.deepEqual([found.valid, found.totalArtifacts, found.verifiedCount], [true, 0, 0]);
  assert.equal(found.chainHeadHash, `sha256:${'0'.repeat(64)}`);
});

class Undo extends Error {}

/** What verification finds while the rows are so, after which they are as they were. */
async function verifyTampered(
  db: Database,
  chain: number,
  tamper: (tx: Database) => Promise<unknown>,
): Promise<ChainVerification> {
  let found: ChainVerification | undefined;
  const attempt = db.transaction().execute(async (tx) => {
    await tamper(tx);
    found = await verifyChain(tx, chain);
    throw new Undo();
  });
  await assert.rejects(attempt, Undo);
  assert.ok(found);
  return found;
}
