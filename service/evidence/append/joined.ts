/** Joins batches that several processes send while a commit runs into one transaction, with one lock and sync. */
import type { Append } from '../artifact.ts';
import type { BatchAnswer, BatchCommitter } from './append-batch.ts';

interface Waiting extends PromiseWithResolvers<BatchAnswer> {
  batch: Append[];
}

/** @returns a committer that takes any number of batches at a time. */
export function joinedCommitter(committer: BatchCommitter): BatchCommitter {
  let waiting: Waiting[] = [];
  let underWay: Promise<void> | null = null;

  async function commitWaiting(): Promise<void> {
    while (waiting.length > 0) {
      // Everything that has arrived by the end of this turn shares the commit.
      await new Promise((resolve) => setImmediate(resolve));
      const joined = waiting;
      waiting = [];
      try {
        share(joined, await committer.commit(joined.flatMap(({ batch }) => batch)));
      } catch (cause) {
        for (const { reject } of joined) reject(cause);
      }
    }
    underWay = null;
  }

  return {
    commit(batch) {
      const one = { batch, ...Promise.withResolvers<BatchAnswer>() };
      waiting.push(one);
      underWay ??= commitWaiting();
      return one.promise;
    },
    restartLog: () => committer.restartLog(),
    async close() {
      await underWay;
      await committer.close();
    },
  };
}

/** An empty batch asks whether a commit succeeds, so it gets the first answer of a batch that others filled. */
function share(joined: readonly Waiting[], answers: BatchAnswer): void {
  let from = 0;
  for (const { batch, resolve } of joined) {
    if (batch.length === 0)
      resolve([answers.find((answer) => answer?.kind !== 'failed') ?? answers[0] ?? null]);
    else resolve(answers.slice(from, from + batch.length));
    from += batch.length;
  }
}
