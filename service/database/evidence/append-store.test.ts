/** The append store makes forks, partial batches and partial changes impossible, on both databases. */
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { GENESIS_HASH } from '@assize/evidence-format';
import { testOnEachDatabase } from '../../../tests/support/databases/databases.ts';
import { systemClock } from '../../foundation/clock.ts';
import { openAppendStore } from '../append-open.ts';
import type { DatabaseLocation } from '../location.ts';
import { migrate } from '../migrate.ts';
import { type Database, openDatabase } from '../open.ts';
import type { OpenedApproval } from '../tables/approval.ts';
import { type AppendStore, type ArtifactRow, additionTo, bound, type Head } from './append-store.ts';

const CHAIN = 7;

testOnEachDatabase('stores-a-chain-and-moves-its-head', async (location, t) => {
  const { db, store } = await openChain(location, t);
  await add(store, 2);
  await add(store, 1);
  assert.deepEqual(await positions(db), [0, 1, 2]);
  assert.deepEqual(await headOf(db), { size: 3, hash: hashAt(2) });
});

testOnEachDatabase('has-no-place-for-a-fork', async (location, t) => {
  const { db, store } = await openChain(location, t);
  await add(store, 3);
  const insert = (position: number, previous: Uint8Array, name: string) => {
    const { salt: _, payload: __, ...row } = rowAt(position, previous);
    return db
      .insertInto('artifacts')
      .values({ ...row, id: name, hash: digest(name) })
      .execute();
  };
  await assert.rejects(insert(2, hashAt(1), 'ev_same_place'));
  await assert.rejects(insert(0, GENESIS_HASH, 'ev_another_beginning'));
  await assert.rejects(insert(3, hashAt(1), 'ev_same_predecessor'));
  await assert.rejects(insert(3, GENESIS_HASH, 'ev_second_genesis'));
  assert.deepEqual(await positions(db), [0, 1, 2]);
  await insert(3, hashAt(2), 'ev_good');
  assert.deepEqual(await positions(db), [0, 1, 2, 3]);
});

testOnEachDatabase('refuses-a-batch-after-its-head-has-moved', async (location, t) => {
  const { db, store } = await openChain(location, t);
  await add(store, 2);
  const stale: Head = { size: 1, hash: hashAt(0) };
  const late = store.transact([CHAIN], (tx) =>
    tx.add([{ ...additionTo(CHAIN, stale), artifacts: [rowAt(1, hashAt(0), 'ev_late')] }]),
  );
  await assert.rejects(late);
  assert.deepEqual(await positions(db), [0, 1]);
  assert.deepEqual(await headOf(db), { size: 2, hash: hashAt(1) });
  await add(store, 1);
  assert.deepEqual(await positions(db), [0, 1, 2]);
});

testOnEachDatabase('leaves-no-trace-of-a-batch-that-fails', async (location, t) => {
  const { db, store } = await openChain(location, t);
  await add(store, 1);
  const failing = store.transact([CHAIN], async (tx) => {
    const head = (await tx.heads()).get(CHAIN) ?? assert.fail('no head');
    const approval: OpenedApproval = {
      chain: CHAIN,
      approval_id: 'apr_1',
      evidence_id: 'ev_1',
      action: 'a',
      agent_id: null,
      user_id: null,
      requested_by: 'key_1',
      risk_level: 'low',
      required_approvals: 1,
      binding: digest('b'),
      binding_version: 2,
      created_at: 1,
      expires_at: 2,
    };
    const event = { chain: CHAIN, event_id: 'evt_1', type: 'approval.created', data: '{}', created_at: 1 };
    const claim = {
      chain: CHAIN,
      key_hash: digest('key'),
      request_hash: digest('r'),
      outcome: '{}',
      expires_at: 9,
    };
    await tx.add([
      {
        ...additionTo(CHAIN, head),
        artifacts: [rowAt(1, head.hash), rowAt(1, head.hash)],
        approvals: [approval],
        events: [event],
        claims: [claim],
      },
    ]);
  });
  await assert.rejects(failing);
  assert.deepEqual(await positions(db), [0]);
  for (const table of ['approvals', 'events', 'idempotency_records'] as const) {
    assert.deepEqual(await db.selectFrom(table).selectAll().execute(), []);
  }
  assert.equal((await db.selectFrom('artifact_payloads').selectAll().execute()).length, 1);
});

