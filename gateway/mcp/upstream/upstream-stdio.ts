/**
 * A wrapped server that the gateway starts, and speaks to on its standard input and output. Its environment has only
 * the configured variables, PATH and HOME. It ends with its session.
 */
import type { ChildProcess } from 'node:child_process';
import type { Readable } from 'node:stream';
import spawn from 'cross-spawn';
import type { StdioServer } from '../../configuration/configuration.ts';
import type { Platform } from '../../platform.ts';
import { LineTransport } from '../lines.ts';
import { redactorOf } from '../log.ts';
import type { Message } from '../message.ts';
import type { Upstream } from './upstream.ts';

/** A message that would fill the memory ends the server. */
const MAX_MESSAGE_BYTES = 64 * 1024 * 1024;
/** Without these, Windows starts no program. */
const WINDOWS = [
  'APPDATA',
  'COMSPEC',
  'LOCALAPPDATA',
  'PATHEXT',
  'SYSTEMROOT',
  'TEMP',
  'USERPROFILE',
  'WINDIR',
];
const INHERITED = ['PATH', 'HOME', ...(process.platform === 'win32' ? WINDOWS : [])];
/** How long a server has to end by itself, and again after SIGTERM. Clients give the gateway 2 seconds for each. */
const END_MS = 1_500;

export class StdioUpstream implements Upstream {
  onmessage: Upstream['onmessage'] = () => {};
  onlost: Upstream['onlost'] = () => {};
  onclose: Upstream['onclose'] = () => {};
  onerror: Upstream['onerror'] = () => {};
  readonly #server: StdioServer;
  readonly #platform: Platform;
  readonly #maxAnswerBytes: number;
  #process: ChildProcess | undefined;
  #lines: LineTransport | undefined;
  #hasEnded: Promise<void> = Promise.resolve();
  #isClosed = false;

  constructor(server: StdioServer, platform: Platform, maxAnswerBytes: number) {
    this.#server = server;
    this.#platform = platform;
    this.#maxAnswerBytes = maxAnswerBytes;
  }

  async start(): Promise<void> {
    const { command, args, env, cwd } = this.#server;
    const child = spawn(command, [...args], {
      env: { ...inheritedFrom(this.#platform.environment), ...env },
      stdio: 'pipe',
      windowsHide: true,
      ...(cwd === undefined ? {} : { cwd }),
    });
    this.#process = child;
    this.#hasEnded = new Promise((resolve) =>
      child.once('exit', () => resolve()).once('error', () => resolve()),
    );
    await new Promise((resolve, reject) => child.once('spawn', resolve).once('error', reject));
    const { stdin, stdout, stderr } = child;
    if (stdin === null || stdout === null || stderr === null) throw new Error('It has no pipes.');
    const lines = new LineTransport(stdout, stdin, {
      maxBytes: MAX_MESSAGE_BYTES,
      maxAnswerBytes: this.#maxAnswerBytes,
    });
    lines.onmessage = (message) => this.onmessage(message, undefined);
    lines.onerror = (error) => this.onerror(error);
    // Not when its process ends: its earlier output is read first.
    lines.onclose = () => void this.close();
    // A child process of it may keep the pipe open afterwards.
    void this.#hasEnded.then(() => setTimeout(() => void this.close(), END_MS).unref());
    passLines(stderr, Object.values(env), this.#platform.write);
    this.#lines = lines;
    await lines.start();
  }

  async send(message: Message): Promise<void> {
    if (this.#lines === undefined) throw new Error('The server was not started.');
    await this.#lines.send(message);
  }

  pause(): void {
    this.#lines?.pause();
  }

  resume(): void {
    this.#lines?.resume();
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    await this.#lines?.close();
    this.onclose();
    const child = this.#process;
    child?.stdin?.end();
    for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
      if (await isWithin(END_MS, this.#hasEnded)) return;
      child?.kill(signal);
    }
  }
}

async function isWithin(durationMs: number, event: Promise<void>): Promise<boolean> {
  const late = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => late.resolve(false), durationMs);
  const inTime = await Promise.race([event.then(() => true), late.promise]);
  clearTimeout(timer);
  return inTime;
}

function inheritedFrom(environment: Platform['environment']): Record<string, string> {
  const values = INHERITED.map((name) => [name, environment[name]] as const);
  return Object.fromEntries(values.filter((pair): pair is [string, string] => pair[1] !== undefined));
}

const MAX_LINE_CHARACTERS = 8_000;

/** Writes the input in lines without secrets. */
function passLines(stream: Readable, secrets: readonly string[], write: (text: string) => void): void {
  const redact = redactorOf(secrets);
  let rest = '';
  stream.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    // An unfinished line waits for its end, so that a secret is not cut in two.
    rest = (lines.pop() ?? '').slice(-MAX_LINE_CHARACTERS);
    for (const line of lines) write(`${redact(line)}\n`);
  });
  stream.on('end', () => {
    if (rest !== '') write(`${redact(rest)}\n`);
  });
}
