/** Each tampering with the database is reported with its registry and its place. */

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { REGISTRIES } from '@assize/service/audit/registries/index.ts';
import { truthThreads } from '@assize/service/audit/truth-threads.ts';
import { truthVerifier } from '@assize/service/audit/verify-truth.ts';
import type { DatabaseLocation } from '@assize/service/database/location.ts';
import type { Database } from '@assize/service/database/open.ts';
import { type Finding, openAlarms, raiseAlarm } from '@assize/service/proof/alarms/index.ts';
import { ACTS } from './cases/truth/acts.ts';
import { IN_CODE } from './cases/truth/in-code.ts';
import { readTamperings } from './cases/truth/tampering.ts';
import { stopSigning } from './support/databases/chains.ts';
import { testOnOneDatabase } from './support/databases/databases.ts';
import { ask } from './support/http/in-process.ts';
import { assertNames, filledService, restoring, TRUTH, TRUTH_REGISTRIES } from './support/truth/truth.ts';
import type { Filled } from './support/truth/truth-parts.ts';

const TAMPERINGS = [...readTamperings(), ...IN_CODE, ...ACTS];

testOnOneDatabase('names-each-contradiction', async (location, t) => {
  const filled = await filledService(t, location);
  const { service, app, chain } = filled;
  const sound = await ask(app, 'a', TRUTH);
  assert.deepEqual(sound.body.gaps, []);
  assert.deepEqual(
    {
      status: sound.status,
      overall_valid: sound.body.overall_valid,
      consistency_score: sound.body.consistency_score,
      gaps_detected: sound.body.gaps_detected,
    },
    { status: 200, overall_valid: true, consistency_score: 1, gaps_detected: 0 },
  );
  assert.deepEqual(
    sound.body.registries.filter(({ checked }: { checked: number }) => checked === 0).map(nameOf),
    ['search-blocks', 'search-words', 'verdict-counts'],
  );

  // Signing checks the log now and then, and would repair an altered checkpoint.
  await stopSigning(service.signing);
  const head = await service.db
    .selectFrom('chains')
    .selectAll()
    .where('chain', '=', chain)
    .executeTakeFirstOrThrow();
  const problems = await tryTamperings(t, location, filled, head);

  await t.test('and-all-is-well-where-it-was-put-back', async () => {
    const found = await service.truth.verify(chain);
    assert.deepEqual(
      { overallValid: found.overallValid, gaps: found.gaps },
      { overallValid: true, gaps: [] },
    );
  });

  await t.test('raises-an-alarm-where-the-evidence-itself-is-at-stake', async () => {
    for (const problem of [
      'wrong_hash',
      'wrong_commitment',
      'missing_record',
      'wrong_head',
      'inconsistent_log',
    ]) {
      assert.ok(problems.has(problem), problem);
    }
    assert.ok(![...problems].some((problem) => problem.includes('verdict') || problem.includes('key')));
  });
});

/**
 * Each case asks only its own registry: all of them take many times as long, and their order changes nothing.
 * @returns the alarms that were raised.
 */
async function tryTamperings(
  t: TestContext,
  location: DatabaseLocation,
  filled: Filled,
  head: Parameters<typeof takeBackAlarms>[2],
): Promise<Set<string>> {
  const { service, chain } = filled;
  const problems = new Set<string>();
  const raise = (altered: number, finding: Finding) => raiseAlarm(service, altered, finding);
  const threads = truthThreads(location);
  t.after(() => threads.close());
  for (const asked of REGISTRIES) {
    const truth = truthVerifier({ ...service, threads, raise }, async () => [asked]);
    for (const { promise, tables, tamper, registry, index, what } of TAMPERINGS) {
      if (registry !== asked.name) continue;
      await t.test(`${registry}-names-${promise}`, async () => {
        await restoring(service.db, tables, async () => {
          await tamper(service.db, filled);
          const found = await truth.verify(chain);
          for (const { problem } of await openAlarms(service.db, chain)) problems.add(problem);
          assertNames(found, registry, index(filled), what);
        });
        await takeBackAlarms(service.db, chain, head);
      });
    }
  }
  return problems;
}

test('every-registry-is-tampered-with', () => {
  const tried = new Set(TAMPERINGS.map(({ registry }) => registry));
  assert.deepEqual(
    [...tried, 'search-blocks', 'search-words', 'verdict-counts'].sort(),
    [...TRUTH_REGISTRIES].sort(),
  );
});

function nameOf({ name }: { name: string }): string {
  return name;
}

/** A raised alarm is evidence, and would affect the next case. */
async function takeBackAlarms(
  db: Database,
  chain: number,
  { size, head_hash }: { size: number; head_hash: Uint8Array },
): Promise<void> {
  for (const table of ['artifacts', 'artifact_payloads'] as const) {
    await db.deleteFrom(table).where('chain', '=', chain).where('position', '>=', size).execute();
  }
  await db.updateTable('chains').set({ size, head_hash }).where('chain', '=', chain).execute();
  await db
    .deleteFrom('integrity_alarms')
    .where('chain', '=', chain)
    .where('acknowledged_at', 'is', null)
    .execute();
}