testOnEachDatabase('runs-all-bound-statements-or-none', async (location, t) => {
  const { db, store } = await openChain(location, t);
  const rename = (name: string, rows: number) =>
    bound(db.updateTable('tenants').set({ name }).where('tenant_id', '=', 'ten_1'), rows);
  const find = (name: string, rows: number) =>
    bound(db.selectFrom('tenants').select('name').where('name', '=', name), rows);
  const noTenant = bound(db.updateTable('tenants').set({ tier: 'team' }).where('name', '=', 'unknown'), 1);
  const tryAll = (...statements: ReturnType<typeof bound>[]) =>
    store.transact([CHAIN], async (tx) => {
      const ran = await tx.runStatements(statements);
      const head = (await tx.heads()).get(CHAIN) ?? assert.fail('no head');
      const row = rowAt(head.size, head.hash);
      await tx.add([{ ...additionTo(CHAIN, head), artifacts: [row] }]);
      return ran;
    });
  const nameNow = async () => (await db.selectFrom('tenants').select('name').executeTakeFirstOrThrow()).name;

  assert.equal(await tryAll(rename('first', 1), find('first', 1)), true);
  assert.equal(await tryAll(rename('second', 1), noTenant), false);
  assert.equal(await tryAll(rename('second', 1), find('first', 1)), false);
  assert.equal(await tryAll(rename('second', 2)), false);
  assert.equal(await nameNow(), 'first');
  assert.equal(await tryAll(find('second', 0), rename('second', 1)), true);
  assert.equal(await nameNow(), 'second');
  assert.deepEqual(await positions(db), [0, 1, 2, 3, 4], 'what else is in the batch is kept either way');
});

async function openChain(
  location: DatabaseLocation,
  t: TestContext,
): Promise<{ db: Database; store: AppendStore }> {
  const db = await openDatabase(location, () => undefined);
  t.after(() => db.destroy());
  await migrate(db, location.kind, systemClock());
  const tenant = { tenant_id: 'ten_1', name: 'acme', tier: 'free', plan: 'free', created_at: 1 };
  await db.insertInto('tenants').values(tenant).execute();
  const head = {
    chain: CHAIN,
    tenant_id: 'ten_1',
    environment: 'production',
    size: 0,
    head_hash: GENESIS_HASH,
  };
  await db.insertInto('chains').values(head).execute();
  const store = await openAppendStore(location);
  t.after(() => store.close());
  return { db, store };
}

/** Adds so many artifacts after the head. */
async function add(store: AppendStore, count: number): Promise<void> {
  await store.transact([CHAIN], async (tx) => {
    const head = (await tx.heads()).get(CHAIN) ?? assert.fail('no head');
    const artifacts = Array.from({ length: count }, (_, place) => {
      const position = head.size + place;
      return rowAt(position, place === 0 ? head.hash : hashAt(position - 1));
    });
    await tx.add([{ ...additionTo(CHAIN, head), artifacts }]);
  });
}

function rowAt(position: number, previous: Uint8Array, id = `ev_${position}`): ArtifactRow {
  return {
    chain: CHAIN,
    position,
    id,
    artifact_type: 'governance_eval',
    action: 'a',
    verdict: 'proceed',
    actor: 'agent',
    payload_commitment: digest('commitment'),
    created_at: 1,
    previous_hash: previous,
    hash: hashAt(position),
    salt: digest('salt'),
    payload: Buffer.from('{}'),
  };
}

const digest = (text: string) => Buffer.alloc(32, text);
const hashAt = (position: number) => digest(`hash ${position}`);

async function positions(db: Database): Promise<number[]> {
  const rows = await db.selectFrom('artifacts').select('position').orderBy('position').execute();
  return rows.map(({ position }) => position);
}

async function headOf(db: Database): Promise<Head> {
  const row = await db.selectFrom('chains').select(['size', 'head_hash']).executeTakeFirstOrThrow();
  return { size: row.size, hash: Buffer.from(row.head_hash) };
}
