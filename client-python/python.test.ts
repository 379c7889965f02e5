/**
 * Runs the tests of the Python client, which `python3 -m pytest` would run too, against a real service, and reports
 * each of them here.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { temporaryFolder } from '../tests/support/databases/databases.ts';
import { testWithClient } from '../tests/support/http/clients.ts';
import { PRODUCTION_KEY, SANDBOX_KEY } from '../tests/support/http/in-process.ts';
import { CLIENT_PYTHON, pythonOfTheMachine, whyNotPython } from '../tests/support/runner/python.ts';

interface Result {
  name: string;
  outcome: 'passed' | 'failed' | 'skipped';
  words: string;
}

const python = pythonOfTheMachine();
const whyNot = whyNotPython(python, 'httpx', 'pytest');

if (whyNot !== false) {
  test('the-python-client-keeps-its-promises', { skip: whyNot }, () => undefined);
} else {
  testWithClient('the-python-client-keeps-its-promises', async (t, { url }) => {
    const folder = temporaryFolder();
    t.after(() => folder.remove());
    const file = path.join(folder.path, 'results');
    const { code, output } = await pytest({
      ASSIZE_URL: url,
      ASSIZE_KEY: PRODUCTION_KEY,
      ASSIZE_SANDBOX_KEY: SANDBOX_KEY,
      ASSIZE_TEST_RESULTS: file,
    });
    // Exit code 1 means that a test failed, which is reported below.
    assert.ok(code === 0 || code === 1, output);
    for (const { name, outcome, words } of resultsIn(file)) {
      await t.test(promiseOf(name), (each) => {
        if (outcome === 'skipped') each.skip(words);
        else assert.equal(outcome, 'passed', words);
      });
    }
  });
}

function pytest(environment: Record<string, string>) {
  return run(['-m', 'pytest', '-q', '--tb=short', 'tests'], environment);
}

/** Awaited, because this process itself runs the service that answers. */
function run(
  words: string[],
  environment: Record<string, string>,
): Promise<{ code: number | null; output: string }> {
  const child = spawn(python, words, {
    cwd: CLIENT_PYTHON,
    env: { ...process.env, PYTHONPATH: CLIENT_PYTHON, PYTHONDONTWRITEBYTECODE: '1', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, output }));
  });
}

function resultsIn(file: string): Result[] {
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  return lines.map((line) => JSON.parse(line));
}

/** `tests/test_guard.py::test_waits_for_a_human[blocking]` is the promise `waits-for-a-human (blocking)`. */
function promiseOf(name: string): string {
  const [, promise = name, which] = /::test_(\w+)(?:\[(.*)\])?$/.exec(name) ?? [];
  return `python: ${promise.replaceAll('_', '-')}${which === undefined ? '' : ` (${which})`}`;
}
