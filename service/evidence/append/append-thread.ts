/** The thread that commits batches if the database is a file: hashing and fsyncs block no request here. */
import { randomFillSync } from 'node:crypto';
import { parentPort, workerData } from 'node:worker_threads';
import { openAppendStore } from '../../database/append-open.ts';
import { committerOver } from './append-batch.ts';
import { type AppendThreadData, type ThreadMessage, unpackBatch } from './append-message.ts';

const port = parentPort;
if (port === null) throw new Error('append-thread.ts runs as a worker thread only');
const store = await openAppendStore((workerData as AppendThreadData).database);
const committer = committerOver(store, (target) => void randomFillSync(target));

port.on('message', async (message: ThreadMessage) => {
  if (message === 'restart log') committer.restartLog();
  else if (message === 'close') {
    await committer.close();
    port.close();
  } else port.postMessage(await committer.commit(unpackBatch(message)));
});
