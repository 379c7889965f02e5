/**
 * Makes a clean clone for the reader of the documentation: the tracked files, and everything that `npm ci` installs.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { ROOT } from './page.ts';

export interface Clone {
  folder: string;
  /** Programs that take precedence over the machine's. */
  programs: string;
  /** Files there that git does not know, one per line. */
  leftBehind(): string;
  /** Removes a page's data, and the files it left behind. */
  cleanUp(): void;
}

/** Programs in place of npm's own, which take a second of CPU for each command. */
const PROGRAMS = {
  // Runs what is installed in the clone, as npx does if it finds it there.
  npx: '#!/bin/sh\nbin=$(git rev-parse --show-toplevel)/node_modules/.bin\nPATH="$bin:$PATH" exec "$bin/$@"\n',
  // Everything is installed already: the machine's npm does the rest.
  npm: '#!/bin/sh\nif [ "$*" = ci ]; then exit 0; fi\nPATH=$(echo "$PATH" | cut -d: -f2-)\nexec npm "$@"\n',
};

/** @param parent an empty folder outside of any checkout. */
export function makeClone(parent: string): Clone {
  const folder = path.join(parent, 'assize');
  const tracked = git(ROOT, 'ls-files', '-z')
    .split('\0')
    .filter((file) => file !== '');
  for (const file of tracked) {
    const from = path.join(ROOT, file);
    if (existsSync(from)) cpSync(from, path.join(folder, file));
  }
  linkModules(folder);
  git(folder, 'init', '--quiet');
  git(folder, 'add', '--all');
  git(folder, '-c', 'user.name=a', '-c', 'user.email=a@example.org', 'commit', '--quiet', '-m', 'Clone');
  run(folder, 'npm', 'run', 'prepare', '--if-present');
  // The real npx finds the command in the clone; the short one replaces it from here on.
  run(folder, 'npx', 'assize', '--version');
  return {
    folder,
    programs: writePrograms(path.join(parent, 'bin')),
    leftBehind: () => git(folder, 'status', '--porcelain'),
    cleanUp: () => {
      rmSync(path.join(folder, 'data'), { recursive: true, force: true });
      git(folder, 'clean', '-d', '--force', '--quiet');
      git(folder, 'checkout', '--quiet', '.');
    },
  };
}

/** Links packages to those of this checkout; commands and workspaces lead into the clone. */
function linkModules(folder: string): void {
  const installed = path.join(ROOT, 'node_modules');
  const modules = path.join(folder, 'node_modules');
  mkdirSync(modules);
  for (const name of readdirSync(installed)) {
    const from = path.join(installed, name);
    if (name === '.bin' || name === '@assize') {
      cpSync(from, path.join(modules, name), { recursive: true, verbatimSymlinks: true });
    } else if (name !== '.cache') symlinkSync(from, path.join(modules, name));
  }
  // Such as another compiler, with which the types of the API are made.
  for (const workspace of ['client', 'service']) {
    const own = path.join(ROOT, workspace, 'node_modules');
    if (existsSync(own)) symlinkSync(own, path.join(folder, workspace, 'node_modules'));
  }
}

function writePrograms(folder: string): string {
  mkdirSync(folder);
  for (const [name, text] of Object.entries(PROGRAMS)) {
    writeFileSync(path.join(folder, name), text);
    chmodSync(path.join(folder, name), 0o755);
  }
  return folder;
}

function git(cwd: string, ...words: string[]): string {
  return run(cwd, 'git', ...words);
}

function run(cwd: string, program: string, ...words: string[]): string {
  const { status, stdout, stderr } = spawnSync(program, words, { cwd, encoding: 'utf8', maxBuffer: 2 ** 26 });
  assert.equal(status, 0, `${program} ${words.join(' ')}\n${stderr}`);
  return stdout;
}
