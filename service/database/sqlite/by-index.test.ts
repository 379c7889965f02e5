/** A table that grows is read by the index that its query names, also where the planner knows nothing of its size. */
import assert from 'node:assert/strict';
import { CompiledQuery } from 'kysely';
import { testAsTenantOnEachDatabase } from '../../../tests/support/people/tenants.ts';
import { byIndex } from './by-index.ts';

testAsTenantOnEachDatabase('finds-rows-by-the-named-index', async ({ service: { db, kind }, chain }) => {
  const found = (index: string) =>
    db
      .selectFrom(byIndex(db, 'approvals', index))
      .selectAll()
      .where('approvals.chain', '=', chain)
      .where('evidence_id', '=', 'ev_of_another');
  assert.deepEqual(await found('approvals_by_evidence').execute(), []);
  if (kind !== 'sqlite') return;
  const { sql, parameters } = found('approvals_by_evidence').compile();
  const plan = CompiledQuery.raw(`EXPLAIN QUERY PLAN ${sql}`, [...parameters]);
  const { rows } = await db.executeQuery<{ detail: string }>(plan as CompiledQuery<{ detail: string }>);
  assert.match(rows[0]?.detail ?? '', /USING INDEX approvals_by_evidence \(chain=\? AND evidence_id=\?\)/);
  await assert.rejects(found('approvals_by_proof').execute(), /no such index/);
});

testAsTenantOnEachDatabase(
  'refuses-a-partial-index-whose-condition-is-not-stated',
  async ({ service: { db, kind } }) => {
    const pending = db
      .selectFrom(byIndex(db, 'approvals', 'approvals_to_expire'))
      .select('approval_id')
      .where('expires_at', '<', 0);
    if (kind === 'sqlite') await assert.rejects(pending.execute(), /no query solution/);
    else assert.deepEqual(await pending.execute(), []);
  },
);
