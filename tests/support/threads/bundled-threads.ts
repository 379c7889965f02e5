/**
 * In a run of all tests, threads use the output of `npm run build`, as in the package. From sources, each thread
 * loads up to 600 files: in a sample of the tests that share a process, that took a quarter of the processor time, 23
 * of 86 s.
 */
import { existsSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import workerThreads, { type WorkerOptions } from 'node:worker_threads';
import { isReused, ReusedWorker } from './reused-threads.ts';

/** The folder of a bundle that was current when the run began. Without it, threads run from their sources. */
const BUNDLE = 'ASSIZE_TEST_BUNDLE';
/** The environment of a process whose modules differ from the bundle. */
export const FROM_SOURCES = { [BUNDLE]: '' };
const SERVICE = path.join(import.meta.dirname, '../../../service');

/** Sets it for the tests' processes, which inherit it. */
export function useBundledThreads(): void {
  process.env[BUNDLE] = path.join(SERVICE, 'dist');
}

const { Worker } = workerThreads;
const folder = process.env[BUNDLE] ?? '';

if (folder !== '') {
  workerThreads.Worker = new Proxy(Worker, {
    construct(_, [module, options]: [module: string | URL, options?: WorkerOptions]) {
      const file = bundled(module);
      return file !== null && isReused(file)
        ? new ReusedWorker(file, options)
        : new Worker(file ?? module, options);
    },
  });
  syncBuiltinESMExports();
}

/** @returns null if the module is not a thread of the service. */
function bundled(module: string | URL): string | null {
  if (!(module instanceof URL)) return null;
  const source = fileURLToPath(module);
  if (!source.startsWith(SERVICE + path.sep)) return null;
  const file = path.join(folder, `${path.basename(source, '.ts')}.js`);
  return existsSync(file) ? file : null;
}
