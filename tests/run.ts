/**
 * `npm test`: finds what the machine has, starts a PostgreSQL of its own if it can, runs every test, and says what
 * was skipped. With `ASSIZE_TEST_REQUIRE_ALL=1` a skipped test is a failed run. Arguments are parts of file names.
 */
import { globSync } from 'node:fs';
import path from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { findPostgres, startPostgres } from './support/postgres.ts';

const ROOT = path.join(import.meta.dirname, '..');
const FOLDERS = ['evidence-format', 'service', 'tests', 'bench'];

const wanted = process.argv.slice(2);
const files = FOLDERS.flatMap((folder) =>
  globSync(`${folder}/**/*.test.ts`, { cwd: ROOT, exclude: ['**/node_modules'] }),
)
  .filter((file) => wanted.length === 0 || wanted.some((part) => file.includes(part)))
  .map((file) => path.join(ROOT, file));
/** Hundreds of processes begin with the same modules: what the first has stripped and compiled the others take over. */
process.env.NODE_COMPILE_CACHE ??= path.join(ROOT, 'node_modules/.cache/assize');

const requireAll = process.env.ASSIZE_TEST_REQUIRE_ALL === '1';

const stopPostgres = await providePostgres();
const counts = { passed: 0, failed: 0 };
const skipped = new Map<string, string>();
try {
  await runFiles();
} finally {
  await stopPostgres();
}
for (const [name, reason] of skipped) console.log(`skipped: ${name} (${reason})`);
if (requireAll) counts.failed += skipped.size;
console.log(
  `${counts.passed} passed, ${counts.failed} failed${requireAll ? '' : `, ${skipped.size} skipped`}`,
);
process.exit(counts.failed === 0 && counts.passed > 0 ? 0 : 1);

function runFiles(): Promise<void> {
  const stream = run({ files, concurrency: 2 });
  stream.on('test:pass', ({ name, skip, details }) => {
    if (skip !== undefined && skip !== false)
      skipped.set(name, typeof skip === 'string' ? skip : 'no reason given');
    else if (details.type !== 'suite') counts.passed += 1;
  });
  stream.on('test:fail', ({ details }) => {
    if (details.type !== 'suite') counts.failed += 1;
  });
  return new Promise((resolve, reject) => {
    const report = stream.compose(new spec());
    report.on('end', resolve).on('error', reject);
    report.pipe(process.stdout, { end: false });
  });
}

/** The tests' processes inherit the address of the server from this one. */
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
