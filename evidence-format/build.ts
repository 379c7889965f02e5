/**
 * `npm run build -w @assize/evidence-format [-- FOLDER]`: writes the published form of the package, JavaScript and
 * types, to `dist/` or to the given folder. It is published from there.
 */

import { spawnSync } from 'node:child_process';
import { chmodSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { build } from 'rolldown';
import { writeBeside } from './publish.ts';

const SOURCES = import.meta.dirname;
const [folder = path.join(SOURCES, 'dist')] = process.argv.slice(2);

rmSync(folder, { recursive: true, force: true });
const compiler = path.join(SOURCES, '../node_modules/typescript/bin/tsc');
const words = [compiler, '-p', path.join(SOURCES, 'tsconfig.build.json'), '--outDir', folder];
const { status } = spawnSync(process.execPath, words, { stdio: 'inherit' });
if (status !== 0) process.exit(1);
await bundleLibraries('platform/platform-portable');
writeBeside(SOURCES, folder);
chmodSync(path.join(folder, 'assize-verify.js'), 0o755);

/**
 * Writes one file that contains the libraries it needs and their licences, so that the package installs without
 * dependencies.
 */
async function bundleLibraries(name: string): Promise<void> {
  const licences = ['@noble/curves', '@noble/hashes'].map((library) => {
    const text = readFileSync(path.join(SOURCES, '../node_modules', library, 'LICENSE'), 'utf8');
    return `/* This file contains ${library}.\n\n${text.trim()}\n*/`;
  });
  await build({
    input: path.join(SOURCES, `${name}.ts`),
    cwd: SOURCES,
    transform: { target: 'es2022' },
    output: {
      file: path.resolve(folder, `${name}.js`),
      format: 'esm',
      comments: { legal: false },
      banner: licences.join('\n'),
    },
  });
}
