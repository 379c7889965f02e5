/**
 * A change of governance as facts for a channel that reads no markup: one for the sentence, and one for each place. Its
 * foreign text is on one line, stands in quotes within the sentence, and can't move what stands beside it.
 */
import { isolated, oneLine } from '../notices/index.ts';
import type { CardChange, CardLine } from './card.ts';

const LONGEST_NAME = 100;
const LONGEST_VALUE = 150;

export function changeFacts({ sentence, lines, more }: CardChange): [name: string, value: string][] {
  const said = sentence.map(({ text, isForeign }) => (isForeign ? quoted(text) : text)).join('');
  return [
    ['Change', said],
    // The mark tells a place of this name from a fact of ours.
    ...lines.map((line): [string, string] => [`• ${harmless(line.what, LONGEST_NAME)}`, valueText(line)]),
    ...(more === 0 ? [] : [['And', `${more} more places`] as [string, string]]),
  ];
}

function valueText({ from, to }: CardLine): string {
  const after = harmless(to, LONGEST_VALUE);
  return from === null ? after : `${harmless(from, LONGEST_VALUE)} → ${after}`;
}

function quoted(text: string): string {
  return `“${harmless(text.replaceAll(/[“”]/g, '"'), LONGEST_NAME)}”`;
}

function harmless(text: string, most: number): string {
  return isolated(oneLine(text, most)) || '–';
}
