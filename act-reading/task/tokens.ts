/** Cuts the text of a task into words, stops and literals. */
import { setOf } from '../lists.ts';
import type { Literal } from './named-targets.ts';

export type TokenKind = 'word' | 'number' | 'literal' | 'quote' | 'end' | 'pause' | 'question';

export interface Token {
  kind: TokenKind;
  /** In lower case. */
  text: string;
  isCapital: boolean;
  from: number;
  to: number;
}

/** Words with apostrophes and hyphens, numbers, currency signs, and punctuation of sentences and clauses. */
const PIECE =
  /[\p{L}\p{M}][\p{L}\p{M}\p{N}'_]*(?:-[\p{L}\p{M}\p{N}'_]+)*|\d[\p{N}.,:/-]*[\p{L}%]*|[$€£]|\n\s*(?:[-*•–]|\d+[.)]|\p{L}[.)])\s|\n\s*\n|\n|[.!?…]+|[,;:()[\]–—&+•]|->|=>|→|\s-+\s/gu;
/** Short forms before a vowel in French and Italian. */
const ELIDED = /^(j|l|d|qu|n|s|c|m|t|dell|all|nell|dall|sull|un|jusqu|lorsqu|puisqu)'(?=\p{L})/u;
const CLITIC = /-(moi|toi|lui|leur|leurs|nous|vous|tu|je|il|elle|ils|le|la|les|en|y)$/u;
const ABBREVIATED = setOf('mr mrs ms dr prof st nr no vs bzw ca z.b approx dept ref sr sra');

export function tokensOf(text: string, literals: readonly Literal[]): Token[] {
  const tokens: Token[] = [];
  // In a text without lower case, capitals say nothing.
  const hasNames = /\p{Ll}/u.test(text);
  let at = 0;
  for (const { from, to, isQuote } of literals) {
    if (from < at) continue;
    cut(text, at, from, tokens, hasNames);
    tokens.push({
      kind: isQuote ? 'quote' : 'literal',
      text: text.slice(from, to).toLowerCase(),
      isCapital: false,
      from,
      to,
    });
    at = to;
  }
  cut(text, at, text.length, tokens, hasNames);
  return tokens;
}

function cut(text: string, start: number, end: number, tokens: Token[], hasNames: boolean): void {
  for (const match of text.slice(start, end).matchAll(PIECE)) {
    const [piece] = match;
    const from = start + match.index;
    const add = (kind: TokenKind, part: string, offset = 0) =>
      tokens.push({
        kind,
        text: part.toLowerCase(),
        isCapital: hasNames && /^\p{Lu}/u.test(part),
        from: from + offset,
        to: from + offset + part.length,
      });
    if (/^[\p{L}\p{M}]/u.test(piece)) addWord(piece, (part, offset) => add('word', part, offset));
    else if (/^[$€£]/.test(piece)) add('word', piece);
    else if (/^\d/.test(piece)) addNumber(piece, (kind, part, offset) => add(kind, part, offset));
    else add(stopOf(piece, tokens.at(-1)), piece);
  }
}

function addWord(piece: string, add: (part: string, offset: number) => void): void {
  const lower = piece.toLowerCase();
  const elided = ELIDED.exec(lower);
  const first = elided === null ? 0 : elided[0].length;
  if (elided?.[1] !== undefined) add(piece.slice(0, elided[1].length), 0);
  const ends: [number, number][] = [];
  let end = piece.length;
  for (let clitic = CLITIC.exec(lower); clitic !== null; clitic = CLITIC.exec(lower.slice(0, end))) {
    ends.unshift([clitic.index + 1, end]);
    end = clitic.index;
  }
  add(piece.slice(first, end), first);
  for (const [from, to] of ends) add(piece.slice(from, to), from);
}

/** A full stop after a number ends the sentence. */
function addNumber(piece: string, add: (kind: TokenKind, part: string, offset: number) => void): void {
  const number = piece.replace(/[.,:/-]+$/, '');
  add('number', number, 0);
  const rest = piece.slice(number.length);
  if (rest !== '') add(rest.includes('.') ? 'end' : 'pause', rest, number.length);
}

function stopOf(piece: string, before: Token | undefined): TokenKind {
  if (/[?]/.test(piece)) return 'question';
  if (/[!…]/.test(piece)) return 'end';
  if (piece.startsWith('.'))
    return before !== undefined &&
      piece.length === 1 &&
      before.kind === 'word' &&
      (ABBREVIATED.has(before.text) || (before.isCapital && before.text.length === 1))
      ? 'pause'
      : 'end';
  return /^\n\s*\S|^\n\s*\n/.test(piece) ? 'end' : 'pause';
}
