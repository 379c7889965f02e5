import assert from 'node:assert/strict';
import test from 'node:test';
import { systemClock } from '../../foundation/clock.ts';
import { type Measured, NOT_MEASURED } from '../../foundation/measured.ts';
import { NOT_TRACED } from '../../telemetry/traced.ts';
import type { Append } from '../artifact.ts';
import { startAppender } from './append.ts';
import type { BatchAnswer, EntryAnswer } from './append-batch.ts';

const FAILED: EntryAnswer = { kind: 'failed', fault: 'unknown', message: 'one of its values is too long' };

function entry(id: string): Append {
  const artifact = { id, artifact_type: 'governance_eval' as const, action: null, verdict: null };
  return { chain: 1, artifact: { ...artifact, actor: 'agent-7', created_at: 0, payload: '{}' } };
}

/** @returns the counts, such as `committed 3` and `failed 2`. */
async function countedOf(
  commit: (batch: Append[]) => Promise<BatchAnswer>,
  ids: string[],
): Promise<string[]> {
  const counted: string[] = [];
  const measured: Measured = {
    ...NOT_MEASURED,
    batchCommitted: (entries) => void counted.push(`committed ${entries}`),
    evidenceFailed: (entries) => void counted.push(`failed ${entries}`),
  };
  const committer = { commit, restartLog() {}, close: async () => {} };
  const location = { kind: 'sqlite', path: '' } as const;
  const signingFolder = { require: async () => undefined };
  const damage = { note: () => undefined };
  const overload = { entered() {}, left() {}, commitBegan() {}, commitEnded() {} };
  const deps = { clock: systemClock(0), measured, traced: NOT_TRACED, signingFolder, damage, overload };
  const appender = await startAppender(location, () => undefined, deps, committer);
  await Promise.allSettled(ids.map((id) => appender.append(entry(id))));
  await appender.close();
  return counted;
}

test('counts-entries-that-failed-beside-those-that-are-durable', async () => {
  const answer = (batch: Append[]) => batch.map(({ artifact }) => (artifact.id === 'bad' ? FAILED : null));
  assert.deepEqual(await countedOf(async (batch) => answer(batch), ['a', 'bad', 'b']), [
    'failed 1',
    'committed 2',
  ]);
});

test('counts-entries-that-a-lost-batch-kept-from-being-tried', async () => {
  let commits = 0;
  const commit = async (batch: Append[]): Promise<BatchAnswer> => {
    commits += 1;
    return batch.map(() => ({ ...FAILED, fault: 'unavailable' as const }));
  };
  const ids = Array.from({ length: 40 }, (_, place) => String(place));
  const counted = await countedOf(commit, ids);
  const failed = counted.map((text) => Number(text.replace('failed ', '')));
  assert.equal(
    failed.reduce((sum, entries) => sum + entries, 0),
    ids.length,
  );
  assert.ok(commits < ids.length);
});
