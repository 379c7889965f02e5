/** Child processes: starts them with their output in a file, waits for them, stops them, and leaves none behind. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Context } from './context.ts';

const STOP_TIMEOUT_MS = 35_000;
const READY_TIMEOUT_MS = 30_000;
/** Settings in your environment must not change what is measured. */
const FOREIGN = /^(?:ASSIZE_|PG)/;

export interface Started {
  pid: number;
  stop(): Promise<void>;
  /** Polls until it is ready. @throws if the process ends before that. */
  until(isReady: () => Promise<boolean>, everyMs?: number): Promise<void>;
}

export interface Program {
  /** Used in the name of its log file and in its errors. */
  name: string;
  command: string;
  args: readonly string[];
  /** Added to the caller's environment. */
  environment?: Record<string, string>;
  workingFolder?: string;
  user?: { uid?: number; gid?: number };
}

let started = 0;

export function startProcess(
  context: Context,
  program: Program,
  signal: NodeJS.Signals = 'SIGTERM',
): Started {
  const { name, command, args } = program;
  const logFile = path.join(context.folder, `${name}-${++started}.log`);
  const log = openSync(logFile, 'a');
  // Ctrl-C in a terminal reaches a whole group of processes. Detached ones are stopped in order instead.
  const child = spawn(command, args, {
    ...settingsOf(context, program),
    stdio: ['ignore', log, log],
    detached: true,
  });
  closeSync(log);
  let failure: Error | null = null;
  child.once('error', (error) => {
    failure = error;
  });
  const assertAlive = (): void => {
    if (failure !== null) throw failure;
    if (isRunning(child)) return;
    throw new Error(`${name} ended by itself:\n${readFileSync(logFile, 'utf8').slice(-2000)}`);
  };
  return {
    pid: child.pid ?? 0,
    stop: context.cleanup.add(() => stopChild(child, signal)),
    async until(isReady, everyMs = 20) {
      const deadline = performance.now() + READY_TIMEOUT_MS;
      while (!(await isReady())) {
        assertAlive();
        if (performance.now() > deadline) throw new Error(`${name} was not ready in time`);
        await sleep(everyMs);
      }
    },
  };
}

/** Runs a program to its end. @returns its output. @throws an error with its messages. */
export async function runToEnd(context: Context, program: Program): Promise<string> {
  const settings = { ...settingsOf(context, program), maxBuffer: Infinity };
  const running = promisify(execFile)(program.command, program.args, settings);
  // A failure is thrown below, unless the run is interrupted first.
  running.catch(() => undefined);
  const forget = context.cleanup.add(() => stopChild(running.child, 'SIGTERM'));
  try {
    return (await running).stdout;
  } finally {
    await forget();
  }
}

function settingsOf(context: Context, { workingFolder, environment, user }: Program) {
  const own = Object.entries(process.env).filter(([name]) => !FOREIGN.test(name));
  const env = { ...Object.fromEntries(own), ...environment };
  return { cwd: workingFolder ?? context.folder, env, ...user };
}

async function stopChild(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.pid === undefined || !isRunning(child)) return;
  child.kill(signal);
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
  await once(child, 'exit');
  clearTimeout(timer);
}

function isRunning({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode === null && signalCode === null;
}
