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
  bracket: 256,
  /** It is beyond ASCII. */
  other: 512,
  /** It is invisible, or the form of an ASCII character that another block of Unicode has. */
  disguised: 1024,
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
