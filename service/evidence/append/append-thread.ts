/** The thread that commits batches if the database is a file: hashing and fsyncs block no request here. */
import { randomFillSync } from 'node:crypto';
import { openAppendStore } from '../../database/append-open.ts';
import { serveThread } from '../../foundation/thread.ts';
import { type BatchAnswer, committerOver } from './append-batch.ts';
import { type AppendThreadData, type ThreadMessage, unpackBatch } from './append-message.ts';

await serveThread(
  async ({ database }: AppendThreadData) => {
    const store = await openAppendStore(database);
    const committer = committerOver(store, (target) => void randomFillSync(target));
    return {
      async answer(message: ThreadMessage): Promise<BatchAnswer> {
        if (message !== 'restart log') return committer.commit(unpackBatch(message));
        committer.restartLog();
        return [];
      },
      close: () => committer.close(),
    };
  },
  { isUrgent: true },
);
