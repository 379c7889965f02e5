/** The pages of the site: the documentation, and what it links to beside it. Each has one address in the site. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';

export const ROOT = path.join(import.meta.dirname, '..');

/** Pages outside of `docs/`, by their files, with their places in the site. */
const OTHERS: Readonly<Record<string, string>> = {
  'README.md': 'start.md',
  'ARCHITECTURE.md': 'architecture.md',
  'CHANGELOG.md': 'changelog.md',
  'CONTRIBUTING.md': 'contributing.md',
  'bench/README.md': 'bench.md',
  'evidence-format/README.md': 'evidence-format.md',
  'examples/README.md': 'examples.md',
};

/** The files of all pages, from the project's root. */
export const PAGE_FILES: readonly string[] = [
  ...globSync('docs/**/*.md', { cwd: ROOT })
    .map((file) => file.split(path.sep).join('/'))
    .sort(),
  ...Object.keys(OTHERS),
];

/** @returns where a page stands in the site, such as `hooks.md` for `docs/hooks.md`. */
export function placeOf(file: string): string {
  const inside = OTHERS[file] ?? file.replace(/^docs\//, '');
  return inside.replace(/(^|\/)README\.md$/, '$1index.md');
}

/** @returns a page's address without the site's base, such as `/hooks`. */
export function addressOf(file: string): string {
  return `/${placeOf(file).replace(/(?:index)?\.md$/, '')}`;
}

/**
 * Resolves a link as it stands in a file.
 * @returns the linked page, null for another file of the project, and undefined for an address elsewhere.
 */
export function linkedFrom(file: string, href: string): { page: string; anchor: string } | null | undefined {
  if (/^(?:[a-z]+:|\/\/|\/|#)/i.test(href)) return undefined;
  const [target = '', anchor = ''] = href.split(/(?=#)/);
  const named = path.posix.join(path.posix.dirname(file), decodeURI(target)).replace(/\/$/, '');
  const page = existsSync(path.join(ROOT, named, 'README.md')) ? `${named}/README.md` : named;
  return PAGE_FILES.includes(page) ? { page, anchor } : null;
}

/** The first heading of a page, without marks. */
export function titleOf(file: string): string {
  const [, title = file] = /^# (.+)$/m.exec(readFileSync(path.join(ROOT, file), 'utf8')) ?? [];
  return title.replaceAll(/[`*]/g, '');
}

/** As GitHub makes it, so that a link to a heading works there and in the site. */
export function anchorOf(heading: string): string {
  const kept = heading.toLowerCase().replaceAll(/[^\p{L}\p{N}\s_-]/gu, '');
  return kept.trim().replaceAll(/\s/g, '-');
}
