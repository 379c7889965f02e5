// A wrapped server that the gateway starts, and speaks to on its standard input and output. It gets the environment
// that the configuration names, with PATH and HOME, and no more.

import { DEFAULT_INHERITED_ENV_VARS, StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import type { StdioServer } from '../configuration/configuration.ts';
import { redactorOf } from './log.ts';
import type { Message } from './message.ts';
import type { Upstream } from './upstream.ts';

/** A result of 10 MB passes, and one that would fill the memory ends the server. */
const MAX_MESSAGE_BYTES = 64 * 1024 * 1024;
const INHERITED = ['PATH', 'HOME', ...(process.platform === 'win32' ? DEFAULT_INHERITED_ENV_VARS : [])];

export class StdioUpstream implements Upstream {
  onmessage: Upstream['onmessage'] = () => {};
  onlost: Upstream['onlost'] = () => {};
  onclose: Upstream['onclose'] = () => {};
  onerror: Upstream['onerror'] = () => {};
  readonly #transport: StdioClientTransport;

  /** @param write what the server writes to its standard error, in lines without secrets */
  constructor({ command, args, env, cwd }: StdioServer, write: (text: string) => void) {
    this.#transport = new StdioClientTransport({
      command,
      args: [...args],
      env: { ...environment(), ...env },
      stderr: 'pipe',
      maxBufferSize: MAX_MESSAGE_BYTES,
      ...(cwd === undefined ? {} : { cwd }),
    });
    this.#transport.onmessage = (message) => this.onmessage(message, undefined);
    this.#transport.onclose = () => this.onclose();
    this.#transport.onerror = (error) => this.onerror(error);
    passLines(this.#transport.stderr, Object.values(env), write);
  }

  start(): Promise<void> {
    return this.#transport.start();
  }

  send(message: Message): Promise<void> {
    return this.#transport.send(message);
  }

  close(): Promise<void> {
    return this.#transport.close();
  }
}

/** The transport adds variables of its own choice; an undefined one is left out when the process starts. */
function environment(): Record<string, string> {
  const names = [...DEFAULT_INHERITED_ENV_VARS, ...INHERITED];
  const values = names.map((name) => [name, INHERITED.includes(name) ? process.env[name] : undefined]);
  return Object.fromEntries(values) as Record<string, string>;
}

type Readable = StdioClientTransport['stderr'];

const MAX_LINE_CHARACTERS = 8_000;

function passLines(stream: Readable, secrets: readonly string[], write: (text: string) => void): void {
  const redact = redactorOf(secrets);
  let rest = '';
  stream?.on('data', (chunk: Buffer) => {
    const lines = (rest + chunk.toString('utf8')).split('\n');
    // What has no end yet waits for it, so that a secret is not cut in two.
    rest = (lines.pop() ?? '').slice(-MAX_LINE_CHARACTERS);
    for (const line of lines) write(`${redact(line)}\n`);
  });
  stream?.on('end', () => {
    if (rest !== '') write(`${redact(rest)}\n`);
  });
}
