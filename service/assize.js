#!/usr/bin/env -S node --max-semi-space-size=8
/**
 * Starts `main.ts`, with what Node compiles and strips of types kept beside the installation: a start then takes half
 * the time, and each thread is spared the 20 MB of the stripper. Where nothing may be written there, it starts all
 * the same. Plain JavaScript, because a file that had to be stripped itself would load the stripper after all, and
 * because an older Node must get as far as saying what is wrong.
 */
import module from 'node:module';
import path from 'node:path';

const MIN_NODE = 24;

if (Number.parseInt(process.versions.node, 10) < MIN_NODE) {
  process.stderr.write(`Assize needs Node ${MIN_NODE}, and this is Node ${process.versions.node}.
Start it with \`npm start\` or \`npx assize\`: both use the Node ${MIN_NODE} that \`npm ci\` installs on Linux (x64, arm64) and on Windows (x64).
On another platform, or if \`npm ci\` left it out, install Node ${MIN_NODE} from https://nodejs.org and try again.
`);
  process.exit(1);
}

const folder = path.join(import.meta.dirname, '../node_modules/.cache/assize');
module.enableCompileCache(process.env.NODE_COMPILE_CACHE ?? folder);
// Threads look for the folder in the environment only.
process.env.NODE_COMPILE_CACHE ??= folder;
await import('./main.ts');
