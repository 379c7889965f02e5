/** A batch of entries of many chains is written as one, in each chain after its last artifact, on both databases. */
import assert from 'node:assert/strict';
import { randomFillSync } from 'node:crypto';
import { type TestContext, test } from 'node:test';
import { GENESIS_HASH } from '@assize/evidence-format';
import { newDatabase, testOnEachDatabase, whyNot } from '../../../tests/support/databases/databases.ts';
import { startProxy } from '../../../tests/support/nodes/proxy.ts';
import { openAppendStore } from '../../database/append-open.ts';
import type { AppendStore } from '../../database/evidence/append-store.ts';
import type { DatabaseLocation } from '../../database/location.ts';
import { type Database, openDatabase } from '../../database/open.ts';
import { eachCounter } from '../../foundation/meters.ts';
import type { Append } from '../artifact.ts';
import { committerOver, type EntryAnswer } from './append-batch.ts';

const CHAINS = [3, 1, 2];
const onPostgres = { skip: whyNot('postgres') };
const NO_LIMITS = eachCounter(() => null);

testOnEachDatabase('adds-a-batch-to-many-chains-with-all-that-goes-with-it', async (location, t) => {
  const { db, committer } = await withChains(t, location);
  for (const round of [0, 1, 2]) {
    const batch = CHAINS.flatMap((chain) => [full(chain, `a${round}`), full(chain, `b${round}`)]);
    const kinds = (await committer.commit(batch)).map((answer) => [answer?.kind, usedOf(answer)]);
    const used = [2 * round + 1, 2 * round + 2];
    assert.deepEqual(
      kinds,
      CHAINS.flatMap(() => used.map((count) => ['appended', count])),
    );
  }
  assert.deepEqual(await lengthsOf(db), [6, 6, 6]);
  for (const table of ['events', 'refused_claims', 'idempotency_records'] as const) {
    const rows = await db.selectFrom(table).select('chain').orderBy('chain').execute();
    const each = table === 'refused_claims' ? 2 : 6;
    assert.deepEqual(
      rows.map(({ chain }) => chain),
      CHAINS.toSorted().flatMap((chain) => Array.from({ length: each }, () => chain)),
      table,
    );
  }
  const [repeated, other] = await committer.commit([full(2, 'a1'), full(1, 'c')]);
  assert.equal(repeated?.kind === 'repeated' && repeated.outcome, '"a1 of 2"');
  assert.equal(other?.kind, 'appended');
  assert.deepEqual(await lengthsOf(db), [7, 6, 6]);
});

testOnEachDatabase('writes-every-other-entry-where-one-in-the-middle-is-at-fault', async (location, t) => {
  const { db, committer, transactions } = await withChains(t, location);
  await committer.commit(CHAINS.map((chain) => entry(chain, 'first')));
  // The id is taken, so the database refuses the batch as a whole, and then only this entry.
  const batch = [entry(3, 'second'), entry(1, 'first'), entry(2, 'second')];
  assert.deepEqual((await committer.commit(batch)).map(faultOf), [null, 'unknown', null]);
  assert.equal(transactions(), 1 + 1 + 3);
  assert.deepEqual(await lengthsOf(db), [1, 2, 2]);
});

// On SQLite, one of two on one thread would wait for the other without letting it go on.
test('appends-in-turn-where-two-write-to-the-same-chains', onPostgres, async (t) => {
  const { location, remove } = await newDatabase('postgres');
  t.after(remove);
  const { db, ...one } = await withChains(t, location);
  const other = await withCommitter(t, location);
  const rounds = 12;
  const write = async (by: Counting, name: string) => {
    const before = by.transactions();
    for (let round = 0; round < rounds; round += 1) {
      const order = round % 2 === 0 ? CHAINS : CHAINS.toReversed();
      // Mostly many chains, sometimes one: each has its own way of trying a head.
      const batch = (round % 3 === 0 ? [1] : order).map((chain) => entry(chain, `${name}${round}`));
      assert.deepEqual(
        await by.committer.commit(batch),
        batch.map(() => null),
      );
    }
    // A batch that met the other writer was tried again as a whole, not entry by entry.
    assert.equal(by.transactions() - before, rounds);
  };
  await Promise.all([write(one, 'x'), write(other, 'y')]);
  // One after the other they learn of each other's heads again.
  for (const [turn, each] of [one, other, one].entries()) await write(each, `z${turn}-`);
  assert.deepEqual(await lengthsOf(db), [5 * 12, 5 * 8, 5 * 8]);
});

test('adds-to-many-chains-in-one-round-trip', onPostgres, async (t) => {
  const { db, committer, proxy } = await behindProxy(t);
  const tripsOf = async (batch: Append[]) => {
    const before = proxy.roundTrips();
    const answers = await committer.commit(batch);
    assert.ok(answers.every((answer) => answer === null || answer.kind === 'appended'));
    return proxy.roundTrips() - before;
  };
  await tripsOf(CHAINS.map((chain) => entry(chain, 'first')));
  assert.equal(await tripsOf([entry(1, 'alone')]), 1);
  assert.equal(await tripsOf([{ ...entry(1, 'with no statement'), statements: [] }]), 1);
  assert.equal(await tripsOf(CHAINS.map((chain) => entry(chain, 'second'))), 1);
  assert.equal(await tripsOf(CHAINS.map((chain) => full(chain, 'all that can be asked'))), 2);
  assert.deepEqual(await lengthsOf(db), [5, 3, 3]);
});

