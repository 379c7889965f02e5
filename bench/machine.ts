/** Describes the machine and the cost of a durable write on it. Without these, the figures mean nothing. */
import { closeSync, fsyncSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Context } from './context.ts';
import { median } from './statistics.ts';

export type Machine = ReturnType<typeof describeMachine>;

export function describeMachine({ folder, loadTool }: Context) {
  const cpus = os.cpus();
  return {
    cores: cpus.length,
    cpu: cpus[0]?.model.trim() ?? 'unknown processor',
    system: `${os.type()} ${os.release()}`,
    node: process.versions.node,
    loadTool: loadTool.name,
    folder: path.dirname(folder),
    /** Processes that wanted a core in the last minute. */
    loadAverage: os.loadavg()[0] ?? 0,
    fsyncMedianMs: median(timeFsyncs(path.join(folder, 'fsync-probe'))),
    inMemory: process.platform === 'linux' && IN_MEMORY.includes(statfsSync(folder).type),
  };
}

const IN_MEMORY = [0x01021994, 0x858458f6];
const PROBES = 200;
const BLOCK = Buffer.alloc(4096, 1);

/** Appends and syncs block by block, like a log of commits. @returns the time of each, ms. */
export function timeFsyncs(file: string): number[] {
  const descriptor = openSync(file, 'w');
  try {
    return Array.from({ length: PROBES }, () => {
      const startedAt = performance.now();
      writeSync(descriptor, BLOCK);
      fsyncSync(descriptor);
      return performance.now() - startedAt;
    });
  } finally {
    closeSync(descriptor);
    rmSync(file);
  }
}
