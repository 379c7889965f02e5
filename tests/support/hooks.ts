/** Runs the hook program as agents do: one process per event, which it reads on standard input. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { chmodSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestContext } from 'node:test';
import { PRODUCTION_KEY } from './http/in-process.ts';

export type Body = ReturnType<typeof JSON.parse>;

const GATEWAY = path.join(import.meta.dirname, '../../gateway');
export const HOOK_PROGRAM = path.join(GATEWAY, 'hook.ts');
const FIXTURES = path.join(GATEWAY, 'hooks/fixtures');

export type Verdict = 'proceed' | 'escalate' | 'block';

/** An event as in the agent's documentation. In an answer, `REASON` stands for any words. */
export interface Fixture {
  agent: string;
  name: string;
  documentation: string;
  input: Body;
  /** The action that is judged, for an event before a call. */
  action: string;
  answers: Record<Verdict, Body> | undefined;
  /** A text that no request may contain. */
  unseen: string | undefined;
  /** The fixture of the event before the same call, for an event after it. */
  after: string | undefined;
  /** The reported outcome; null for none. */
  outcome: 'success' | 'failure' | null | undefined;
  /** The reported result. */
  result: Body;
  /** The answer to an event with a prompt. */
  answer: Body;
  /** False for a prompt that the agent wrote itself. */
  isOfUser: boolean | undefined;
}

export const FIXTURE_LIST: readonly Fixture[] = globSync('*/*.json', { cwd: FIXTURES })
  .sort()
  .map((file) => ({
    agent: path.dirname(file),
    name: path.basename(file, '.json'),
    ...JSON.parse(readFileSync(path.join(FIXTURES, file), 'utf8')),
  }));

export function fixtureOf(agent: string, name: string): Fixture {
  const found = FIXTURE_LIST.find((fixture) => fixture.agent === agent && fixture.name === name);
  if (found === undefined) throw new Error(`no fixture ${agent}/${name}`);
  return found;
}

export interface HookAnswer {
  code: number | null;
  /** Parsed; undefined for no output. */
  answer: Body;
  stdout: string;
  stderr: string;
  /** The event was not read to its end. */
  wasCut: boolean;
}

export interface HookRun {
  home: string;
  url?: string;
  key?: string;
  environment?: Record<string, string>;
  /** The agent's project folder. */
  project?: string;
  /** The agent never ends the event. */
  isEndless?: boolean;
}

/** @param input from the agent: an event, or any text. */
export function runHook(words: readonly string[], input: unknown, run: HookRun): Promise<HookAnswer> {
  return runLine([process.execPath, HOOK_PROGRAM, ...words], input, run);
}

/** Runs it as an agent runs a command from its settings. */
export function runInShell(command: string, input: unknown, run: HookRun): Promise<HookAnswer> {
  return runLine(['sh', '-c', command], input, run);
}

function runLine(
  [program = '', ...words]: readonly string[],
  input: unknown,
  { home, url, key = PRODUCTION_KEY, environment = {}, project = home, isEndless = false }: HookRun,
): Promise<HookAnswer> {
  const child = spawn(program, words, {
    cwd: project,
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      HOME: home,
      ...(url === undefined ? {} : { ASSIZE_URL: url }),
      ...(key === '' ? {} : { ASSIZE_KEY: key }),
      ...environment,
    },
  });
  const texts = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      texts[name] += text;
    });
  }
  let wasCut = false;
  child.stdin.on('error', () => {
    wasCut = true;
  });
  const text = typeof input === 'string' ? input : JSON.stringify(input);
  if (isEndless) child.stdin.write(text);
  else child.stdin.end(text);
  return new Promise((resolve) => {
    child.once('close', (code) => {
      const { stdout } = texts;
      const isJson = stdout.startsWith('{');
      resolve({ code, answer: isJson ? JSON.parse(stdout) : undefined, ...texts, wasCut });
    });
  });
}

/** A home folder that is removed after the test. */
export function temporaryHome(t: TestContext): string {
  const home = mkdtempSync(path.join(tmpdir(), 'assize-hooks-'));
  t.after(() => rmSync(home, { recursive: true, force: true }));
  return home;
}

/** Replaces each text of this program by `REASON`. */
export function withoutWords(answer: Body): Body {
  return JSON.parse(
    JSON.stringify(answer, (_name, value: unknown) =>
      typeof value === 'string' && value.startsWith('Assize: ') ? 'REASON' : value,
    ),
  );
}

/** Writes `hook.json`. */
export function configure(home: string, configuration: object | string): void {
  const file = path.join(home, '.assize/hook.json');
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  const text = typeof configuration === 'string' ? configuration : JSON.stringify(configuration);
  writeFileSync(file, text);
  chmodSync(file, 0o600);
}

export function reasonOf({ answer }: HookAnswer): string {
  return answer.hookSpecificOutput?.permissionDecisionReason;
}

/** The hook files of each agent, in a home and in a project. */
export const FILES: Record<string, { user: string; project: string }> = {
  'claude-code': { user: '.claude/settings.json', project: '.claude/settings.local.json' },
  codex: { user: '.codex/hooks.json', project: '.codex/hooks.json' },
  'gemini-cli': { user: '.gemini/settings.json', project: '.gemini/settings.json' },
  cursor: { user: '.cursor/hooks.json', project: '.cursor/hooks.json' },
  copilot: { user: '.copilot/hooks/assize.json', project: '.github/hooks/assize.json' },
};
export const AGENTS = Object.keys(FILES);

/** Runs `assize hook …`. */
export async function does(words: string, run: HookRun, code = 0) {
  const answer = await runHook(words.split(' '), '', run);
  assert.equal(answer.code, code, answer.stderr);
  return answer;
}

export function put(home: string, name: string, text: string): string {
  const file = path.join(home, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}

export const readJson = (file: string): Body => JSON.parse(readFileSync(file, 'utf8'));
