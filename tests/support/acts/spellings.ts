/** Spellings of a name that a reader or a framework takes for the name itself. */
import fc from 'fast-check';

const SEPARATORS = ['.', '-', '_', ':', '/', ' ', '__', '--', '\u2013', '\u00a0', '\uff0e'];
const UNSEEN = ['', '', '', '\u200b', '\u2060', '\u00ad', '\ufeff', '\u202e', '\u2800'];
const FULL_WIDTH = 0xfee0;

/** Case, width, separators and invisible characters may differ. @param name in lower-case ASCII letters. */
export function anySpelling(name: string): fc.Arbitrary<string> {
  const characters = [...name].map((character) =>
    /[a-z0-9]/.test(character) ? anyFormOf(character) : fc.constantFrom(...SEPARATORS),
  );
  return fc
    .tuple(fc.constantFrom('', '', ' ', '\u200b', 'mcp__', 'MCP.'), ...characters)
    .map((parts) => parts.join(''));
}

function anyFormOf(character: string): fc.Arbitrary<string> {
  const wide = String.fromCodePoint((character.codePointAt(0) ?? 0) + FULL_WIDTH);
  const form = fc.constantFrom(character, character, character.toUpperCase(), wide, wide.toUpperCase());
  return fc.tuple(form, fc.constantFrom(...UNSEEN)).map(([letter, unseen]) => letter + unseen);
}

/** Replaces letters by letters of other scripts that look the same. */
export function posing(name: string): string {
  return name.replace(/o/g, '\u043e').replace(/a/g, '\u0430');
}
