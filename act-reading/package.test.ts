/** The published package, installed in a folder of its own beside the packages that it names. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { globSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { temporaryFolder } from '../tests/support/databases/databases.ts';

const ROOT = path.join(import.meta.dirname, '..');
const folder = temporaryFolder();
const modules = path.join(folder.path, 'node_modules');
const installed = path.join(modules, '@assize/act-reading');

function run(...words: string[]): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, words, {
    cwd: folder.path,
    encoding: 'utf8',
  });
  assert.equal(status, 0, stderr + stdout);
  return stdout;
}

before(() => {
  for (const name of ['act-reading', 'evidence-format']) {
    run(path.join(ROOT, name, 'build.ts'), path.join(modules, '@assize', name));
  }
  const { dependencies } = JSON.parse(readFileSync(path.join(installed, 'package.json'), 'utf8'));
  for (const name of Object.keys(dependencies).filter((each) => !each.startsWith('@assize/'))) {
    mkdirSync(path.dirname(path.join(modules, name)), { recursive: true });
    symlinkSync(path.join(ROOT, 'node_modules', name), path.join(modules, name));
  }
});
after(() => folder.remove());

test('reads-a-command-and-a-call-without-a-service', () => {
  const program = `import { catalogueOf, loadReaders, normalise, readAct, readContent } from '@assize/act-reading';
    import { entryOf } from '@assize/act-reading/tools';
    await loadReaders();
    const { acts } = readContent('shell', 'git push --force origin main', {});
    const entry = entryOf({ tool: 'mail.send', effect: 'send', targets: [{ path: 'to', kind: 'email', role: 'recipient' }] });
    const catalogue = catalogueOf([{ id: 'tool_1', hasChanged: false, entry }], { revision: 1, reviewed: true });
    const call = { action: 'mail.send', context: { arguments: { to: 'ANN@example.com' } } };
    const { effects, reaches } = readAct(catalogue, call, { normalise, readContent });
    console.log(JSON.stringify([acts.map(({ effect }) => effect), effects, reaches.map(({ value }) => value)]));`;
  const [commands, effects, reaches] = JSON.parse(run('--input-type=module', '--eval', program));
  assert.ok(commands.includes('delete') || commands.includes('write'), commands.join());
  assert.deepEqual([effects, reaches], [['send'], ['ann@example.com']]);
});

test('has-modules-and-types-and-no-sources', () => {
  const sources = globSync('**/*.ts', { cwd: installed }).filter((name) => !name.endsWith('.d.ts'));
  assert.deepEqual([sources, globSync('{cases/**,**/*.test.*}', { cwd: installed })], [[], []]);
  writeFileSync(
    path.join(folder.path, 'a.mts'),
    `import { readContent } from '@assize/act-reading';
     export const unreadable: string | null = readContent('sql', 'SELECT 1', {}).unreadable;`,
  );
  const options = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--target', 'es2022'];
  run(path.join(ROOT, 'node_modules/typescript/bin/tsc'), ...options, '--types', '', 'a.mts');
});
