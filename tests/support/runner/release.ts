/** Makes a release as `npm run package` does, and runs its archive's command as on a machine without Node. */
import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, globSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import rootPackage from '../../../package.json' with { type: 'json' };
import { type Architecture, nodeFor } from '../../../release/node-binary.ts';
import { freePort } from '../databases/postgres.ts';
import { PRODUCTION_KEY } from '../http/in-process.ts';
import { until } from '../until.ts';

export const ROOT = path.join(import.meta.dirname, '../../..');
export const VERSION = rootPackage.version;
/** In place of the commit's time, because the sources under test are not committed yet. */
const RELEASED_AT = { SOURCE_DATE_EPOCH: '1767225600' };

/** npm downloads the Node of another architecture, once. @returns why that fails; undefined if it works. */
export function whyNoNode(architecture: Architecture): string | undefined {
  try {
    nodeFor(architecture);
    return undefined;
  } catch (error) {
    return `no Node for ${architecture}: ${(error as Error).message.split('\n')[0]}`;
  }
}

/** @param checkout to release. */
export function writeRelease(checkout: string, out: string, architectures: readonly Architecture[]): void {
  const words = [
    path.join(checkout, 'release/main.ts'),
    '--out',
    out,
    '--architectures',
    architectures.join(),
  ];
  execFileSync(process.execPath, words, {
    env: { ...process.env, ...RELEASED_AT },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
}

/** @returns the top folder of an archive. */
export function unpack(archive: string, folder: string): string {
  mkdirSync(folder, { recursive: true });
  execFileSync('tar', ['-xzf', archive, '-C', folder]);
  return path.join(folder, `assize-${VERSION}`);
}

/**
 * A checkout of the same sources in another path, with everything that npm installed. Modules that are links to this
 * checkout would not do, because the bundle says where each module was.
 */
export function copyCheckout(folder: string): string {
  const git = (...words: string[]) => execFileSync('git', words, { cwd: ROOT, encoding: 'utf8' });
  const files = git('ls-files', '-z', '--cached', '--others', '--exclude-standard').split('\0');
  for (const file of files) {
    if (file !== '' && existsSync(path.join(ROOT, file)))
      cpSync(path.join(ROOT, file), path.join(folder, file));
  }
  for (const modules of globSync('{.,*}/node_modules', { cwd: ROOT })) copyTree(modules, folder);
  return folder;
}

/** Uses hard links if both are on one file system. */
function copyTree(tree: string, folder: string): void {
  const copy = (words: string) => {
    return (
      spawnSync('cp', [words, path.join(ROOT, tree), path.join(folder, path.dirname(tree))]).status === 0
    );
  };
  if (copy('-al')) return;
  rmSync(path.join(folder, tree), { recursive: true, force: true });
  assert.ok(copy('-a'), `${tree} can't be copied`);
}

export interface Served {
  baseUrl: string;
  process: ChildProcess;
  /** Sends the signal and waits for the end. @returns the exit code, null if a signal ended it. */
  stop(signal: NodeJS.Signals): Promise<number | null>;
}

/** Resolves once it is ready. @param environment is everything it gets, so no PATH of this process leads to a Node. */
export async function serve(
  command: readonly string[],
  environment: Record<string, string>,
): Promise<Served> {
  const port = await freePort();
  const [program = '', ...words] = command;
  const child = spawn(program, [...words, 'serve'], {
    env: { ASSIZE_PORT: String(port), ASSIZE_INIT_PRODUCTION_KEY: PRODUCTION_KEY, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const ended = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)));
  const baseUrl = `http://127.0.0.1:${port}`;
  await until(
    async () => child.exitCode !== null || (await isReady(baseUrl)),
    () => output,
  );
  if (child.exitCode !== null) throw new Error(`it ended with ${child.exitCode}:\n${output}`);
  return {
    baseUrl,
    process: child,
    stop(signal) {
      child.kill(signal);
      return ended;
    },
  };
}

export function isReady(baseUrl: string): Promise<boolean> {
  return fetch(`${baseUrl}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );
}

export async function verdictOf(baseUrl: string): Promise<{ verdict: unknown; evidence_id: string }> {
  const answer = await fetch(`${baseUrl}/v1/governance/evaluate`, {
    method: 'POST',
    headers: { authorization: `Bearer ${PRODUCTION_KEY}`, 'content-type': 'application/json' },
    body: JSON.stringify({ action: 'email.send', context: {} }),
  });
  return (await answer.json()) as { verdict: unknown; evidence_id: string };
}
