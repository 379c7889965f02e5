/** A person at a terminal with `assize gateway login`, and the browser that they use. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestContext } from 'node:test';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { PRODUCTION_KEY } from '../http/in-process.ts';
import { throughProvider } from '../people/oidc.ts';
import { ASSIZE, type Ended, run } from '../processes/command.ts';
import { until } from '../until.ts';

export interface Home {
  folder: string;
  /** Where the logins are. */
  logins: string;
  /** Runs `assize gateway` to its end. */
  gateway(words: readonly string[], environment?: Record<string, string>): Promise<Ended>;
  /** Starts a login, and returns once the terminal shows this. */
  login(words: readonly string[], shows: RegExp, environment?: Record<string, string>): Promise<Underway>;
  /** Logs in with the browser. */
  loggedIn(name: string, url: string, more?: readonly string[]): Promise<Ended>;
  /** A client of a gateway on stdio, which wraps the server at this address. */
  client(url: string, service: string): Promise<Client & { log(): string }>;
  /** A client with this entry in its file. */
  clientWith(entry: Entry, service: string): Promise<Client & { log(): string }>;
}

export interface Entry {
  command: string;
  args: string[];
  env?: Record<string, string>;
}

export interface Underway {
  /** The parts that the terminal shows. */
  shown: readonly string[];
  process: ChildProcess;
  ended: Promise<Ended>;
}

/** The line with which a login by browser begins. */
export const ADDRESS = /(http:\/\/127\.0\.0\.1:\d+\/auth\?\S+)/;

export function homeFor(t: TestContext): Home {
  const folder = mkdtempSync(path.join(tmpdir(), 'assize-home-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const { PATH = '' } = process.env;
  const env = { PATH, HOME: folder };
  const home: Home = {
    folder,
    logins: path.join(folder, '.assize', 'logins'),
    gateway: (words, environment = {}) =>
      run(process.execPath, [ASSIZE, 'gateway', ...words], { HOME: folder, ...environment }),
    login: (words, shows, environment = {}) => started(t, words, shows, { ...env, ...environment }),
    loggedIn: async (name, url, more = []) => {
      const { shown, ended } = await home.login([name, '--url', url, '--no-browser', ...more], ADDRESS);
      await comeBack(shown[0]);
      return ended;
    },
    client: (url, service) => {
      const args = [ASSIZE, 'gateway', '--name', 'docs', '--new-tools', 'allow', '--url', url];
      return home.clientWith({ command: process.execPath, args }, service);
    },
    clientWith: async (entry, service) => {
      const transport = new StdioClientTransport({
        ...entry,
        env: { ...env, ...entry.env, ASSIZE_URL: service, ASSIZE_KEY: PRODUCTION_KEY },
        stderr: 'pipe',
      });
      let log = '';
      transport.stderr?.on('data', (text) => {
        log += text;
      });
      const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: 'legacy' } });
      t.after(() => client.close());
      await client.connect(transport);
      return Object.assign(client, { log: () => log });
    },
  };
  return home;
}

/** Consents, and follows the browser back to this machine. */
export async function comeBack(shown = ''): Promise<Response> {
  return fetch(await throughProvider(shown, new URL(shown).origin));
}

/** Enters the code at the pages of the authorization server. */
export async function enterCode(address = '', code = ''): Promise<void> {
  const cookies = new Map<string, string>();
  const { origin } = new URL(address);
  const go = async (to: string, form?: Record<string, string>): Promise<string> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const sent = form && { method: 'POST', body: new URLSearchParams(form) };
    const answer = await fetch(new URL(to, origin), { redirect: 'manual', headers: { cookie }, ...sent });
    for (const each of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(each) ?? [];
      cookies.set(name, value);
    }
    const next = answer.headers.get('location');
    return next === null ? answer.text() : go(next);
  };
  const [, xsrf = ''] = /name="xsrf" value="([^"]+)"/.exec(await go(address)) ?? [];
  await go(address, { xsrf, user_code: code });
  await go(address, { xsrf, user_code: code, confirm: 'yes' });
}

async function started(
  t: TestContext,
  words: readonly string[],
  shows: RegExp,
  env: Record<string, string>,
): Promise<Underway> {
  const child = spawn(process.execPath, [ASSIZE, 'gateway', 'login', ...words], { env, stdio: 'pipe' });
  t.after(() => void child.kill('SIGKILL'));
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      output[name] += text;
    });
  }
  let isOver = false;
  const ended = new Promise<Ended>((resolve) =>
    child.once('close', (code) => {
      isOver = true;
      resolve({ code, ...output });
    }),
  );
  await until(() => isOver || shows.test(output.stdout));
  const [, ...shown] = shows.exec(output.stdout) ?? [];
  if (shown.length === 0) throw new Error(`the login ended with: ${output.stdout}${output.stderr}`);
  return { shown, process: child, ended };
}
