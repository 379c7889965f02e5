/** Addresses that a text writes in words or with spaces: `ann [at] example [dot] com`, `ann @ example . com`. */

const AT = '(?:at|ät|@|arroba|chiocciola|klammeraffe|собака)';
const DOT = '(?:dot|punkt|punto|point|ponto|точка|\\.)';
const OPEN = '[[({<]\\s{0,2}';
const CLOSE = '\\s{0,2}[\\])}>]';
const BEFORE = 80;
const AFTER = 160;
/** Signs so near to each other are read together. */
const TOGETHER = 40;

/** A piece with an `@` or a full stop in brackets. */
export const IN_BRACKETS = new RegExp(`[[({](?:${AT}|${DOT})[\\])}]`, 'iu');
const WORDS_FOR_AT = ['arroba', 'chiocciola', 'klammeraffe', 'собака'];
/** The usual word `at` counts only before a host. */
const HOST_AFTER = new RegExp(
  `^at\\s{1,3}[\\p{L}\\p{N}-]{1,63}(?:\\.[\\p{L}\\p{N}]|\\s{1,3}${DOT}\\s|\\s{0,2}${OPEN}${DOT})`,
  'iu',
);

/** @returns the places of words for `@` in other languages than English, which are rare. */
export function signsInWords(text: string): number[] {
  const signs: number[] = [];
  for (const word of WORDS_FOR_AT)
    for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) signs.push(at);
  return signs;
}

/** @returns the addresses at the places, as they are meant. */
export function rewritten(text: string, signs: readonly number[]): string[] {
  const found: string[] = [];
  let end = 0;
  for (const sign of signs) {
    if (sign < end) continue;
    const after = text.slice(sign, sign + AFTER);
    if (
      /^at\s/i.test(after) &&
      !/[([{<]\s{0,2}$/.test(text.slice(Math.max(0, sign - 3), sign)) &&
      !HOST_AFTER.test(after)
    )
      continue;
    const window = text.slice(Math.max(0, sign - BEFORE), sign) + after;
    for (const piece of joined(window).split(/[\s<>"]+/))
      if (/[@.]./.test(piece) && !window.includes(piece)) found.push(piece);
    end = sign + TOGETHER;
  }
  return found;
}

const WRITTEN_AT = new RegExp(`\\s{0,3}(?:${OPEN}${AT}${CLOSE}|(?<=\\s)${AT}(?=\\s)|@)\\s{0,3}`, 'giu');
const WRITTEN_DOT = new RegExp(`\\s{0,3}(?:${OPEN}${DOT}${CLOSE}|(?<=\\s)${DOT}(?=\\s))\\s{0,3}`, 'giu');
/** Letters with a space between each two. */
const APART = /(?<=(?:^|\s)[\p{L}\p{N}@.]) (?=[\p{L}\p{N}@.](?:\s|$))/gu;

const joined = (text: string) => text.replace(APART, '').replace(WRITTEN_AT, '@').replace(WRITTEN_DOT, '.');
