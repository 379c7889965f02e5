/** The machine the figures were taken on, and what a durable write costs there: without it they mean nothing. */
import { closeSync, fsyncSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Context } from './context.ts';
import { median } from './statistics.ts';

export interface Machine {
  cores: number;
  cpu: string;
  system: string;
  node: string;
  loadTool: string;
  folder: string;
  fsyncMedianMs: number;
  /** Processes that wanted a core in the last minute: beyond a little, somebody else is at work here. */
  loadAverage: number;
  /** The folder is not on a disk at all. */
  inMemory: boolean;
}

export function describeMachine({ folder, loadTool }: Context): Machine {
  const cpus = os.cpus();
  return {
    cores: cpus.length,
    cpu: cpus[0]?.model.trim() ?? 'unknown processor',
    system: `${os.type()} ${os.release()}`,
    node: process.versions.node,
    loadTool: loadTool.name,
    folder: path.dirname(folder),
    loadAverage: os.loadavg()[0] ?? 0,
    fsyncMedianMs: measureFsync(path.join(folder, 'fsync-probe')),
    inMemory: isInMemory(folder),
  };
}

const PROBES = 200;
const BLOCK_BYTES = 4096;

/** Appends and syncs block by block, as a log of commits does. */
function measureFsync(file: string): number {
  const block = Buffer.alloc(BLOCK_BYTES, 1);
  const descriptor = openSync(file, 'w');
  const times: number[] = [];
  try {
    for (let probe = 0; probe < PROBES; probe++) {
      const startedAt = performance.now();
      writeSync(descriptor, block);
      fsyncSync(descriptor);
      times.push(performance.now() - startedAt);
    }
  } finally {
    closeSync(descriptor);
    rmSync(file);
  }
  return median(times);
}

const TMPFS = 0x01021994;
const RAMFS = 0x858458f6;

function isInMemory(folder: string): boolean {
  if (process.platform !== 'linux') return false;
  const { type } = statfsSync(folder);
  return type === TMPFS || type === RAMFS;
}
