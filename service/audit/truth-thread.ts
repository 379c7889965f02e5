/** The thread that checks run on: opens a database of its own, and runs the checks it is told to, by turns. */
import { parentPort, workerData } from 'node:worker_threads';
import { openDatabaseOnThread } from '../database/thread-database.ts';
import { Failure } from '../foundation/failure.ts';
import type { RegistryReport, ThreadCheck } from './registry.ts';
import type { CheckAnswer, CheckMessage, TruthThreadData } from './thread.ts';

const port = parentPort;
if (port === null) throw new Error('truth-thread.ts runs as a worker thread only');
const { location } = workerData as TruthThreadData;
const db = await openDatabaseOnThread(location);

port.on('message', async (message: CheckMessage | 'close') => {
  if (message === 'close') {
    await db.destroy();
    port.close();
    return;
  }
  port.postMessage(await answer(message));
});

async function answer({ id, module, extra, context }: CheckMessage): Promise<CheckAnswer> {
  try {
    const { check } = (await import(module)) as { check: ThreadCheck<unknown> };
    const report: RegistryReport = await check({ ...context, location, db }, extra);
    return { id, report };
  } catch (error) {
    const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { id, message, unavailable: error instanceof Failure && error.code === 'unavailable' };
  }
}
