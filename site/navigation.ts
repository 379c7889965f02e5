/** The side of the site, from the index of the documentation: each of its groups, with the pages in its order. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { addressOf, linkedFrom, PAGE_FILES, ROOT, titleOf } from './pages.ts';

const INDEX = 'docs/README.md';
/** The rows before the first group. */
const FIRST = 'Start';
const LAWS = 'docs/laws/';

interface Item {
  text: string;
  link: string;
  collapsed?: boolean;
  items?: Item[];
}

export interface Group {
  text: string;
  items: Item[];
}

export function sidebar(): Group[] {
  const groups: Group[] = [{ text: FIRST, items: [{ text: 'All pages', link: '/' }] }];
  const seen = new Set<string>([INDEX]);
  for (const row of readFileSync(path.join(ROOT, INDEX), 'utf8').split('\n')) {
    const [, group] = /^\| \*\*(.+)\*\* \|/.exec(row) ?? [];
    if (group !== undefined) groups.push({ text: group, items: [] });
    if (!row.startsWith('| ') || group !== undefined) continue;
    for (const [, href = ''] of row.matchAll(/\]\(([^)]+)\)/g)) {
      const page = linkedFrom(INDEX, href)?.page;
      if (page === undefined || seen.has(page)) continue;
      seen.add(page);
      groups.at(-1)?.items.push(itemOf(page));
    }
  }
  return groups;
}

function itemOf(page: string): Item {
  const item = { text: titleOf(page), link: addressOf(page) };
  if (page !== 'docs/laws.md') return item;
  const laws = PAGE_FILES.filter((file) => file.startsWith(LAWS));
  return {
    ...item,
    collapsed: true,
    items: laws.map((law) => ({ text: titleOf(law), link: addressOf(law) })),
  };
}

/** The versions of the changelog, newest first: each node serves the guide of its own. */
export function versionMenu(version: string): { text: string; items: { text: string; link: string }[] } {
  const changelog = readFileSync(path.join(ROOT, 'CHANGELOG.md'), 'utf8');
  const headings = [...changelog.matchAll(/^## (.+)$/gm)].map(([, heading = '']) => heading);
  const released = headings.filter((heading) => /^\[?\d/.test(heading));
  const versions = released.map((heading) => /\d+\.\d+\.\d+/.exec(heading)?.[0] ?? heading);
  const known = versions.includes(version) ? versions : [version, ...versions];
  return {
    text: version,
    items: known.map((each) => ({
      text: each === version ? `${each} (this guide)` : each,
      link: '/changelog',
    })),
  };
}
