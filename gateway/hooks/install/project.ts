/**
 * Reads what the project itself says is run in it: scripts of its package.json, targets of its Makefile, services of
 * its Compose file, Python modules. People chose them before the agent came.
 */
import { type Dirent, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

export interface OfProject {
  /** By the names that the service's readings use, such as `npm run e2e`. */
  programs: string[];
  /** The names of Compose services. */
  services: string[];
}

const MANAGERS = ['npm', 'pnpm', 'yarn', 'bun'];
/** They run a script without `run`. */
const SHORT_MANAGERS = ['pnpm', 'yarn'];
const COMPOSE_FILES = ['compose.yaml', 'compose.yml', 'docker-compose.yaml', 'docker-compose.yml'];
const NAME = /^[\w.:@/-]{1,60}$/;
/** Projects have thousands of files, and few that one starts. */
const MAX_FILES = 2_000;
const MAX_DEPTH = 5;
const NOT_OF_THE_PROJECT = /^(?:\.|node_modules$|venv$|site-packages$|__pycache__$)/;

export function readProject(folder: string): OfProject {
  const named = (names: string[]) => names.filter((name) => NAME.test(name));
  const scripts = named(scriptsIn(folder));
  return {
    programs: [
      ...MANAGERS.flatMap((manager) => scripts.map((script) => `${manager} run ${script}`)),
      ...SHORT_MANAGERS.flatMap((manager) => scripts.map((script) => `${manager} ${script}`)),
      ...(scripts.includes('start') ? MANAGERS.map((manager) => `${manager} start`) : []),
      ...named(makeTargetsIn(folder)).map((target) => `make ${target}`),
      ...named(pythonModulesIn(folder)).map((module) => `python -m ${module}`),
    ],
    services: named(composeServicesIn(folder)),
  };
}

function textOf(folder: string, ...names: string[]): string {
  for (const name of names) {
    try {
      return readFileSync(path.join(folder, name), 'utf8');
    } catch {}
  }
  return '';
}

function scriptsIn(folder: string): string[] {
  try {
    const { scripts } = JSON.parse(textOf(folder, 'package.json')) as { scripts?: unknown };
    return scripts instanceof Object ? Object.keys(scripts) : [];
  } catch {
    return [];
  }
}

function makeTargetsIn(folder: string): string[] {
  return [...textOf(folder, 'Makefile', 'makefile').matchAll(/^([\w-]+):(?!=)/gm)].map(
    ([, name = '']) => name,
  );
}

/** The keys of the first level below `services`. */
function composeServicesIn(folder: string): string[] {
  const [, block = ''] =
    /^services:[ \t]*\n((?:[ \t#].*\n|\n)*)/m.exec(`${textOf(folder, ...COMPOSE_FILES)}\n`) ?? [];
  const [, indent] = /^([ \t]+)[^\s#]/m.exec(block) ?? [];
  if (indent === undefined) return [];
  return [...block.matchAll(new RegExp(`^${indent}["']?([\\w.-]+)["']?:`, 'gm'))].map(
    ([, name = '']) => name,
  );
}

/** Those that do something when they are run. */
function pythonModulesIn(folder: string): string[] {
  const modules: string[] = [];
  let seen = 0;
  const look = (at: string, parts: readonly string[]) => {
    for (const entry of entriesOf(at)) {
      if (NOT_OF_THE_PROJECT.test(entry.name) || seen >= MAX_FILES) continue;
      const file = path.join(at, entry.name);
      if (entry.isDirectory() && parts.length < MAX_DEPTH) look(file, [...parts, entry.name]);
      if (!entry.isFile() || !entry.name.endsWith('.py')) continue;
      seen += 1;
      const stem = entry.name.slice(0, -'.py'.length);
      if (stem === '__main__') modules.push(parts.join('.'));
      else if (/^if __name__ == ["']__main__["']/m.test(textOf(at, entry.name)))
        modules.push([...parts, stem].join('.'));
    }
  };
  look(folder, []);
  return modules.map((module) => module.replace(/^src\./, '')).filter((module) => module !== '');
}

/** A link may lead out of the project, so it is neither a file nor a folder here. */
function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
