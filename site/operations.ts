/** The operations of the API, as tables, from its description. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseJson } from '@assize/evidence-format';
import { ROOT } from './pages.ts';

interface Description {
  paths: Record<string, Record<string, { summary?: string; tags?: string[] }>>;
}

/** @returns a heading and a table for each group. */
export function reference(): string {
  const text = readFileSync(path.join(ROOT, 'docs/openapi.json'), 'utf8');
  const { paths } = parseJson(text) as unknown as Description;
  const groups = new Map<string, string[]>();
  for (const [address, methods] of Object.entries(paths)) {
    for (const [method, { summary = '', tags: [tag = 'Others'] = [] }] of Object.entries(methods)) {
      const row = `| \`${method.toUpperCase()} ${address}\` | ${summary.replaceAll('|', '\\|')} |`;
      groups.set(tag, [...(groups.get(tag) ?? []), row]);
    }
  }
  return [...groups]
    .map(([tag, rows]) => `## ${tag}\n\n| operation | |\n|---|---|\n${rows.join('\n')}\n`)
    .join('\n');
}
