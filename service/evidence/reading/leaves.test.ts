/** Artifacts are found by their ids in a chain of any length. */
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { growTo } from '../../../tests/support/databases/chains.ts';
import { testAsTenantOnEachDatabase } from '../../../tests/support/people/tenants.ts';
import { positionsOf, queryByIds } from './leaves.ts';

testAsTenantOnEachDatabase('looks-each-id-up-instead-of-reading-the-chain', async ({ service, chain }) => {
  const { db, kind } = service;
  await growTo(db, chain, 3000);
  const some = await db
    .selectFrom('artifacts')
    .select(['id', 'position'])
    .where('chain', '=', chain)
    .where('position', '>=', 2900)
    .execute();
  const ids = [...some.map(({ id }) => id), 'ev_of_nobody'];
  const found = await positionsOf(db, chain, ids);
  assert.deepEqual(
    found.sort((one, other) => one - other),
    some.map(({ position }) => position),
  );
  assert.deepEqual(await positionsOf(db, chain + 1, ids), []);
  if (kind !== 'sqlite') return;
  const { sql: text, parameters } = queryByIds(db, chain, ids).compile();
  const parts = text.split('?').map((part) => sql.raw(part));
  const query = sql.join(
    parts.flatMap((part, place) => (place < parameters.length ? [part, sql.val(parameters[place])] : [part])),
    sql``,
  );
  const { rows } = await sql<{ detail: string }>`EXPLAIN QUERY PLAN ${query}`.execute(db);
  assert.ok(rows.some(({ detail }) => detail.includes('artifacts_by_id (chain=? AND id=?)')));
});
