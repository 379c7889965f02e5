import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { Failure } from '../../foundation/failure.ts';
import type { Append } from '../artifact.ts';
import type { BatchAnswer, BatchCommitter, EntryAnswer } from './append-batch.ts';
import { joinedCommitter } from './joined.ts';

const FAILED: EntryAnswer = { kind: 'failed', fault: 'unavailable', message: 'the disk is full' };

/** Answers each entry with its id, and remembers how many entries each commit had. */
function recordingCommitter(answer: (batch: Append[]) => Promise<BatchAnswer>) {
  const commits: number[] = [];
  const committer: BatchCommitter = {
    commit: (batch) => {
      commits.push(batch.length);
      return answer(batch);
    },
    restartLog() {},
    close: async () => {},
  };
  return { commits, joined: joinedCommitter(committer) };
}

function entry(id: string): Append {
  const artifact = { id, artifact_type: 'governance_eval' as const, action: null, verdict: null };
  return { chain: 1, artifact: { ...artifact, actor: 'agent-7', created_at: 0, payload: '{}' } };
}

const namedAfterEntries = async (batch: Append[]): Promise<BatchAnswer> =>
  batch.length === 0
    ? [null]
    : batch.map(({ artifact }) => ({
        kind: 'repeated',
        requestHash: new Uint8Array(),
        outcome: artifact.id,
      }));

test('each-batch-gets-the-answers-to-its-own-entries-in-their-order', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat({ max: 4 }), { maxLength: 6 }), async (sizes) => {
      const { joined } = recordingCommitter(namedAfterEntries);
      const ids = sizes.map((size, place) => Array.from({ length: size }, (_, at) => `${place}/${at}`));
      const answers = await Promise.all(ids.map((batch) => joined.commit(batch.map(entry))));
      const outcomes = answers.map((of) =>
        of.map((answer) => answer && 'outcome' in answer && answer.outcome),
      );
      const isAsked = (place: number) => ids[place]?.length === 0;
      outcomes.forEach((of, place) => {
        if (isAsked(place)) assert.equal(of.length, 1);
        else assert.deepEqual(of, ids[place]);
      });
    }),
  );
});

test('batches-that-arrive-while-a-commit-runs-share-the-next-one', async () => {
  const running = Promise.withResolvers<void>();
  const { commits, joined } = recordingCommitter(async (batch) => {
    await running.promise;
    return namedAfterEntries(batch);
  });
  const first = joined.commit([entry('a')]);
  // It is passed on by the end of this turn of the event loop.
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(commits, [1]);
  const others = [joined.commit([entry('b')]), joined.commit([entry('c'), entry('d')])];
  running.resolve();
  await Promise.all([first, ...others]);
  assert.deepEqual(commits, [1, 3]);
});

test('a-commit-of-unknown-fate-is-of-unknown-fate-for-every-batch-in-it-and-for-no-later-one', async () => {
  let isLost = true;
  const { joined } = recordingCommitter(async (batch) => {
    if (isLost) throw Failure.unavailable(1, new Error('lost'));
    return namedAfterEntries(batch);
  });
  const outcomes = await Promise.allSettled([joined.commit([entry('a')]), joined.commit([])]);
  assert.deepEqual(
    outcomes.map(({ status }) => status),
    ['rejected', 'rejected'],
  );
  isLost = false;
  assert.equal((await joined.commit([entry('b')])).length, 1);
});

test('an-empty-batch-hears-of-the-failure-of-all-others', async () => {
  const { joined } = recordingCommitter(async (batch) => batch.map(() => FAILED));
  const [asking] = await Promise.all([joined.commit([]), joined.commit([entry('a')])]);
  assert.deepEqual(asking, [FAILED]);
});
