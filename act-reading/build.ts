/**
 * `npm run build -w @assize/act-reading [-- FOLDER]`: writes the package as it is published, as JavaScript and types,
 * to `dist/` or the named folder.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { writeBeside } from '../evidence-format/publish.ts';

const SOURCES = import.meta.dirname;
const [folder = path.join(SOURCES, 'dist')] = process.argv.slice(2);

rmSync(folder, { recursive: true, force: true });
// The compiler also writes the evidence format, which is a separate package.
const compiled = mkdtempSync(path.join(tmpdir(), 'assize-act-reading-'));
const compiler = path.join(SOURCES, '../node_modules/typescript/bin/tsc');
const words = [compiler, '-p', path.join(SOURCES, 'tsconfig.build.json'), '--outDir', compiled];
const { status } = spawnSync(process.execPath, words, { stdio: 'inherit' });
if (status === 0) {
  cpSync(path.join(compiled, 'act-reading'), folder, { recursive: true });
  for (const file of globSync('**/*.yaml', { cwd: SOURCES, exclude: ['node_modules', 'dist', 'cases'] })) {
    cpSync(path.join(SOURCES, file), path.join(folder, file));
  }
  writeBeside(SOURCES, folder);
}
rmSync(compiled, { recursive: true });
process.exitCode = status ?? 1;
