/** The program as a later release: built from a copy of these sources with a higher version and its migrations. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { migrations } from '@assize/service/database/migrations/index.ts';

const ROOT = path.join(import.meta.dirname, '../../..');
/** The sources that `service/build.ts` reads. */
const BUILT_FROM = [
  'service',
  'evidence-format',
  'act-reading',
  'client',
  'client-python',
  'gateway',
  'dashboard',
  'site',
  'tool-catalogues',
  'policy-packs',
];
const BESIDE = ['package.json', 'README.md', 'LICENSE', 'tsconfig.json', 'docs/openapi.json'];
const LEFT_OUT = /\/node_modules$|\/dist(-\d+)?$|\.test\.ts$/;

export interface NewerStep {
  name: string;
  kind: 'expand' | 'contract';
  statements: readonly string[];
}

/** @param folder where it is built. @returns its `assize.js`, as in the package. */
export function buildNewerProgram(folder: string, minor: string, steps: readonly NewerStep[]): string {
  for (const name of BUILT_FROM) {
    const filter = (file: string) => !LEFT_OUT.test(file);
    cpSync(path.join(ROOT, name), path.join(folder, name), { recursive: true, filter });
  }
  for (const name of BESIDE) cpSync(path.join(ROOT, name), path.join(folder, name));
  linkLibraries(folder);
  raiseVersion(folder, minor);
  for (const [place, step] of steps.entries()) addStep(folder, minor, migrations.length + 1 + place, step);
  const { status, stderr } = spawnSync(process.execPath, [path.join(folder, 'service/build.ts')], {
    encoding: 'utf8',
  });
  assert.equal(status, 0, stderr);
  return path.join(folder, 'service/dist/assize.js');
}

/** The workspaces are those of the copy. */
function linkLibraries(folder: string): void {
  const libraries = path.join(folder, 'node_modules');
  mkdirSync(path.join(libraries, '@assize'), { recursive: true });
  for (const name of globSync('*', { cwd: path.join(ROOT, 'node_modules') })) {
    // Without it, the copy has no guide.
    if (!['@assize', 'vitepress'].includes(name))
      symlinkSync(path.join(ROOT, 'node_modules', name), path.join(libraries, name));
  }
  for (const name of BUILT_FROM) {
    symlinkSync(path.join(folder, name), path.join(libraries, '@assize', name));
    const own = path.join(ROOT, name, 'node_modules');
    if (globSync(own).length > 0) symlinkSync(own, path.join(folder, name, 'node_modules'));
  }
}

function raiseVersion(folder: string, minor: string): void {
  for (const file of ['package.json', 'service/package.json']) {
    change(folder, file, /"version": "[^"]+"/, `"version": "${minor}.0"`);
  }
  change(folder, 'service/database/nodes/releases.ts', /\];\n/, `, '${minor}'];\n`);
}

function addStep(folder: string, release: string, version: number, step: NewerStep): void {
  const { name, kind, statements } = step;
  const text = JSON.stringify({ version, name, release, kind });
  const entry = `  { ...${text}, statements: () => ${JSON.stringify(statements)} },\n];`;
  change(folder, 'service/database/migrations/index.ts', /\n\];/, `\n${entry}`);
}

function change(folder: string, name: string, old: RegExp, by: string): void {
  const file = path.join(folder, name);
  const text = readFileSync(file, 'utf8');
  assert.match(text, old, `${name} has no place for what is to be changed`);
  writeFileSync(
    file,
    text.replace(old, () => by),
  );
}
