/**
 * `npm run build -w @assize/client [-- FOLDER]`: writes the package for publication, to `dist/` or to the named
 * folder: modules of both kinds, and their types. It needs no other package: the code for proofs is part of it.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'rolldown';
import { FRAMEWORKS } from './frameworks.ts';

const SOURCES = import.meta.dirname;
const [folder = path.join(SOURCES, 'dist')] = process.argv.slice(2);

/** Importing one of them checks the installed version. */
const ADAPTER_FILES = ['./adapters/*'];

/** Two thirds of the generated types, which only the dashboard reads. */
const PATHS = /^export interface (?:paths|operations) \{$.*?^\}\n/gms;

const entries = ['index', 'planning/index', 'proof', 'webhooks', ...adapters()];
rmSync(folder, { recursive: true, force: true });
await bundle('esm', 'js');
await bundle('cjs', 'cjs');
writeTypes();
for (const [name, from] of [
  ['README.md', 'README.md'],
  ['LICENSE', '../LICENSE'],
] as const) {
  cpSync(path.join(SOURCES, from), path.join(folder, name));
}
writeFileSync(path.join(folder, 'package.json'), publishedManifest());

function adapters(): string[] {
  return globSync('adapters/*.ts', { cwd: SOURCES, exclude: ['**/*.test.ts'] }).map((file) =>
    file.slice(0, -3),
  );
}

/** All entries in one build, so that an error thrown by one has the class that another exports. */
async function bundle(format: 'esm' | 'cjs', extension: string): Promise<void> {
  await build({
    input: Object.fromEntries(entries.map((entry) => [entry, path.join(SOURCES, `${entry}.ts`)])),
    cwd: SOURCES,
    // Neither Node's modules nor a browser's, so the package runs in both.
    platform: 'neutral',
    resolve: { conditionNames: ['default', 'import'] },
    transform: { target: 'es2022' },
    output: {
      dir: folder,
      format,
      entryFileNames: `[name].${extension}`,
      chunkFileNames: `chunks/[name].${extension}`,
    },
  });
}

/** CommonJS modules have types of their own kind. */
function writeTypes(): void {
  const compiler = path.join(SOURCES, '../node_modules/typescript/bin/tsc');
  const words = [compiler, '-p', path.join(SOURCES, 'tsconfig.build.json'), '--outDir', folder];
  const { status } = spawnSync(process.execPath, words, { stdio: 'inherit' });
  if (status !== 0) process.exit(1);
  for (const file of globSync('**/*.d.ts', { cwd: folder })) {
    const text = readFileSync(path.join(folder, file), 'utf8').replaceAll(PATHS, '');
    const importing = (extension: string) =>
      text.replaceAll(/(from |import\()(["'])(\.[^"']+)\.[jt]s\2/g, `$1$2$3.${extension}$2`);
    writeFileSync(path.join(folder, file), importing('js'));
    writeFileSync(path.join(folder, file.replace(/ts$/, 'cts')), importing('cjs'));
  }
}

function publishedManifest(): string {
  const sources = JSON.parse(readFileSync(path.join(SOURCES, 'package.json'), 'utf8'));
  const { private: _private, scripts: _scripts, devDependencies: _tools, ...manifest } = sources;
  const exports = Object.fromEntries(entries.map((entry) => [exportNameOf(entry), conditionsOf(entry)]));
  const published = { ...manifest, exports, files: ['**/*'], sideEffects: ADAPTER_FILES, ...peers() };
  return `${JSON.stringify(published, null, 2)}\n`;
}

function exportNameOf(entry: string): string {
  const name = path.posix.basename(entry.replace(/\/?index$/, ''));
  return name === '' ? '.' : `./${name}`;
}

function conditionsOf(entry: string): object {
  return {
    import: { types: `./${entry}.d.ts`, default: `./${entry}.js` },
    require: { types: `./${entry}.d.cts`, default: `./${entry}.cjs` },
  };
}

/** An installation brings the frameworks that it uses, and npm says where a version does not match. */
function peers() {
  const ranges = Object.entries(FRAMEWORKS).map(([name, { from, below }]) => [name, `>=${from} <${below}`]);
  const optional = Object.keys(FRAMEWORKS).map((name) => [name, { optional: true }]);
  return { peerDependencies: Object.fromEntries(ranges), peerDependenciesMeta: Object.fromEntries(optional) };
}
