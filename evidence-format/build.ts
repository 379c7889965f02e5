/**
 * `npm run build -w @assize/evidence-format [-- FOLDER]`: writes the package as it is published, JavaScript and types,
 * to `dist/` or to the folder named. It is published from there: Node refuses to run TypeScript in an installed package,
 * so the `package.json` of the sources is private.
 */

import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'rolldown';

const SOURCES = import.meta.dirname;
const [folder = path.join(SOURCES, 'dist')] = process.argv.slice(2);

rmSync(folder, { recursive: true, force: true });
const compiler = path.join(SOURCES, '../node_modules/typescript/bin/tsc');
const words = [compiler, '-p', path.join(SOURCES, 'tsconfig.build.json'), '--outDir', folder];
const { status } = spawnSync(process.execPath, words, { stdio: 'inherit' });
if (status !== 0) process.exit(1);
await bundleLibraries('platform/platform-portable');
for (const [name, from] of [
  ['README.md', 'README.md'],
  ['LICENSE', '../LICENSE'],
] as const) {
  cpSync(path.join(SOURCES, from), path.join(folder, name));
}
writeFileSync(path.join(folder, 'package.json'), publishedManifest());
chmodSync(path.join(folder, 'assize-verify.js'), 0o755);

/** One file that holds the libraries it needs, with their licences: the package installs without dependencies. */
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

/** That of the sources, for what they were compiled to. */
function publishedManifest(): string {
  const sources = readFileSync(path.join(SOURCES, 'package.json'), 'utf8').replaceAll('.ts"', '.js"');
  const { private: _private, scripts: _scripts, exports, ...manifest } = JSON.parse(sources);
  const compiled = Object.entries<string>(exports).filter(([, file]) => file.endsWith('.js'));
  const withTypes = compiled.map(([name, file]) => [
    name,
    { types: file.replace(/js$/, 'd.ts'), default: file },
  ]);
  const files = ['**/*.js', '**/*.d.ts'];
  const published = { ...manifest, exports: Object.fromEntries(withTypes), files, sideEffects: false };
  return `${JSON.stringify(published, null, 2)}\n`;
}
