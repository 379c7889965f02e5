/** The workflows match the published schema, run only pinned actions, and have no more permissions than they need. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import path from 'node:path';
import { test } from 'node:test';
import { parse } from 'yaml';
import rootPackage from '../package.json' with { type: 'json' };
import { ROOT } from './support/runner/release.ts';

// It imports a JSON file in the way of older Node versions.
registerHooks({
  resolve(name, context, next) {
    const found = next(name, context);
    return name.endsWith('.json') ? { ...found, importAttributes: { type: 'json' } } : found;
  },
});
const { NoOperationTraceWriter, parseWorkflow } = await import('@actions/workflow-parser');

const FOLDER = path.join(ROOT, '.github/workflows');
const WORKFLOWS = globSync('*.yml', { cwd: FOLDER }).map((name) => ({
  name,
  text: readFileSync(path.join(FOLDER, name), 'utf8'),
}));

type Parsed = ReturnType<typeof JSON.parse>;

function problemsOf(name: string, content: string): string[] {
  const { context } = parseWorkflow({ name, content }, new NoOperationTraceWriter());
  return context.errors.getErrors().map(({ message }) => message);
}

function stepsOf(text: string): Parsed[] {
  return Object.values<Parsed>(parse(text).jobs).flatMap(({ steps }) => steps);
}

assert.equal(WORKFLOWS.length, 2);
for (const { name, text } of WORKFLOWS) {
  test(`${name}-is-of-the-schema-of-workflows`, () => {
    assert.deepEqual(problemsOf(name, text), []);
    assert.notDeepEqual(problemsOf(name, text.replace('runs-on', 'run-on')), []);
    assert.notDeepEqual(problemsOf(name, text.replace('github.re', 'guthib.re')), []);
  });

  test(`${name}-pins-each-action-by-its-commit`, () => {
    const uses = [...text.matchAll(/uses: (.+)/g)].map(([, used = '']) => used);
    assert.ok(uses.length > 0);
    assert.deepEqual(
      uses.filter((used) => !/^[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(used)),
      [],
    );
  });

  test(`${name}-begins-with-reading-alone-and-keeps-no-credentials`, () => {
    assert.deepEqual(parse(text).permissions, { contents: 'read' });
    for (const step of stepsOf(text))
      if (step.uses?.startsWith('actions/checkout')) assert.equal(step.with['persist-credentials'], false);
  });

  test(`each-script-of-${name}-is-one-that-a-shell-can-read`, () => {
    for (const { run } of stepsOf(text)) {
      if (run === undefined) continue;
      // The value of an expression would be put into the script unchanged.
      assert.ok(!run.includes('${{'), run);
      const read = spawnSync('bash', ['-n'], { input: run, encoding: 'utf8' });
      assert.equal(read.status, 0, read.stderr);
      for (const [, script = ''] of run.matchAll(/npm run ([\w:]+)/g))
        assert.ok(script in rootPackage.scripts, script);
    }
  });
}

test('only-the-job-that-publishes-may-write-and-it-runs-no-code-of-the-repository', () => {
  const { jobs } = parse(readFileSync(path.join(FOLDER, 'release.yml'), 'utf8'));
  assert.deepEqual(Object.keys(jobs), ['package', 'again', 'publish']);
  assert.deepEqual([jobs.package.permissions, jobs.again.permissions], [undefined, undefined]);
  assert.deepEqual(jobs.publish.needs, ['package', 'again']);
  const uses = jobs.publish.steps.map((step: Parsed) => step.uses ?? '');
  assert.ok(!uses.some((used: string) => used.includes('checkout')));
  assert.ok(!jobs.publish.steps.some((step: Parsed) => /npm (?:ci|run|install)/.test(step.run ?? '')));
});
