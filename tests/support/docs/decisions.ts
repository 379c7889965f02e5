/**
 * Checks the decisions (`docs/adr/`): few and short, in one format, numbered without a gap, each in the index and
 * found by its number.
 */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { SourceFile } from '../rules/source.ts';
import { linksOf } from './links.ts';
import { ROOT } from './page.ts';

const FOLDER = 'docs/adr';
const MAX_DECISIONS = 47;
const MAX_WORDS = 400;
const HEADINGS = ['## Context', '## Decision', '## Consequences', '## Alternatives'];

export interface Decision {
  /** Such as `0007-name.md`. */
  name: string;
  text: string;
}

export function readDecisions(): Decision[] {
  const names = globSync('[0-9]*.md', { cwd: path.join(ROOT, FOLDER) }).sort();
  return names.map((name) => ({ name, text: readFileSync(path.join(ROOT, FOLDER, name), 'utf8') }));
}

/** @returns each fault, with the way to correct it. */
export function faultsOf(decisions: readonly Decision[]): string[] {
  const tooMany = `${decisions.length} decisions: at most ${MAX_DECISIONS}, so join or replace one`;
  return [
    ...(decisions.length <= MAX_DECISIONS ? [] : [tooMany]),
    ...decisions.flatMap((decision, place) => faultsOfOne(decision, place + 1)),
  ];
}

function faultsOfOne({ name, text }: Decision, number: number): string[] {
  const [title = '', ...headings] = text.match(/^#+ .*$/gm) ?? [];
  const words = text.trim().split(/\s+/).length;
  const faults = {
    [`should begin with ${String(number).padStart(4, '0')}: numbers have no gap`]:
      Number(name.slice(0, 4)) !== number,
    [`should begin with "# ${number}. " and its title`]:
      !text.startsWith(title) || !new RegExp(`^# ${number}\\. \\S`).test(title),
    [`should have the headings ${HEADINGS.join(', ')}`]: headings.join() !== HEADINGS.join(),
    [`has ${words} words: at most ${MAX_WORDS}`]: words > MAX_WORDS,
  };
  return Object.keys(faults)
    .filter((fault) => faults[fault])
    .map((fault) => `${name} ${fault}`);
}

/** @returns the decisions that the index links to, in its order. */
export function indexedDecisions(): string[] {
  const files = linksOf(`${FOLDER}/README.md`).map(({ file }) => path.posix.relative(FOLDER, file));
  return files.filter((file) => /^\d/.test(file));
}

/** @returns each mention of a decision by a number that does not exist. */
export function lostNumbersIn(files: readonly SourceFile[], decisions: readonly Decision[]): string[] {
  return files.flatMap((file) =>
    file.lines.flatMap((line, place) =>
      [...line.matchAll(/\bADR (\d+)/g)]
        .filter(([, number]) => Number(number) > decisions.length)
        .map(([name]) => `${file.path}:${place + 1}: there is no ${name}`),
    ),
  );
}
