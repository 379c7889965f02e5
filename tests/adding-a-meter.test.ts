/** The steps for a new meter in CONTRIBUTING.md work: its entry in the list, and a migration if artifacts count it. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { METERS } from '@assize/service/foundation/meters.ts';
import { testOnOneDatabase } from './support/databases/databases.ts';
import { run } from './support/processes/command.ts';
import { isTest, readSources } from './support/rules/source.ts';
import { FROM_SOURCES } from './support/threads/bundled-threads.ts';

const CASES = path.join(import.meta.dirname, 'cases/meters');

testOnOneDatabase('counts-limits-bills-and-describes-a-meter-that-is-only-in-the-list', async (location) => {
  assert.ok(location.kind === 'sqlite');
  const [more, use] = [path.join(CASES, 'more-meters.ts'), path.join(CASES, 'use-more-meters.ts')];
  const words = ['--import', more, use, location.path];
  const { code, stdout, stderr } = await run(process.execPath, words, FROM_SOURCES);
  assert.equal(code, 0, stderr);
  const said = JSON.parse(stdout);
  assert.deepEqual(said.meters, [...METERS, 'outcome_reports', 'dry_runs']);
  assert.deepEqual(
    said.answers.map(({ status }: { status: number }) => status),
    [201, 201, 429],
  );
  const { type, detail } = said.answers[2];
  assert.equal(type, 'outcome_report');
  assert.equal(detail, 'The monthly allowance of 2 outcome reports is used up.');
  assert.equal(said.refused, 'The monthly allowance of 1 dry runs is used up.');
  for (const [meter, used] of [
    ['outcome_reports', 2],
    ['dry_runs', 1],
  ] as const) {
    assert.equal(said.summary[meter].used, used, `${meter} in the summary`);
    assert.equal(said.used[meter], used, `${meter} among the counters`);
    assert.ok(
      said.csv.some((row: string) => row.includes(`,${meter},${used},${used},0,`)),
      `${meter} in ${said.csv.join('\n')}`,
    );
  }
  assert.equal(said.day.outcome_reports, 2, 'by day');
  assert.equal(said.event.type, 'assize.usage.outcome_reports');
  assert.deepEqual(said.event.data.unit, 'report');
  assert.deepEqual(said.gaps, [], 'the counters agree with the evidence');
  assert.deepEqual(said.described, ['outcome_report', 'outcome_reports', 'dry_run', 'dry_runs']);
});

/** A counted call names its meter in its own code, which no list can know. */
const COUNTS_IT = /\b(countCall|callStatements|requireCall)\(/;
const PRODUCT = readSources('{service,evidence-format}/**/*.ts').filter(({ path: file }) => !isTest(file));

for (const meter of METERS) {
  test(`needs-at-most-four-files-for-${meter}`, () => {
    const named = new RegExp(`\\b${meter}\\b`);
    const files = PRODUCT.filter(({ lines }) =>
      lines.some((line) => named.test(line) && !COUNTS_IT.test(line)),
    );
    const names = files.map(({ path: file }) => file).join(', ');
    assert.ok(files.length <= 4, `${meter} stands in ${names}: make it follow from foundation/meters.ts`);
  });
}
