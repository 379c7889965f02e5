/** What every section is handed: how to measure, where to write, and how to leave nothing behind. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Cleanup } from './cleanup.ts';
import type { LoadTool } from './load/load.ts';
import type { Options } from './options.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

export interface Context {
  options: Options;
  cleanup: Cleanup;
  environment: Environment;
  /** Removed at the end. On the disk whose fsync is measured. */
  folder: string;
  loadTool: LoadTool;
  /** Tells a waiting person what goes on; not part of the results. */
  progress(line: string): void;
}

export function makeFolder(parent: string | null, cleanup: Cleanup): string {
  const folder = mkdtempSync(path.join(parent ?? os.tmpdir(), 'assize-bench-'));
  // A database server that runs as another user must be able to reach its own folder inside.
  chmodSync(folder, 0o711);
  cleanup.add(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  return folder;
}

/** What a child process inherits; settings of Assize in the caller's environment must not change what is measured. */
export function cleanEnvironment(environment: Environment): NodeJS.ProcessEnv {
  const kept = Object.entries(environment).filter(
    ([name]) => !name.startsWith('ASSIZE_') && !name.startsWith('PG') && !name.startsWith('CERBOS_'),
  );
  return Object.fromEntries(kept);
}
