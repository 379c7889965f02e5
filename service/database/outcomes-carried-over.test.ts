/** If an evaluation has several reports from before it could have only one outcome, the first is kept. */
import assert from 'node:assert/strict';
import { testOnEachEmptyDatabase } from '../../tests/support/databases/databases.ts';
import { systemClock } from '../foundation/clock.ts';
import { migrate } from './migrate.ts';
import { migrations } from './migrations/index.ts';
import { openDatabase } from './open.ts';

const EVALUATION = `ev_${'1'.repeat(24)}`;
const OTHER = `ev_${'2'.repeat(24)}`;
const REST = '"executed_at":"2026-01-31T09:30:00.500Z","key_id":"key_1","outcome":"success"';

const REPORTS: [payload: string, verdict: string | null][] = [
  [`{"action":"a","context":{},${REST}}`, null],
  // The content of a context must not be mistaken for the name in the report.
  [
    `{"action":"a","context":{"evaluation_id":"${OTHER}","n":"\\u0000"},"evaluation_id":"${EVALUATION}",${REST}}`,
    'proceed',
  ],
  [`{"action":"a","context":{"c":{"evaluation_id":"${OTHER}",${REST}}},${REST},"user_id":"u\\"}"}`, null],
  [`{"action":"a","context":{},"evaluation_id":"${EVALUATION}",${REST}}`, 'proceed'],
  [
    `{"action":"a","context":{},"evaluation_id":"${OTHER}","executed_at":"2026-01-31T09:30:00.500Z","executed_despite_block":true,"key_id":"key_1","outcome":"failure","user_id":"\\\\\\"größe"}`,
    'block',
  ],
];

testOnEachEmptyDatabase('keeps-the-first-report-of-each-evaluation', async (location, t) => {
  const db = await openDatabase(location, () => undefined);
  t.after(() => db.destroy());
  await migrate(db, location.kind, systemClock(), { steps: migrations.slice(0, 17) });
  let hash = Buffer.alloc(32);
  for (const chain of [1, 2]) {
    for (const [position, [payload, verdict]] of REPORTS.entries()) {
      const previous_hash = position === 0 ? Buffer.alloc(32) : hash;
      hash = Buffer.alloc(32, 1 + position + 100 * chain);
      const leaf = {
        chain,
        position,
        id: `ev_${chain}${position}`,
        artifact_type: 'action_executed',
        action: 'a',
        verdict,
        actor: 'x',
        payload_commitment: hash,
        created_at: 5 + position,
        previous_hash,
        hash,
      };
      await db.insertInto('artifacts').values(leaf).execute();
      const stored = { chain, position, salt: hash, payload: Buffer.from(payload) };
      await db.insertInto('artifact_payloads').values(stored).execute();
    }
  }
  await migrate(db, location.kind, systemClock());
  const kept = await db
    .selectFrom('outcomes')
    .selectAll()
    .orderBy('chain')
    .orderBy('evaluation_id')
    .execute();
  assert.deepEqual(
    kept.map((row) => ({ ...row })),
    [1, 2].flatMap((chain) => [
      { chain, evaluation_id: EVALUATION, evidence_id: `ev_${chain}1`, reported_at: 6 },
      { chain, evaluation_id: OTHER, evidence_id: `ev_${chain}4`, reported_at: 9 },
    ]),
  );
});
