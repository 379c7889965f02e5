/** The one read for the targets of an action finds its rows by the index, however many targets the tenant knows. */
import assert from 'node:assert/strict';
import type { Reach } from '@assize/act-reading/targets';
import { sql } from 'kysely';
import { testAsTenantOnEachDatabase } from '../../../tests/support/people/tenants.ts';
import type { Database } from '../../database/open.ts';
import { addTargets } from '../index.ts';
import { knownTargets } from './known.ts';

interface ReadQuery {
  sql: string;
  parameters: readonly unknown[];
}

const mailTo = (value: string): Reach => ({
  ...{ effect: 'send', kind: 'email', role: 'recipient', path: 'to', value },
});

testAsTenantOnEachDatabase('targets-are-found-by-one-indexed-read', async ({ service, chain }) => {
  await addTargets(service, chain, 'operator', [{ kind: 'domain', value: 'example.com' }]);
  const known = knownTargets(service);
  const reaches = [mailTo('a@mail.example.com'), mailTo('b@other.example')];
  const sought = { agentId: null, reaches, at: 0 };
  const asked: ReadQuery[] = [];
  const stop = watch(service.db, asked);
  const found = await known.find(chain, 1, sought);
  assert.deepEqual(
    found.map((each) => each?.by),
    ['record', undefined],
  );
  assert.deepEqual(await known.find(chain, 1, sought), found);
  stop();
  const [read, ...others] = asked.filter((one) => one.sql.includes('known_targets'));
  assert.deepEqual(others, [], 'the second time all is in memory');
  if (service.kind !== 'sqlite' || read === undefined) return;
  const plan = await planOf(service.db, read);
  assert.deepEqual(plan, ['SEARCH known_targets USING INDEX known_targets_by_hash (chain=? AND hash=?)']);
});

testAsTenantOnEachDatabase('actions-at-once-share-a-read-and-each-gets-its-own-answer', async (tenant) => {
  const { service, chain } = tenant;
  const records = Array.from({ length: 40 }, (_, place) => ({
    kind: 'email' as const,
    value: `u${place}@example.com`,
  }));
  await addTargets(service, chain, 'operator', records);
  const known = knownTargets(service);
  const find = async (value: string) =>
    (await known.find(chain, 1, { agentId: null, reaches: [mailTo(value)], at: 0 }))[0] ?? null;
  await find('warm@up.example');
  const asked: ReadQuery[] = [];
  const stop = watch(service.db, asked);
  const values = records.flatMap(({ value }) => [value, `other-${value}`]);
  const found = await Promise.all(values.map(find));
  stop();
  assert.equal(asked.length, 1);
  for (const [place, value] of values.entries()) {
    assert.equal(found[place] !== null, !value.startsWith('other-'), value);
    assert.deepEqual(found[place], await find(value));
  }
  assert.equal(new Set(found.map((each) => each?.id)).size, records.length + 1);
});

function watch(db: Database, asked: ReadQuery[]): () => void {
  const executor = db.getExecutor();
  const execute = executor.executeQuery.bind(executor);
  executor.executeQuery = (query, ...rest) => {
    // Chores of the service read other tables at any time.
    if (query.sql.includes('known_targets')) asked.push(query);
    return execute(query, ...rest);
  };
  return () => {
    executor.executeQuery = execute;
  };
}

async function planOf(db: Database, { sql: text, parameters }: ReadQuery): Promise<string[]> {
  const parts = text.split('?').map((part) => sql.raw(part));
  const query = sql.join(
    parts.flatMap((part, place) => (place < parameters.length ? [part, sql.val(parameters[place])] : [part])),
    sql``,
  );
  const { rows } = await sql<{ detail: string }>`EXPLAIN QUERY PLAN ${query}`.execute(db);
  return rows.map(({ detail }) => detail);
}
