/**
 * Every recipe of CONTRIBUTING.md works as written: its code, in the files it names, passes the type check, the
 * linter and the tests it names, and takes effect in a service that runs from the changed sources. One copy gets them
 * all.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { after, test } from 'node:test';
import { temporaryFolder } from './support/databases/databases.ts';
import { type Ended, run } from './support/processes/command.ts';
import { copySources, doStep, filesNamed, recipeOf } from './support/runner/recipes.ts';
import { FROM_SOURCES } from './support/threads/bundled-threads.ts';

const ROOT = path.join(import.meta.dirname, '..');
const PAGE = readFileSync(path.join(ROOT, 'CONTRIBUTING.md'), 'utf8');
const HEADINGS = [...PAGE.matchAll(/^## (Adding an? .+)$/gm)].map(([, heading = '']) => heading);
const SECTIONS = HEADINGS.map(
  (heading) => PAGE.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '',
).join();
const SCRIPTS = new Set(commandsIn(/`npm run ([\w:]+)`/g).filter((script) => script !== 'fix'));
const TESTS = new Set(commandsIn(/npm test -- ([\w.-]+)`/g));
/** With this setting, tests write the generated parts of pages, which they otherwise compare. */
const WRITE = 'ASSIZE_WRITE_DOCS';
/** Tests that take long because they need a whole service; one service below is asked instead. */
const NEEDS_A_SERVICE = [
  'each-threshold-of-a-budget',
  'counts-limits-bills',
  'the-service-answers-what-the-page',
];

/** Tests with these names are made from what the recipes add. */
const PROMISES = [
  /^ *ok .* Rest At Night warns at night$/m,
  /^ *ok .* line-\d+-of-laws\/rest-at-night\.md-is-judged-as-it-says$/m,
  /^ *ok .* each-noun-of-surface-a-is-in-its-list$/m,
  /^ *ok .* needs-at-most-four-files-for-outcome_reports$/m,
  /^ *ok .* documents-and-describes-drill\.held$/m,
  /^ *ok .* has-a-letter-and-a-description-of-drill_due$/m,
  /^ *ok .*"chill --purge warm\.txt"$/m,
  /^ *ok .* each-registry-holds-a-table/m,
];

const folder = temporaryFolder();
after(() => folder.remove());
const copy = path.join(folder.path, 'copy');
copySources(copy);
const written: string[] = [];

function commandsIn(pattern: RegExp): string[] {
  return [...SECTIONS.matchAll(pattern)].map(([, name = '']) => name);
}

/** Without this test's context, so that the inner test run is independent. */
async function succeeds(words: readonly string[], environment: Record<string, string> = {}): Promise<Ended> {
  const inCopy = { ...FROM_SOURCES, NODE_TEST_CONTEXT: undefined, ...environment };
  const ended = await run(process.execPath, words, inCopy, copy);
  const failures = ended.stdout.match(/^ *not ok [\s\S]*?\.\.\.$/gm) ?? [ended.stdout.slice(-6000)];
  assert.equal(ended.code, 0, [words.join(' '), ...failures, ended.stderr.slice(-6000)].join('\n'));
  return ended;
}

for (const heading of HEADINGS) {
  test(`each-step-can-be-followed-of-${heading.toLowerCase().replaceAll(' ', '-')}`, () => {
    let last = '';
    for (const step of recipeOf(PAGE, heading)) {
      const file = doStep(copy, step, last);
      if (file !== last) written.push(file);
      last = file;
    }
  });
}

test('what-the-recipes-add-passes-the-type-check-and-the-linter', async () => {
  await succeeds([path.join(copy, 'node_modules/typescript/bin/tsc'), '-p', copy]);
  const sources = written.filter((file) => file.endsWith('.ts')).map((file) => path.join(copy, file));
  const biome = path.join(copy, 'node_modules/@biomejs/biome/bin/biome');
  await succeeds([biome, 'check', '--error-on-warnings', '--vcs-enabled=false', ...sources]);
});

for (const script of SCRIPTS) {
  test(`npm-run-${script.replace(':', '-')}-describes-what-they-add`, async () => {
    const { scripts } = JSON.parse(readFileSync(path.join(copy, 'package.json'), 'utf8'));
    const [program, ...words] = String(scripts[script]).split(' ');
    assert.equal(program, 'node', `there is no npm run ${script}`);
    await succeeds(words);
  });
}

test('the-tests-that-they-name-pass', async () => {
  const files = filesNamed(copy, TESTS).filter((file) => !/truth-(?:mutations|tampered)/.test(file));
  assert.ok(files.length >= TESTS.size, `${files}`);
  const skipped = `--test-skip-pattern=${NEEDS_A_SERVICE.join('|')}`;
  // In one process, which loads the service once.
  const words = ['--test', '--test-reporter=tap', '--test-isolation=none', skipped];
  const writing = files.filter((file) => readFileSync(file, 'utf8').includes(WRITE));
  assert.ok(writing.length > 0, `none of them writes by ${WRITE}`);
  await succeeds([...words, ...writing], { [WRITE]: '1' });
  const { stdout } = await succeeds([...words, ...files]);
  for (const promise of PROMISES) assert.match(stdout, promise);
});

test('what-they-add-is-in-force', async () => {
  const program = path.join(copy, 'tests/cases/recipes/in-force.ts');
  const { stdout } = await succeeds([program, path.join(folder.path, 'recipes.db')]);
  assert.deepEqual(JSON.parse(stdout), {
    verdicts: ['escalate', 'escalate'],
    remedies: ['rest_at_night'],
    tiers: { status: 200, body: { items: ['free', 'team', 'business', 'enterprise'] } },
    used: 1,
    events: [{ drill_id: 'drl_1', evidence_id: 'ev' }],
    isNew: [true, false],
    notices: ['drill_due'],
    subject: 'A drill is due (acme)',
    sound: [],
    gaps: ['There is no record of drill drl_1.'],
  });
});
