/**
 * Builds the pages: `index.html`, and the files under `assets/` that it names. Nothing is embedded in the page and
 * nothing comes from elsewhere, so the Content-Security-Policy can forbid both.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Rolldown } from 'vite';
import { drawIcons } from './icons.ts';

const ROOT = import.meta.dirname;

/** @returns the files, or null where the build tools are not installed (`npm ci --omit=dev`). */
export async function buildDashboard(outDir: string): Promise<Rolldown.RolldownOutput['output'] | null> {
  const vite = await import('vite').catch(() => null);
  if (vite === null) return null;
  const made = await vite.build({
    root: ROOT,
    configFile: path.join(ROOT, 'vite.config.ts'),
    logLevel: 'warn',
    build: { outDir, emptyOutDir: true },
  });
  drawIcons(path.join(outDir, 'assets'));
  compress(outDir);
  const outputs = Array.isArray(made) ? made : [made];
  return outputs.flatMap((each) =>
    'output' in each ? each.output : [],
  ) as Rolldown.RolldownOutput['output'];
}

/** Compresses each file once here, instead of at each request. */
function compress(folder: string): void {
  for (const file of globSync('**/*.{js,css,svg,html}', { cwd: folder })) {
    const bytes = readFileSync(path.join(folder, file));
    writeFileSync(path.join(folder, `${file}.gz`), gzipSync(bytes, { level: 9 }));
    writeFileSync(path.join(folder, `${file}.br`), brotliCompressSync(bytes));
  }
}
