/** The characters that mark a piece of text as more than a word, and those that end a piece. */

export const MARK = {
  end: 1,
  at: 2,
  colon: 4,
  slash: 8,
  dot: 16,
  hash: 32,
  digit: 64,
  bracket: 128,
  percent: 256,
  ampersand: 512,
  equals: 1024,
  backslash: 2048,
  /** It is beyond ASCII. */
  other: 4096,
  /** It is invisible, or the form of an ASCII character that another block of Unicode has. */
  disguised: 8192,
} as const;

const OF_ASCII: readonly (readonly [string, number])[] = [
  ['\t\n\v\f\r <>"`', MARK.end],
  ['@', MARK.at],
  [':', MARK.colon],
  ['/', MARK.slash],
  ['\\', MARK.slash | MARK.backslash],
  ['.', MARK.dot],
  ['#', MARK.hash],
  ['0123456789', MARK.digit],
  ['%', MARK.percent],
  ['&', MARK.ampersand],
  ['=', MARK.equals],
  ['[({', MARK.bracket],
];
const ASCII = 128;
/** Spaces and quotation marks. */
const ENDS = /[\u00a0\u00ab\u00bb\u2000-\u200a\u2018-\u201f\u2028\u2029\u202f\u205f\u3000]/;
const DISGUISED = /[\p{Default_Ignorable_Code_Point}\p{Cf}\ud800-\udfff]/u;
const VISIBLE_ASCII = /[\x21-\x7e]/;

const TABLE = Uint16Array.from({ length: 0x10000 }, (_, code) => {
  const character = String.fromCharCode(code);
  if (code < ASCII) return OF_ASCII.find(([characters]) => characters.includes(character))?.[1] ?? 0;
  if (ENDS.test(character)) return MARK.end;
  const isDisguised = DISGUISED.test(character) || VISIBLE_ASCII.test(character.normalize('NFKC'));
  return isDisguised ? MARK.other | MARK.disguised : MARK.other;
});

export const markOf = (code: number) => TABLE[code] ?? 0;
