/**
 * In a run of all tests, threads begin with what `npm run build` made of their sources, as they do in the package.
 * From sources each thread loads up to 600 files, which took a quarter of the processor time of the tests that start
 * services in their own process: 87 of 346 s.
 */
import { existsSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import workerThreads, { type WorkerOptions } from 'node:worker_threads';

/** The folder of a bundle that was current when the run began. Without it, threads run from their sources. */
const BUNDLE = 'ASSIZE_TEST_BUNDLE';
const SERVICE = path.join(import.meta.dirname, '../../service');

/** For the tests' processes, which inherit it. */
export function useBundledThreads(): void {
  process.env[BUNDLE] = path.join(SERVICE, 'dist');
}

const { Worker } = workerThreads;

if (process.env[BUNDLE] !== undefined) {
  workerThreads.Worker = class extends Worker {
    constructor(module: string | URL, options?: WorkerOptions) {
      super(bundled(module) ?? module, options);
    }
  };
  syncBuiltinESMExports();
}

/** @returns null where this is no thread of the service. */
function bundled(module: string | URL): string | null {
  if (!(module instanceof URL)) return null;
  const source = fileURLToPath(module);
  if (!source.startsWith(SERVICE + path.sep)) return null;
  const file = path.join(process.env[BUNDLE] ?? '', `${path.basename(source, '.ts')}.js`);
  return existsSync(file) ? file : null;
}
