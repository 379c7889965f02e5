/** A letter as plain text. */
import { type Addressee, footerOf, type Item, type Letter } from './letter.ts';

export function textOf(letter: Letter, addressee: Addressee): string {
  const blocks = [
    letter.heading,
    ...letter.paragraphs,
    ...letter.items.map(itemText),
    ...letter.advice,
    ['-- ', ...footerOf(addressee)].join('\n'),
  ];
  return `${blocks.join('\n\n')}\n`;
}

function itemText({ title, facts, request }: Item): string {
  const width = Math.max(0, ...facts.map(([name]) => name.length)) + 1;
  const lines = facts.map(([name, value]) => `    ${`${name}:`.padEnd(width)} ${value}`);
  if (request !== undefined) lines.push('', `    ${request}`);
  return [`  ${title}`, ...lines].join('\n');
}
