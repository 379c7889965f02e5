#!/usr/bin/env -S node --max-semi-space-size=16 --min-semi-space-size=8
/**
 * The command `assize`: runs the bundle in `dist/`. In a checkout it first has a bundle built again whose sources have
 * changed; where the builder is not installed, it runs the sources. It is plain JavaScript so that an installed package
 * can run it, and so that an older Node gets as far as saying what is wrong.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import module from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const MIN_NODE = 24;
const SHELL = /^(?:[^\0]*\/)?[a-z]*sh\0/;
/** In a container, npm or its shell can be the first process. */
const MAY_START = /^$|(?:^|[/\0])(?:npm|npx|pnpm|yarn|bun|node|[a-z]*sh)\b/;

if (Number.parseInt(process.versions.node, 10) < MIN_NODE) {
  process.stderr.write(`Assize needs Node ${MIN_NODE}, and this is Node ${process.versions.node}.
Start it with \`npm start\` or \`npx assize\`: both use the Node ${MIN_NODE} that npm installs with it on Linux (x64, arm64) and on Windows (x64).
On another platform, or if npm left it out, install Node ${MIN_NODE} from https://nodejs.org and try again.
`);
  process.exit(1);
}

endWithNpm();

const BUILD = path.join(import.meta.dirname, 'build.ts');
/** Commands that need nothing of the service, and so do not load it. */
const APART = { gateway: '../gateway/gateway.ts', hook: '../gateway/hook.ts', health: './health.ts' };
/** An installed package has no sources, and is the bundle itself. */
const isCheckout = existsSync(BUILD);
const DIST = isCheckout ? path.join(import.meta.dirname, 'dist') : import.meta.dirname;

const [, , command] = process.argv;
const source = Object.hasOwn(APART, command ?? '') ? APART[command] : './main.ts';

if (!isCheckout || isCurrent() || wasBuilt()) {
  // What Node compiles is kept in the installation, which other users can't write to. Threads read the environment.
  process.env.NODE_COMPILE_CACHE ??= path.join(DIST, 'compiled');
  module.enableCompileCache(process.env.NODE_COMPILE_CACHE);
  await import(pathToFileURL(path.join(DIST, `${path.basename(source, '.ts')}.js`)).href);
} else {
  await import(source);
}

/**
 * npm passes a signal on to the shell that it started, or dies of it itself; both would leave this process behind, also
 * while it starts. Only `npm start` and `npx` stay for what they run: another script may leave a service on purpose.
 */
function endWithNpm() {
  const { npm_lifecycle_event: script, NODE_UNIQUE_ID: worker } = process.env;
  if (worker !== undefined || (script !== 'start' && script !== 'npx')) return;
  const first = startedBy();
  const [parent, grandparent] = first;
  // Where npm has ended already, the system's first process has taken over this one, or the shell.
  const isTakenOver = parent === 1 || (grandparent === 1 && SHELL.test(commandOf(parent)));
  if (isTakenOver && !MAY_START.test(commandOf(1))) process.exit(1);
  setInterval(() => {
    if (String(startedBy()) !== String(first)) process.kill(process.pid, 'SIGTERM');
  }, 200).unref();
}

/** The shell and npm; npm alone where the system does not say more, or the shell has become this process. */
function startedBy() {
  const parent = process.ppid;
  try {
    const [, grandparent] = readFileSync(`/proc/${parent}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return [parent, Number(grandparent)];
  } catch {
    return [parent];
  }
}

/** The words of its command line, separated by NUL; empty where the system does not say it. */
function commandOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

/** Without the builder, which is a development dependency, the answer is no. */
function wasBuilt() {
  if (!existsSync(path.join(import.meta.dirname, '../node_modules/rolldown'))) return false;
  const { status } = spawnSync(process.execPath, [BUILD], { stdio: ['ignore', 2, 2] });
  if (status === 0) return existsSync(path.join(DIST, 'main.js'));
  process.stderr.write('The sources of Assize have changed, and could not be built: see above.\n');
  process.exit(1);
}

/** Looks at the time and size of each source, and into those that differ: a copied checkout has other times. */
function isCurrent() {
  const inputs = path.join(DIST, 'inputs.json');
  if (!existsSync(inputs)) return false;
  return JSON.parse(readFileSync(inputs, 'utf8')).every(([name, mtimeMs, bytes, sha256]) => {
    const file = `${import.meta.dirname}/../${name}`;
    const now = statSync(file, { throwIfNoEntry: false });
    if (now === undefined) return false;
    if (now.mtimeMs === mtimeMs && now.size === bytes) return true;
    return createHash('sha256').update(readFileSync(file)).digest('hex') === sha256;
  });
}
