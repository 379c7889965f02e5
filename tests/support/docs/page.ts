/** Reads a page of the documentation: its code blocks in order, each with its expected output. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

export const ROOT = path.join(import.meta.dirname, '../../..');
/** The meaning of the word after `sh`; without one, the commands must succeed. */
const KINDS = { '': 'succeeds', fails: 'fails', background: 'background', 'not-run': 'not run' } as const;
/** Blocks that never run: data, programs, drawings, and examples that other tests read. */
const OTHER_LANGUAGES = /^(?:json|yaml|js|ts|python|ini|http|nginx|text|example|dockerfile|caddyfile)\b/;
const FILE = /^(?:js|ts|python|yaml|json) \w+\.\w+$/;
const BLOCK = /^( *)```(.*)\n([\s\S]*?)^ *```$/gm;

export interface Block {
  kind: (typeof KINDS)[keyof typeof KINDS] | 'file';
  /** The line of its first command, counted from 1. */
  line: number;
  commands: string;
  /** null if the page does not show the output. */
  output: string | null;
  /** The name under which the reader saves the block, which then holds no commands. */
  file?: string;
}

export interface Page {
  name: string;
  text: string;
}

/** README first, then docs/ in order; ADRs show no commands. */
export function readPages(): Page[] {
  const files = globSync('docs/**/*.md', { cwd: ROOT }).map((file) => file.replaceAll(path.sep, '/'));
  const pages = files.filter((file) => !file.startsWith('docs/adr/')).sort();
  return ['README.md', ...pages].map((name) => ({ name, text: readFileSync(path.join(ROOT, name), 'utf8') }));
}

/** @throws on a fence that does not name its language, and on output without commands above it. */
export function blocksOf({ name, text }: Page): Block[] {
  const blocks: Block[] = [];
  let end = 0;
  for (const { index, 0: whole, 1: indent = '', 2: info = '', 3: content = '' } of text.matchAll(BLOCK)) {
    const line = text.slice(0, index).split('\n').length + 1;
    const dedented = content.replaceAll(new RegExp(`^${indent}`, 'gm'), '');
    const [language, word = ''] = info.split(' ');
    const last = blocks.at(-1);
    if (language === 'sh' && word in KINDS) {
      const kind = KINDS[word as keyof typeof KINDS];
      blocks.push({ kind, line, commands: dedented, output: null });
    } else if (info === 'output') {
      const isBelow = last?.output === null && text.slice(end, index).trim() === '';
      if (!isBelow) throw new Error(`${name}:${line}: no commands stand right above this output`);
      last.output = dedented;
    } else if (FILE.test(info)) {
      blocks.push({ kind: 'file', line, commands: dedented, output: null, file: word });
    } else if (!OTHER_LANGUAGES.test(info)) {
      throw new Error(
        `${name}:${line}: "${info}" does not say what the block holds: sh, output, json, text …`,
      );
    }
    end = index + whole.length;
  }
  return blocks;
}

/**
 * Whether a command printed what the page shows: `…` stands for any text, ids and times match others, and blanks are
 * ignored.
 */
export function matchesOutput(printed: string, expected: string): boolean {
  const parts = plain(expected)
    .split('…')
    .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('[\\s\\S]*?')}$`).test(plain(printed));
}

function plain(text: string): string {
  return text
    .replaceAll(/\b([a-z]{2,4})_[0-9a-f]{12,}/g, '$1_id')
    .replaceAll(/\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d+)?Z?/g, 'time')
    .replaceAll(/\s/g, '');
}
