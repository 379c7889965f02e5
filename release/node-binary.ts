/**
 * The Node in an archive: the one that package-lock.json pins, for the architecture of the archive. If npm did not
 * install it, because this machine has another architecture, npm fetches it, and its hash is compared.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { lockedAt } from './lock.ts';
import { run } from './run.ts';

const MODULES = path.join(import.meta.dirname, '../node_modules');

/** The names in Debian and containers, and those in Node. */
export const ARCHITECTURES = { amd64: 'x64', arm64: 'arm64' } as const;
export type Architecture = keyof typeof ARCHITECTURES;

/** @returns the folder of its package, with `bin/node` and `LICENSE`. */
export function nodeFor(architecture: Architecture): string {
  const name = `node-linux-${ARCHITECTURES[architecture]}`;
  const { version, integrity } = lockedAt(name);
  const installed = path.join(MODULES, name);
  if (existsSync(path.join(installed, 'bin/node'))) return installed;
  const kept = path.join(MODULES, '.cache', `${name}-${version}`);
  if (!existsSync(kept)) fetchTo(kept, `${name}@${version}`, integrity);
  return path.join(kept, 'package');
}

/** Two releases may fetch it at once: each uses its own folder, and moves it into place once it is complete. */
function fetchTo(folder: string, wanted: string, integrity: string): void {
  const unfinished = `${folder}-${process.pid}`;
  mkdirSync(unfinished, { recursive: true });
  const tarball = run('npm', ['pack', '--silent', wanted], unfinished).trim();
  const bytes = readFileSync(path.join(unfinished, tarball));
  const found = `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
  if (found !== integrity) throw new Error(`${wanted} does not have the hash that package-lock.json pins`);
  run('tar', ['-xzf', tarball], unfinished);
  rmSync(path.join(unfinished, tarball));
  rmSync(folder, { recursive: true, force: true });
  renameSync(unfinished, folder);
}
