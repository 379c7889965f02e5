/** Checks that each `assize` command and option on a page exists. */
import { commands } from '@assize/service/cli/program.ts';
import type { Command } from 'commander';
import type { Page } from './page.ts';

const NAMED = /`([^`\n]*\bassize [^`\n]*)`/g;
const FENCED = /^ *```[\s\S]*?^ *```$/gm;

/** @returns each wrong one, with the fault. */
export function findWrongCommands(pages: Page[]): string[] {
  const program = commands({});
  return pages.flatMap((page) => wrongCommandsIn(page, program));
}

function wrongCommandsIn({ name, text }: Page, program: Command): string[] {
  return [...text.replaceAll(FENCED, '').matchAll(NAMED)].flatMap(([, named = '']) => {
    const [, words] = /\bnpx assize (.*)$/.exec(named) ?? [];
    if (words === undefined) return [`${name}: \`${named}\` does not run: it takes npx`];
    const missing = missingOf(program, words.split(' '));
    return missing === null ? [] : [`${name}: \`${named}\`: there is no ${missing}`];
  });
}

/** Separate programs, by their next words. They check their own options. */
const APART: Record<string, readonly string[]> = {
  gateway: ['serve', 'import', 'login', 'logout'],
  health: [],
  hook: ['install', 'uninstall', 'claude-code', 'codex', 'gemini-cli', 'cursor', 'copilot'],
};

/** @returns the word that is not a command; null if there is none. */
function missingOf(program: Command, words: string[]): string | null {
  const [first = '', second = '--'] = words;
  const apart = APART[first];
  if (apart !== undefined)
    return second.startsWith('--') || second === '…' || apart.includes(second) ? null : second;
  let command = program;
  for (const word of words) {
    const inner = command.commands.find((each) => each.name() === word);
    if (inner !== undefined) command = inner;
    else if (command.commands.length > 0 && word !== '…') return word;
  }
  const options = command.options.map(({ long }) => long);
  const known = [...options, '--help'];
  return words.find((word) => word.startsWith('--') && !known.includes(word)) ?? null;
}
