/** The command line as people and scripts run it: a process of its own, with what it printed and how it ended. */
import { spawn } from 'node:child_process';
import path from 'node:path';
import type { DatabaseLocation } from '@assize/service/database/location.ts';
import { environmentFor } from './service.ts';

export const ASSIZE = path.join(import.meta.dirname, '../../service/assize.js');
/** Far beyond what any command needs, on a machine that has much else to do as well. */
const HANG_MS = 600_000;

export interface Ended {
  /** null where it was killed because it hung. */
  code: number | null;
  stdout: string;
  stderr: string;
}

/** @param location where its database is; null for a command that needs none. */
export function assize(
  location: DatabaseLocation | null,
  words: readonly string[],
  environment: Record<string, string> = {},
): Promise<Ended> {
  const place = location === null ? {} : environmentFor(location);
  return run(process.execPath, [ASSIZE, ...words], { ...place, ...environment });
}

export function run(
  program: string,
  words: readonly string[],
  environment: Record<string, string> = {},
): Promise<Ended> {
  const child = spawn(program, words, {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: HANG_MS,
    killSignal: 'SIGKILL',
  });
  const ended: Ended = { code: null, stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    ended.stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    ended.stderr += text;
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ ...ended, code }));
  });
}
