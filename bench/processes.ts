/** Child processes: started with their output in a file, waited for, stopped, and never left behind. */
import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import type { Context } from './context.ts';

/** How long a server may take to stop by itself, ms. */
const STOP_TIMEOUT_MS = 35_000;

export interface Started {
  pid: number;
  /** Asks it to stop, and waits until it has. */
  stop(): Promise<void>;
  /** @throws what the process printed last, where it has ended already. */
  assertAlive(): void;
}

export interface StartOptions {
  /** Names its log file and its errors. */
  name: string;
  command: string;
  args: readonly string[];
  environment: NodeJS.ProcessEnv;
  workingFolder?: string;
  user?: { uid: number; gid: number };
  stopSignal?: NodeJS.Signals;
}

let started = 0;

export function startProcess({ folder, cleanup }: Context, options: StartOptions): Started {
  const logFile = path.join(folder, `${options.name}-${++started}.log`);
  const log = openSync(logFile, 'a');
  const child = spawn(options.command, options.args, {
    cwd: options.workingFolder ?? folder,
    env: options.environment,
    stdio: ['ignore', log, log],
    // Ctrl-C in a terminal reaches a whole group of processes; these are stopped in order instead.
    detached: true,
    ...options.user,
  });
  closeSync(log);
  let failure: Error | null = null;
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', (error) => {
      failure = error;
      resolve();
    });
  });
  const stop = cleanup.add(() => stopChild(child, ended, options.stopSignal ?? 'SIGTERM'));
  const assertAlive = (): void => {
    if (failure !== null) throw failure;
    if (child.exitCode === null && child.signalCode === null) return;
    throw new Error(`${options.name} ended by itself:\n${readFileSync(logFile, 'utf8').slice(-2000)}`);
  };
  return { pid: child.pid ?? 0, stop, assertAlive };
}

async function stopChild(child: ChildProcess, ended: Promise<void>, signal: NodeJS.Signals): Promise<void> {
  child.kill(signal);
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
  await ended;
  clearTimeout(timer);
}

/** Asks again and again until the answer is yes. */
export async function waitFor(
  what: string,
  isReady: () => Promise<boolean>,
  process: Started,
  everyMs = 20,
): Promise<void> {
  const deadline = performance.now() + 30_000;
  while (!(await isReady())) {
    process.assertAlive();
    if (performance.now() > deadline) throw new Error(`${what} was not ready within 30 s`);
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
}

/** Runs a program to its end. @returns what it printed. @throws with what it complained of. */
export function runToEnd(context: Context, options: Omit<StartOptions, 'stopSignal'>): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(options.command, options.args, {
      cwd: options.workingFolder ?? context.folder,
      env: options.environment,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
      ...options.user,
    });
    const ended = new Promise<void>((end) => child.once('close', () => end()));
    // Registered like a server, so that Ctrl-C ends it too.
    const forget = context.cleanup.add(() =>
      child.exitCode === null && child.signalCode === null ? stopChild(child, ended, 'SIGTERM') : undefined,
    );
    let output = '';
    let complaint = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      complaint += text;
    });
    child.once('error', reject);
    child.once('close', (code) => {
      void forget();
      if (code === 0) resolve(output);
      else reject(new Error(`${options.name} failed (${code ?? child.signalCode}):\n${complaint || output}`));
    });
  });
}

/** A port nothing listens on at the moment. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = net.createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}
