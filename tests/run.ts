/**
 * `npm test`: finds out what the machine has, starts its own PostgreSQL if it can, runs the tests, and reports which
 * were skipped and which were left to CI. With `ASSIZE_TEST_REQUIRE_ALL=1` none is left, and a skipped test fails the
 * run. Arguments are parts of file names; `--long` picks the tests that differ each time, and repeats them many
 * times; `--costs` also prints the processor time of each test.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { globSync, mkdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { parseArgs } from 'node:util';
import { temporaryFolder } from './support/databases/databases.ts';
import { chooseDatabasesFolder } from './support/databases/memory-disk.ts';
import { findPostgres, startPostgres } from './support/databases/postgres.ts';
import { makeTemplates } from './support/databases/templates.ts';
import { lanesOf } from './support/runner/lanes.ts';
import { LEFT_TO_CI } from './support/runner/left-to-ci.ts';
import { COSTS_IN, costsIn } from './support/runner/processor-time.ts';
import { LONG_TIMES, RUNS_TIMES } from './support/runner/runs.ts';
import { useBundledThreads } from './support/threads/bundled-threads.ts';

const ROOT = path.join(import.meta.dirname, '..');
const FOLDERS = [
  'evidence-format',
  'act-reading',
  'client',
  'client-python',
  'gateway',
  'dashboard',
  'service',
  'examples',
  'tests',
  'bench',
];

const {
  values: { long: isLong, costs: withCosts },
  positionals: wanted,
} = parseArgs({
  options: { long: { type: 'boolean', default: false }, costs: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const requireAll = process.env.ASSIZE_TEST_REQUIRE_ALL === '1';
if (isLong) process.env[RUNS_TIMES] ??= String(LONG_TIMES);
const left = wanted.length > 0 || requireAll || isLong ? [] : LEFT_TO_CI;
const all = FOLDERS.flatMap((folder) =>
  globSync(`${folder}/**/*.test.ts`, { cwd: ROOT, exclude: ['**/node_modules'] }),
);
for (const file of LEFT_TO_CI) assert.ok(all.includes(file), `left to CI, and not there: ${file}`);
const files = all
  .filter((file) => !left.includes(file))
  .filter((file) => wanted.length === 0 || wanted.some((part) => file.includes(part)))
  .map((file) => path.join(ROOT, file))
  .filter((file) => !isLong || /support\/runner\/runs\.ts'/.test(readFileSync(file, 'utf8')));
/** Hundreds of processes load the same modules: the others reuse what the first has stripped and compiled. */
process.env.NODE_COMPILE_CACHE ??= path.join(ROOT, 'node_modules/.cache/assize');

/** Rebuilds a stale bundle before many of the tests' processes find that out at once. */
execFileSync(process.execPath, [path.join(ROOT, 'service/assize.js'), '--version'], { stdio: 'inherit' });
useBundledThreads();

/** Per processor: while one test waits for a process to start or a lease to end, another can work. */
const FILES_AT_ONCE = 2;
/** How many of the slowest tests are printed at the end. */
const SLOWEST = 20;
const PROCESSOR_TIME = path.join(import.meta.dirname, 'support/runner/processor-time.ts');

chooseDatabasesFolder();
const folder = temporaryFolder();
const costsFolder = path.join(folder.path, 'costs');
if (withCosts) {
  mkdirSync(costsFolder);
  process.env[COSTS_IN] = costsFolder;
}
const removeDatabases = await provideDatabases(folder.path);
const counts = { passed: 0, failed: 0 };
const durations: { name: string; durationMs: number }[] = [];
const skipped = new Map<string, string>();
try {
  await runFiles();
  if (withCosts) printCosts();
} finally {
  await removeDatabases();
  folder.remove();
}
printSlowest();
for (const file of left) console.log(`left to CI: ${file}`);
for (const [name, reason] of skipped) console.log(`skipped: ${name} (${reason})`);
if (requireAll) counts.failed += skipped.size;
console.log(
  `${counts.passed} passed, ${counts.failed} failed${requireAll ? '' : `, ${skipped.size} skipped`}`,
);
process.exit(counts.failed === 0 && counts.passed > 0 ? 0 : 1);

function runFiles(): Promise<void> {
  const concurrency = FILES_AT_ONCE * availableParallelism();
  const execArgv = withCosts ? ['--import', PROCESSOR_TIME] : [];
  const stream = run({ files: lanesOf(files, folder.path), concurrency, execArgv });
  stream.on('test:pass', ({ name, skip, details }) => {
    if (skip !== undefined && skip !== false)
      skipped.set(name, typeof skip === 'string' ? skip : 'no reason given');
    else if (details.type !== 'suite') count('passed', name, details.duration_ms);
  });
  stream.on('test:fail', ({ name, details }) => {
    if (details.type !== 'suite') count('failed', name, details.duration_ms);
  });
  return new Promise((resolve, reject) => {
    const report = stream.compose(new spec());
    report.on('end', resolve).on('error', reject);
    report.pipe(process.stdout, { end: false });
  });
}

function count(outcome: keyof typeof counts, name: string, durationMs: number): void {
  counts[outcome] += 1;
  durations.push({ name, durationMs });
}

/** Prints where time can be saved; the times include waiting for the processor beside other tests. */
function printSlowest(): void {
  const slowest = durations.sort((one, other) => other.durationMs - one.durationMs).slice(0, SLOWEST);
  console.log(`The slowest ${slowest.length}:`);
  for (const { name, durationMs } of slowest)
    console.log(`${(durationMs / 1000).toFixed(1).padStart(7)} s  ${name}`);
}

/** Prints all of them, because the sum is the cost of a run. It does not include PostgreSQL's own part. */
function printCosts(): void {
  const costs = costsIn(costsFolder);
  const sum = costs.reduce((sum, { seconds }) => sum + seconds, 0);
  console.log(`Processor time, ${sum.toFixed(0)} s in all:`);
  for (const { name, seconds } of costs) console.log(`${seconds.toFixed(2).padStart(8)} s  ${name}`);
}

async function provideDatabases(folder: string): Promise<() => Promise<void>> {
  const stopPostgres = await providePostgres();
  const removeTemplates = await makeTemplates(folder, process.env.ASSIZE_TEST_DATABASE_URL);
  return async () => {
    await removeTemplates();
    await stopPostgres();
  };
}

/** The tests' processes inherit the server's address from this one. */
async function providePostgres(): Promise<() => Promise<void>> {
  if (process.env.ASSIZE_TEST_DATABASE_URL !== undefined) return async () => undefined;
  const binaries = findPostgres();
  if (binaries === null) {
    console.log('No PostgreSQL server binary was found, so its half of the tests is skipped.');
    return async () => undefined;
  }
  const server = await startPostgres(binaries);
  process.env.ASSIZE_TEST_DATABASE_URL = server.url;
  return () => server.remove();
}
