/**
 * Builds the guide: the documentation as a site, which the service serves under `/guide/`, also offline. Nothing in it
 * comes from elsewhere, and no page contains a script or a style, so the policy of the dashboard holds for it too.
 */
import { createHash } from 'node:crypto';
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { parseJson } from '@assize/evidence-format';
import type { Plugin } from 'vite';
import { PAGE_FILES, ROOT } from './pages.ts';

/** Beside the pages: the state that they were made from, and the folders of the libraries in them. */
const RECORD = 'made-from.json';
/** A page without its scripts: each runs before the page is shown, from a file. */
const SCRIPT = /<script id="check-[\w-]+">([\s\S]*?)<\/script>\s*/g;
/** The height of the window, which the page's own script sets again. */
const STYLE = / style="--vp-vh:[^"]*"/g;
const MADE_FROM = [
  'site/**/*.{ts,css,json}',
  'docs/openapi.json',
  'docs/images/*',
  'dashboard/ui/{tokens,fonts}.css',
];

interface MadeFrom {
  state: string;
  libraries: string[];
}

/**
 * @param former a guide made before, which is taken where nothing has changed since.
 * @returns the folders of the libraries that the pages contain, or null where the build tools are not installed.
 */
export async function buildGuide(outDir: string, former: string): Promise<string[] | null> {
  const vitepress = await import('vitepress').catch(() => null);
  if (vitepress === null) return null;
  const state = stateNow();
  const kept = recordIn(former);
  if (kept?.state === state) {
    cpSync(former, outDir, { recursive: true });
    return kept.libraries;
  }
  const libraries = new Set<string>();
  await vitepress.build(import.meta.dirname, {
    outDir,
    onAfterConfigResolve: (site) => {
      // Two processes may build at once.
      site.tempDir = `${outDir}-unfinished`;
      site.vite = { ...site.vite, plugins: [...(site.vite?.plugins ?? []), librariesInto(libraries)] };
    },
  });
  finish(outDir);
  const record: MadeFrom = { state, libraries: [...libraries].sort() };
  writeFileSync(path.join(outDir, RECORD), JSON.stringify(record));
  return record.libraries;
}

/** @returns a hash of everything that the pages are made from, except the libraries, whose versions the lock file has. */
function stateNow(): string {
  const files = [...MADE_FROM.flatMap((pattern) => globSync(pattern, { cwd: ROOT })), ...PAGE_FILES];
  const hash = createHash('sha256');
  for (const file of [...files, 'package.json', 'package-lock.json'].sort()) {
    hash.update(`${file}\0`).update(readFileSync(path.join(ROOT, file)));
  }
  return hash.digest('hex');
}

function recordIn(folder: string): MadeFrom | undefined {
  const file = path.join(folder, RECORD);
  return existsSync(file) ? (parseJson(readFileSync(file, 'utf8')) as unknown as MadeFrom) : undefined;
}

/** Notes the folders of libraries, from the project's root. */
function librariesInto(folders: Set<string>): Plugin {
  return {
    name: 'libraries',
    generateBundle(_options, bundle) {
      for (const part of Object.values(bundle)) {
        for (const id of part.type === 'chunk' ? part.moduleIds : []) {
          const [folder] = /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(id) ?? [];
          if (folder !== undefined && path.isAbsolute(folder)) folders.add(path.relative(ROOT, folder));
        }
      }
    },
  };
}

/** Moves scripts out of the pages, and compresses each file once here, instead of at each request. */
function finish(outDir: string): void {
  const scripts = new Map<string, string>();
  for (const file of globSync('**/*.html', { cwd: outDir })) {
    const page = path.join(outDir, file);
    const html = readFileSync(page, 'utf8').replaceAll(STYLE, '');
    const bodies = [...html.matchAll(SCRIPT)].map(([, body = '']) => body).join('\n');
    const name = `early.${createHash('sha256').update(bodies).digest('hex').slice(0, 8)}.js`;
    scripts.set(name, bodies);
    const moved = html
      .replaceAll(SCRIPT, '')
      .replace('</head>', `<script src="/guide/assets/${name}"></script></head>`);
    writeFileSync(page, moved);
  }
  mkdirSync(path.join(outDir, 'assets'), { recursive: true });
  for (const [name, body] of scripts) writeFileSync(path.join(outDir, 'assets', name), body);
  for (const file of globSync('**/*.{html,js,css}', { cwd: outDir })) {
    const bytes = readFileSync(path.join(outDir, file));
    writeFileSync(path.join(outDir, `${file}.gz`), gzipSync(bytes, { level: 9 }));
  }
  rmSync(`${outDir}-unfinished`, { recursive: true, force: true });
}
