/** `npm ci` installs only packages that a lock file pins by hash, including Node, and runs none of their scripts. */
import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { ASSIZE, run } from './support/processes/command.ts';

interface Locked {
  version: string;
  integrity?: string;
  link?: boolean;
  hasInstallScript?: boolean;
  cpu?: string | string[];
  os?: string | string[];
}

const ROOT = path.join(import.meta.dirname, '..');
const LOCK_FILES = globSync('**/package-lock.json', { cwd: ROOT, exclude: ['**/node_modules'] });
const OLD_NODE = 'data:text/javascript,Object.defineProperty(process,"versions",{value:{node:"20.1.0"}})';

test('every-package-is-locked-by-its-hash-and-runs-nothing-while-it-is-installed', () => {
  const loose = LOCK_FILES.flatMap((file) =>
    installed(file)
      .filter(
        ([, locked]) =>
          locked.integrity === undefined || (locked.hasInstallScript === true && runsScripts(file)),
      )
      .map(([name]) => `${file}: ${name}`),
  );
  assert.deepEqual(loose, []);
  assert.ok(LOCK_FILES.includes('package-lock.json') && installed('package-lock.json').length > 100);
});

test('this-is-the-node-that-the-lock-file-names', (t) => {
  const nodes = installed('package-lock.json').filter(([name]) =>
    /^node_modules\/node-(?:linux|win)/.test(name),
  );
  assert.equal(new Set(nodes.map(([, { version }]) => version)).size, 1);
  const here = nodes.find(([, { cpu, os }]) => fits(cpu, process.arch) && fits(os, process.platform));
  if (here === undefined) return t.skip('none is installed on this platform');
  assert.equal(process.version, `v${here[1].version}`);
});

test('an-older-node-says-which-one-is-needed-and-where-it-is', async () => {
  const { code, stderr } = await run(process.execPath, ['--import', OLD_NODE, ASSIZE, '--version']);
  assert.equal(code, 1);
  assert.match(stderr, /^Assize needs Node 24, and this is Node 20\.1\.0\.\n.*npm start/);
});

/** Whether npm, which reads this file, would run scripts. */
function runsScripts(lockFile: string): boolean {
  const settings = path.join(ROOT, path.dirname(lockFile), '.npmrc');
  return !existsSync(settings) || !/^ignore-scripts=true$/m.test(readFileSync(settings, 'utf8'));
}

function installed(lockFile: string): [string, Locked][] {
  const { packages } = JSON.parse(readFileSync(path.join(ROOT, lockFile), 'utf8'));
  return Object.entries<Locked>(packages).filter(
    ([name, { link }]) => name.includes('node_modules/') && link !== true,
  );
}

function fits(wanted: string | string[] | undefined, actual: string): boolean {
  return [wanted].flat().includes(actual);
}
