/** Runs the command line as people and scripts do, and returns its output and exit code. */
import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { after } from 'node:test';
import type { DatabaseLocation } from '@assize/service/database/location.ts';
import { environmentFor } from './service.ts';

export const ASSIZE = path.join(import.meta.dirname, '../../../service/assize.js');
/** Far longer than any command needs, even on a busy machine. */
const HANG_MS = 600_000;

export interface Ended {
  /** null if it was killed because it hung. */
  code: number | null;
  stdout: string;
  stderr: string;
}

/** This command changes its process permanently. */
const NEEDS_ITS_OWN = 'serve';

export interface CommandAsked {
  words: readonly string[];
  environment: NodeJS.ProcessEnv;
  /** The mark on both streams after all of the command's output. */
  end: string;
}

/**
 * Runs in a process that has run commands before, if there is one: see `command-process.ts`.
 * @param location where its database is; null for a command that needs none.
 */
export function assize(
  location: DatabaseLocation | null,
  words: readonly string[],
  environment: Record<string, string> = {},
): Promise<Ended> {
  if (words[0] === NEEDS_ITS_OWN) return assizeAlone(location, words, environment);
  return inCommandProcess(words, { ...process.env, ...placeOf(location), ...environment });
}

/** Runs in a process of its own, as a shell does. */
export function assizeAlone(
  location: DatabaseLocation | null,
  words: readonly string[],
  environment: Record<string, string> = {},
): Promise<Ended> {
  return run(process.execPath, [ASSIZE, ...words], { ...placeOf(location), ...environment });
}

function placeOf(location: DatabaseLocation | null): Record<string, string> {
  return location === null ? {} : environmentFor(location);
}

const COMMAND_PROCESS = path.join(import.meta.dirname, 'command-process.ts');
/** Idle processes. Commands that run at once each have one. */
const idle: ChildProcess[] = [];
let commands = 0;

async function inCommandProcess(words: readonly string[], environment: NodeJS.ProcessEnv): Promise<Ended> {
  const child = idle.pop() ?? fork(COMMAND_PROCESS, { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
  keepWaitingFor(child, true);
  commands += 1;
  const end = `\0end of command ${commands}\0`;
  const hung = setTimeout(() => child.kill('SIGKILL'), HANG_MS);
  const written = [child.stdout, child.stderr].map((stream) => readUntil(stream, end));
  child.send({ words, environment, end } satisfies CommandAsked);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('message', (message: { code: number }) => resolve(message.code));
    child.once('exit', resolve);
    child.once('error', reject);
  });
  const [stdout = '', stderr = ''] = await Promise.all(written);
  clearTimeout(hung);
  for (const event of ['message', 'exit', 'error']) child.removeAllListeners(event);
  keepWaitingFor(child, false);
  if (child.connected && child.exitCode === null) idle.push(child);
  return { code, stdout, stderr };
}

/** @returns the output before that text, or before the stream ends. */
function readUntil(stream: Readable | null, end: string): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    const take = (piece: string) => {
      text += piece;
      if (text.endsWith(end)) finish();
    };
    const finish = () => {
      stream?.off('data', take).off('close', finish);
      resolve(text.endsWith(end) ? text.slice(0, -end.length) : text);
    };
    stream?.setEncoding('utf8').on('data', take).on('close', finish);
  });
}

after(() =>
  Promise.all(
    idle.map((child) => {
      const ended = once(child, 'exit');
      keepWaitingFor(child, true);
      child.disconnect();
      return ended;
    }),
  ),
);

/** A process that waits for commands does not keep a test file from ending. */
function keepWaitingFor(child: ChildProcess, isWaiting: boolean): void {
  const act = isWaiting ? 'ref' : 'unref';
  child[act]();
  child.channel?.[act]();
  for (const stream of [child.stdout, child.stderr]) (stream as Socket | null)?.[act]();
}

/** @param environment added to the test's; undefined removes a variable. @param cwd the folder it runs in. */
export function run(
  program: string,
  words: readonly string[],
  environment: NodeJS.ProcessEnv = {},
  cwd?: string,
): Promise<Ended> {
  const child = spawn(program, words, {
    ...(cwd === undefined ? {} : { cwd }),
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
