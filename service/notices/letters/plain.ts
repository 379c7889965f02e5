/**
 * Makes external text safe for a mail: one line, without characters that break it or turn its direction, and
 * shortened if it is long. So a name can't add a header or a line of its own, or hide the text after it.
 */
const LONGEST = 200;

/** Control and format characters, lone surrogates, and line and paragraph separators. */
const UNFIT = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]+/gu;

/** @param most the maximum number of characters, including the ellipsis. */
export function oneLine(text: string, most = LONGEST): string {
  const line = text.toWellFormed().replace(UNFIT, ' ').replace(/\s+/gu, ' ').trim();
  // A character takes at most two units, so this cuts only text that would never be shown.
  const characters = [...line.slice(0, 2 * most + 2)];
  return characters.length <= most ? line : `${characters.slice(0, most - 1).join('')}…`;
}

/** A value as a fact in a mail: a dash if it is not text. */
export function factOf(value: unknown, most = LONGEST): string {
  if (typeof value === 'number') return String(value);
  return (typeof value === 'string' && oneLine(value, most)) || '–';
}

/** Letters that are written from right to left, and would move what stands beside them. */
const TURNED =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;

/** Keeps the direction of a text to itself (Unicode Standard Annex 9, FSI and PDI). */
export function isolated(text: string): string {
  return TURNED.test(text) ? `\u2068${text}\u2069` : text;
}

/** For example `2026-11-27 14:05 UTC`: a mail may be read in any time zone. */
export function timeInMail(iso: unknown): string {
  const ms = typeof iso === 'string' ? Date.parse(iso) : Number.NaN;
  if (Number.isNaN(ms)) return '–';
  const text = new Date(ms).toISOString();
  return `${text.slice(0, 10)} ${text.slice(11, 16)} UTC`;
}
