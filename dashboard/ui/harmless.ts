/**
 * Makes foreign text harmless to look at: invisible characters, and characters that reverse the order of others, are
 * shown by their code, so that a person reads exactly what was sent.
 */

export interface Piece {
  text: string;
  /** An invisible character, shown by its code. */
  marked: boolean;
}

/**
 * Controls (except tab and line feed), formats such as bidirectional controls (UAX 9), characters drawn as nothing,
 * line separators, lone surrogates, private use. The variation selector of an emoji only chooses its colours.
 */
const UNSEEN =
  /(?<!\p{Extended_Pictographic})\uFE0F|[[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}\p{Cs}\p{Co}]--[\t\n\uFE0F]]/v;
const EACH_UNSEEN = new RegExp(UNSEEN, 'gv');

export function piecesOf(text: string): Piece[] {
  if (!UNSEEN.test(text)) return text === '' ? [] : [{ text, marked: false }];
  const pieces: Piece[] = [];
  let from = 0;
  for (const match of text.matchAll(EACH_UNSEEN)) {
    if (match.index > from) pieces.push({ text: text.slice(from, match.index), marked: false });
    pieces.push({ text: codeOf(match[0]), marked: true });
    from = match.index + match[0].length;
  }
  if (from < text.length) pieces.push({ text: text.slice(from), marked: false });
  return pieces;
}

/** Like {@link piecesOf}, but as one text: for titles and attributes, where nothing can be marked. */
export function harmless(text: string): string {
  return text.replace(EACH_UNSEEN, codeOf);
}

/** The codes of invisible characters in the text, each once: for fields, which show what is typed unchanged. */
export function unseenIn(text: string): string[] {
  return [...new Set(text.match(EACH_UNSEEN) ?? [])].map(codeOf);
}

function codeOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}

/** Cuts to at most `length` characters without splitting one. */
export function shortened(text: string, length: number): string {
  if (text.length <= length) return text;
  const end = /[\ud800-\udbff]/.test(text.charAt(length - 1)) ? length - 1 : length;
  return text.slice(0, end);
}
