/**
 * The Python client for PyPI: a wheel, and the sources to build it from. Python's own build tool makes them, with the
 * time of the commit, so the same commit gives the same bytes.
 */
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import rootPackage from '../package.json' with { type: 'json' };
import { bomOf, type Component } from './bom.ts';
import type { Release } from './npm-packages.ts';
import { run } from './run.ts';

const ROOT = path.join(import.meta.dirname, '..');
const SOURCES = path.join(ROOT, 'client-python');
const { version } = rootPackage;
const SHIPPED = ['assize', 'README.md', 'pyproject.toml', 'hatch_build.py'];
export const WHEEL = `assize-${version}-py3-none-any.whl`;
export const SOURCE_ARCHIVE = `assize-${version}.tar.gz`;

/** Debian's own if there is one: other Pythons do not see its packages. */
export function pythonOfTheMachine(): string {
  return existsSync('/usr/bin/python3') ? '/usr/bin/python3' : 'python3';
}

/** @throws where Python's build tool is missing, with the way to get it */
export function packForPython({ out, work, timeMs }: Release): void {
  const staged = path.join(work, 'client-python');
  for (const name of SHIPPED)
    cpSync(path.join(SOURCES, name), path.join(staged, name), {
      recursive: true,
      filter: (file) => !file.includes('__pycache__'),
    });
  cpSync(path.join(ROOT, 'LICENSE'), path.join(staged, 'LICENSE'));
  build(staged, out, timeMs);
  for (const name of [WHEEL, SOURCE_ARCHIVE])
    if (!existsSync(path.join(out, name)))
      throw new Error(`client-python/pyproject.toml: is its version ${version}?`);
  writeFileSync(path.join(out, WHEEL.replace('.whl', '.cdx.json')), bomOfWheel(timeMs));
}

function build(folder: string, out: string, timeMs: number): void {
  const python = pythonOfTheMachine();
  try {
    run(python, ['-c', 'import hatchling'], ROOT);
  } catch {
    throw new Error(
      `${python} has no hatchling, which builds the Python client: apt-get install python3-hatchling, or pip install hatchling`,
    );
  }
  const time = `SOURCE_DATE_EPOCH=${timeMs / 1000}`;
  run('env', [time, python, '-m', 'hatchling', 'build', '-d', out], folder);
}

/** The installation chooses the versions of these libraries, so none is stated. */
function bomOfWheel(timeMs: number): string {
  const text = readFileSync(path.join(SOURCES, 'pyproject.toml'), 'utf8');
  const fields = (name: string) => new RegExp(`^${name} = (.+)$`, 'm').exec(text)?.[1] ?? 'null';
  const requirements: string[] = JSON.parse(fields('dependencies'));
  const libraries = requirements.map((requirement): Component => {
    const name = requirement.replace(/[^\w-].*/, '');
    const purl = `pkg:pypi/${name}`;
    return { type: 'library', 'bom-ref': purl, name, description: requirement, purl };
  });
  const description: string = JSON.parse(fields('description'));
  return bomOf(
    { name: 'assize', version, description, purl: `pkg:pypi/assize@${version}` },
    libraries,
    timeMs,
  );
}
