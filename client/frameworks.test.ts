import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test from 'node:test';
import { FRAMEWORKS, isWithin } from './frameworks.ts';

const ADAPTERS = {
  '@anthropic-ai/claude-agent-sdk': 'claude-agent-sdk',
  '@google/adk': 'google-adk',
  '@langchain/langgraph': 'langgraph',
  '@mastra/core': 'mastra',
  '@openai/agents': 'openai-agents',
  ai: 'ai-sdk',
} as const satisfies Record<keyof typeof FRAMEWORKS, string>;

/** @returns the warning of an adapter's import where this version of the framework is installed. */
function saidOnImport(name: keyof typeof ADAPTERS, version: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'assize-framework-'));
  try {
    const installed = path.join(folder, 'node_modules', name);
    mkdirSync(path.join(folder, 'app'), { recursive: true });
    mkdirSync(installed, { recursive: true });
    writeFileSync(path.join(installed, 'package.json'), JSON.stringify({ name, version }));
    const adapter = path.join(import.meta.dirname, 'adapters', `${ADAPTERS[name]}.ts`);
    const { stderr, status } = spawnSync(
      process.execPath,
      ['--input-type=module', '-e', `import ${JSON.stringify(adapter)}`],
      {
        cwd: path.join(folder, 'app'),
        encoding: 'utf8',
      },
    );
    assert.equal(status, 0, stderr);
    return stderr;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

for (const name of Object.keys(ADAPTERS) as (keyof typeof ADAPTERS)[]) {
  test(`names-a-version-of-${ADAPTERS[name]}-that-it-was-not-tried-with`, () => {
    const { from, below } = FRAMEWORKS[name];
    assert.equal(saidOnImport(name, from), '');
    const said = saidOnImport(name, below);
    for (const part of [`${name} ${below} is installed`, from, 'AssizeWarning'])
      assert.ok(said.includes(part), said);
  });
}

test('the-examples-and-pages-have-the-versions-that-are-supported', () => {
  const root = path.join(import.meta.dirname, '..');
  const { dependencies } = JSON.parse(readFileSync(path.join(root, 'examples/package.json'), 'utf8'));
  for (const [name, range] of Object.entries(FRAMEWORKS)) {
    assert.ok(isWithin(dependencies[name], range), `${name} ${dependencies[name]}`);
    const page = readFileSync(
      path.join(root, 'docs/integrations', `${ADAPTERS[name as keyof typeof ADAPTERS]}.md`),
      'utf8',
    );
    assert.ok(page.includes(`\`${name}\` from ${range.from} to below ${range.below}`), name);
  }
});

test('compares-versions-by-their-numbers', () => {
  const range = { from: '1.9.0', below: '2.0.0' };
  for (const [version, isIn] of [
    ['1.9.0', true],
    ['1.10.3', true],
    ['1.8.9', false],
    ['2.0.0-beta.1', false],
    ['10.0.0', false],
  ] as const)
    assert.equal(isWithin(version, range), isIn, version);
});
