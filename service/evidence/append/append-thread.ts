/** The thread that commits batches if the database is a file or several processes share one. */
import { randomFillSync } from 'node:crypto';
import { deserialize } from 'node:v8';
import { openAppendStore } from '../../database/append-open.ts';
import { serveThread } from '../../foundation/thread.ts';
import { type BatchAnswer, committerOver } from './append-batch.ts';
import { type AppendThreadData, type ThreadMessage, unpackBatch } from './append-message.ts';
import { joinedCommitter } from './joined.ts';

await serveThread(
  async ({ database, isShared }: AppendThreadData) => {
    const store = await openAppendStore(database);
    const own = committerOver(store, (target) => void randomFillSync(target));
    const committer = isShared ? joinedCommitter(own) : own;
    return {
      async answer(question: ThreadMessage | Uint8Array): Promise<BatchAnswer> {
        const message: ThreadMessage = question instanceof Uint8Array ? deserialize(question) : question;
        if (message !== 'restart log') return committer.commit(unpackBatch(message));
        committer.restartLog();
        return [];
      },
      close: () => committer.close(),
    };
  },
  { isUrgent: true },
);
