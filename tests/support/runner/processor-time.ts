/**
 * `npm test -- --costs`: writes down each test's processor time, including processes that it started and that have
 * ended. Unlike elapsed time, it hardly depends on other work on the machine. Loaded before a file of tests.
 */
import { appendFileSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach } from 'node:test';
import { isMainThread } from 'node:worker_threads';

/** The folder of each process's results. */
export const COSTS_IN = 'ASSIZE_TEST_COSTS_IN';
const LOADING = '(loading)';
/** The unit of times in `/proc`, the same for all programs on Linux. */
const TICKS_A_SECOND = 100;

const folder = process.env[COSTS_IN];
if (folder !== undefined && process.env.NODE_TEST_CONTEXT !== undefined && isMainThread) measure(folder);

export interface Cost {
  name: string;
  seconds: number;
}

/** @returns the time of each test, and of all loading, highest first. */
export function costsIn(folder: string): Cost[] {
  const costs = new Map<string, number>();
  for (const file of readdirSync(folder)) {
    for (const line of readFileSync(path.join(folder, file), 'utf8').trim().split('\n')) {
      const { name, seconds }: Cost = JSON.parse(line);
      costs.set(name, (costs.get(name) ?? 0) + seconds);
    }
  }
  return [...costs].map(([name, seconds]) => ({ name, seconds })).sort((a, b) => b.seconds - a.seconds);
}

/** A test's clean-up counts as part of it. */
function measure(folder: string): void {
  const file = path.join(folder, String(process.pid));
  let name = LOADING;
  let since = 0;
  const write = () => {
    const now = secondsSoFar();
    appendFileSync(file, `${JSON.stringify({ name, seconds: now - since })}\n`);
    since = now;
  };
  beforeEach((t) => {
    write();
    name = t.name;
  });
  process.on('exit', write);
}

function secondsSoFar(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6 + secondsOfChildren();
}

/** proc(5): the 14th and 15th fields after the program's name. */
function secondsOfChildren(): number {
  try {
    const fields = readFileSync('/proc/self/stat', 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return (Number(fields[13]) + Number(fields[14])) / TICKS_A_SECOND;
  } catch {
    return 0;
  }
}
