/** Finds the documentation's links to its own files and headings, including pictures in HTML. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './page.ts';

const LINK = /(?:\]\(|\bsrc(?:set)?=")(?!https?:|mailto:)([^)"#\s]*)(?:#([^)"\s]*))?[)"]/g;
const HEADING = /^#+ (.+)$/gm;

interface Link {
  /** Relative to the project's root. */
  file: string;
  heading: string | undefined;
}

export function linksOf(page: string): Link[] {
  return [...readPage(page).matchAll(LINK)].map(([, target = '', heading]) => {
    const file = target === '' ? page : path.posix.join(path.posix.dirname(page), target);
    return { file, heading };
  });
}

/** @returns each broken link, with its page. */
export function brokenLinksOf(page: string): string[] {
  return linksOf(page)
    .filter(({ file, heading }) => !existsSync(path.join(ROOT, file)) || !hasHeading(file, heading))
    .map(({ file, heading }) => `${page}: ${file}${heading === undefined ? '' : `#${heading}`}`);
}

function hasHeading(file: string, heading: string | undefined): boolean {
  if (heading === undefined || !file.endsWith('.md')) return true;
  return [...readPage(file).matchAll(HEADING)].some(([, text = '']) => anchorOf(text) === heading);
}

/** As GitHub makes it. */
function anchorOf(heading: string): string {
  const kept = heading.toLowerCase().replaceAll(/[^\p{L}\p{N}\s_-]/gu, '');
  return kept.trim().replaceAll(/\s/g, '-');
}

function readPage(page: string): string {
  return readFileSync(path.join(ROOT, page), 'utf8');
}
