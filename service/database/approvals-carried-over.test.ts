/** Escalations from before approvals existed are kept as approvals that can no longer be given. */
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { testOnEachEmptyDatabase } from '../../tests/support/databases/databases.ts';
import { systemClock } from '../foundation/clock.ts';
import { migrate } from './migrate.ts';
import { migrations } from './migrations/index.ts';
import { openDatabase } from './open.ts';

testOnEachEmptyDatabase('carries-escalations-over-as-cancelled', async (location, t) => {
  const db = await openDatabase(location, () => undefined);
  t.after(() => db.destroy());
  await migrate(db, location.kind, systemClock(), { steps: migrations.slice(0, 7) });
  const hash = Buffer.alloc(32);
  await db
    .insertInto('artifacts')
    .values({
      chain: 1,
      position: 0,
      id: 'ev_1',
      artifact_type: 'governance_eval',
      action: 'a',
      verdict: 'escalate',
      actor: 'x',
      payload_commitment: hash,
      created_at: 5,
      previous_hash: hash,
      hash,
    })
    .execute();
  await sql`INSERT INTO escalations (chain, escalation_id, evidence_id, created_at)
    VALUES (1, 'esc_0123456789abcdef01234567', 'ev_1', 5)`.execute(db);
  await migrate(db, location.kind, systemClock());
  const [row, ...others] = await db.selectFrom('approvals').selectAll().execute();
  assert.deepEqual(others, []);
  assert.deepEqual(row && { ...row, binding: row.binding.length }, {
    chain: 1,
    approval_id: 'apr_0123456789abcdef01234567',
    evidence_id: 'ev_1',
    status: 'cancelled',
    action: 'a',
    agent_id: null,
    user_id: null,
    requested_by: null,
    risk_level: null,
    required_approvals: 1,
    binding: 0,
    binding_version: 1,
    created_at: 5,
    expires_at: 5,
    resolved_at: 5,
    resolution_evidence_id: null,
    consumed_at: null,
    consumed_by: null,
    bundle: null,
    corrected_evidence_id: null,
    route: null,
    governs: null,
  });
});