test('gives-no-answer-where-the-answer-to-the-commit-is-lost', onPostgres, async (t) => {
  const { db, committer, proxy } = await behindProxy(t);
  const batches = [
    [entry(1, 'one')],
    CHAINS.map((chain) => entry(chain, 'many')),
    CHAINS.map((chain) => full(chain, 'asking')),
  ];
  await committer.commit(CHAINS.map((chain) => entry(chain, 'first')));
  for (const batch of batches) {
    proxy.loseNextAnswer();
    assert.deepEqual(
      (await committer.commit(batch)).map(faultOf),
      batch.map(() => 'unavailable'),
    );
    // Whichever happened, the next batch follows it.
    const after = CHAINS.map((chain) => entry(chain, `after ${batch[0]?.artifact.id}`));
    assert.deepEqual((await committer.commit(after)).map(faultOf), [null, null, null]);
  }
  const lengths = await lengthsOf(db);
  assert.ok(lengths.every((length) => length >= 4 && length <= 7));
  assert.ok((lengths[0] ?? 0) > 4, 'a commit whose answer was lost has happened');
});

async function withChains(t: TestContext, location: DatabaseLocation) {
  const db = await openDatabase(location, () => undefined);
  t.after(() => db.destroy());
  for (const chain of CHAINS) {
    const tenant = { tenant_id: `ten_${chain}`, name: `${chain}`, tier: 'free', plan: 'free', created_at: 1 };
    await db.insertInto('tenants').values(tenant).execute();
    const head = { size: 0, head_hash: GENESIS_HASH, environment: 'production' as const };
    await db
      .insertInto('chains')
      .values({ chain, tenant_id: tenant.tenant_id, ...head })
      .execute();
  }
  return { db, ...(await withCommitter(t, location)) };
}

type Counting = Awaited<ReturnType<typeof withCommitter>>;

async function withCommitter(t: TestContext, location: DatabaseLocation) {
  const opened = await openAppendStore(location);
  t.after(() => opened.close());
  let transactions = 0;
  const store: AppendStore = {
    ...opened,
    transact(chains, work) {
      transactions += 1;
      return opened.transact(chains, work);
    },
  };
  const committer = committerOver(store, (target) => void randomFillSync(target));
  return { committer, transactions: () => transactions };
}

async function behindProxy(t: TestContext) {
  const { location, remove } = await newDatabase('postgres');
  t.after(remove);
  assert.ok(location.kind === 'postgres');
  const { db } = await withChains(t, location);
  const proxy = await startProxy(location.url);
  t.after(() => proxy.close());
  return { db, proxy, ...(await withCommitter(t, { kind: 'postgres', url: proxy.url })) };
}

function entry(chain: number, id: string): Append {
  const artifact = { id, artifact_type: 'governance_eval' as const, action: 'a', verdict: 'block' };
  return { chain, artifact: { ...artifact, actor: 'agent', created_at: 1, payload: `{"of":"${id}"}` } };
}

/** With everything that a batch reads before it is written, and much of what goes with an artifact. */
function full(chain: number, id: string): Append {
  const of = `${id} of ${chain}`;
  return {
    ...entry(chain, id),
    allowance: NO_LIMITS,
    events: [{ chain, event_id: of, type: 'evaluation.blocked', data: '{}', created_at: 1 }],
    idempotency: {
      keyHash: Buffer.alloc(32, of),
      requestHash: Buffer.alloc(32, 1),
      outcome: JSON.stringify(of),
      expiresAt: 9,
    },
    refused: {
      chain,
      agent_id: id.slice(0, 1),
      action: 'a',
      risk_level: 'low',
      is_irreversible: 0,
      refused_at: 1,
    },
    unlessRefused: { agent_id: 'another', action: 'a', after: 0 },
  };
}

function usedOf(answer: EntryAnswer): number | undefined {
  return answer?.kind === 'appended' ? answer.used : undefined;
}

function faultOf(answer: EntryAnswer): string | null {
  return answer?.kind === 'failed' ? answer.fault : null;
}

/** The length of each chain, once its artifacts are found to follow one another up to its head. */
async function lengthsOf(db: Database): Promise<number[]> {
  const heads = await db
    .selectFrom('chains')
    .select(['chain', 'size', 'head_hash'])
    .orderBy('chain')
    .execute();
  for (const { chain, size, head_hash } of heads) {
    const rows = await db
      .selectFrom('artifacts')
      .select(['position', 'previous_hash', 'hash'])
      .where('chain', '=', chain)
      .orderBy('position')
      .execute();
    const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
    const links = [hex(GENESIS_HASH), ...rows.map(({ hash }) => hex(hash))];
    assert.deepEqual(
      rows.map(({ position, previous_hash }) => [position, hex(previous_hash)]),
      rows.map((_, place) => [place, links[place]]),
    );
    assert.deepEqual([size, hex(head_hash)], [rows.length, links.at(-1)]);
    const counts = await db
      .selectFrom('usage_counters')
      .select('evaluations')
      .where('chain', '=', chain)
      .executeTakeFirst();
    assert.equal(counts?.evaluations ?? 0, size);
  }
  return heads.map(({ size }) => size);
}
