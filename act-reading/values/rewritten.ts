/** Addresses that a text writes in words or apart: `ann [at] example [dot] com`, `ann @ example . com`. */

const AT = '(?:at|ät|@|arroba|chez|klammeraffe|коммерческое)';
const DOT = '(?:dot|punkt|punto|point|ponto|\\.)';
const OPEN = '[[({<]\\s{0,2}';
const CLOSE = '\\s{0,2}[\\])}>]';
/** A sign in brackets, a word for a sign, or a sign with a space beside it. */
const MARKS = new RegExp(`${OPEN}(?:${AT}|${DOT})${CLOSE}|\\s(?:at|arroba)\\s|\\s@|@\\s|hxxps?:`, 'giu');
const BEFORE = 80;
const AFTER = 160;
const MAX_REWRITTEN = 2_000;

export function rewritten(text: string): string[] {
  const texts: string[] = [];
  let end = 0;
  for (const match of text.matchAll(MARKS)) {
    if (match.index < end) continue;
    if (texts.length >= MAX_REWRITTEN) break;
    const after = text.slice(match.index, match.index + AFTER);
    if (/^\s(?:at|arroba)\s/i.test(after) && !IN_WORDS.test(after)) continue;
    const whole = text.slice(Math.max(0, match.index - BEFORE), match.index) + after;
    texts.push(joined(whole));
    end = match.index + AFTER / 2;
  }
  return texts;
}

const IN_WORDS = new RegExp(
  `^\\s\\p{L}+\\s{1,3}[\\p{L}\\p{N}-]{1,63}(?:\\s{1,3}${DOT}\\s|\\s{0,2}${OPEN}${DOT}|\\.\\p{L})`,
  'iu',
);
const WRITTEN_AT = new RegExp(
  `\\s{0,3}(?:${OPEN}${AT}${CLOSE}|(?<=\\s)(?:at|arroba)(?=\\s)|@)\\s{0,3}`,
  'giu',
);
const WRITTEN_DOT = new RegExp(`\\s{0,3}(?:${OPEN}${DOT}${CLOSE}|(?<=\\s)${DOT}(?=\\s))\\s{0,3}`, 'giu');

function joined(text: string): string {
  return text
    .replace(/(?<=(?:^|\s)[\p{L}\p{N}@.]) (?=[\p{L}\p{N}@.](?:\s|$))/gu, '')
    .replace(WRITTEN_AT, '@')
    .replace(WRITTEN_DOT, '.')
    .replace(/hxxp/gi, 'http');
}
