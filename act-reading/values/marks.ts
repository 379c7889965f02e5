/** The characters that mark a piece of text as more than a word, and those that end a piece. */

export const MARK = {
  end: 1,
  at: 2,
  colon: 4,
  slash: 8,
  dot: 16,
  hash: 32,
  digit: 64,
  /** It may be encoded: a percent sign, an ampersand, an equals sign, a backslash. */
  encoded: 128,
  /** It is beyond ASCII. */
  other: 256,
} as const;

const OF_ASCII: readonly (readonly [string, number])[] = [
  ['\t\n\v\f\r <>"`', MARK.end],
  ['@', MARK.at],
  [':', MARK.colon],
  ['/', MARK.slash],
  ['\\', MARK.slash | MARK.encoded],
  ['.', MARK.dot],
  ['#', MARK.hash],
  ['0123456789', MARK.digit],
  ['%&=', MARK.encoded],
];
/** Spaces and quotation marks. */
const ENDS = /[\u00a0\u00ab\u00bb\u2000-\u200a\u2018-\u201f\u2028\u2029\u202f\u205f\u3000]/;

const ASCII = 128;
const TABLE = Uint16Array.from({ length: 0x10000 }, (_, code) => {
  const character = String.fromCharCode(code);
  if (code >= ASCII) return ENDS.test(character) ? MARK.end : MARK.other;
  return OF_ASCII.find(([characters]) => characters.includes(character))?.[1] ?? 0;
});

export const markOf = (code: number) => TABLE[code] ?? 0;
