/** The context of each section: how to measure, where to write, and how to clean up. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Cleanup } from './cleanup.ts';
import type { LoadToolName, Options } from './options.ts';

export interface Target {
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string;
}

export interface LoadResult {
  /** Answers of any status. */
  requests: number;
  requestsPerSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** Answers with a status of 400 or more, broken connections, timeouts. Any of them makes the figures invalid. */
  errors: number;
}

export interface LoadTool {
  name: LoadToolName;
  run(context: Context, target: Target, connections: number, seconds: number): Promise<LoadResult>;
}

export interface Context {
  options: Options;
  cleanup: Cleanup;
  /** On the disk whose fsync is measured; removed at the end. */
  folder: string;
  loadTool: LoadTool;
  /** Shows progress. These lines are not part of the results. */
  progress(line: string): void;
}

export function makeFolder(parent: string | null, cleanup: Cleanup): string {
  const folder = mkdtempSync(path.join(parent ?? os.tmpdir(), 'assize-bench-'));
  letOthersIn(folder);
  cleanup.add(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  return folder;
}

/** A database server that runs as another user must be able to reach its own folder inside. */
export function letOthersIn(folder: string): void {
  chmodSync(folder, 0o711);
}
