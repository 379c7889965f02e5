/** The thread of `reused-threads.ts`: runs a module again and again, each time with another port as its parent's. */
import { syncBuiltinESMExports } from 'node:module';
import { pathToFileURL } from 'node:url';
import workerThreads, { type MessagePort, parentPort } from 'node:worker_threads';

interface Start {
  file: string;
  data: unknown;
  port: MessagePort;
}

/** Kept, for the module is given another one. */
const parent = parentPort;
let starts = 0;

parent?.on('message', async ({ file, data, port }: Start) => {
  port.on('close', () => parent.postMessage('closed'));
  Object.assign(workerThreads, { parentPort: port, workerData: data });
  syncBuiltinESMExports();
  starts += 1;
  await import(`${pathToFileURL(file)}?${starts}`);
});
