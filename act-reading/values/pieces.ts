/**
 * Cuts a text into pieces at spaces, quotation marks and angle brackets, in one pass. Most pieces are words without a
 * mark and are passed over, so that reading costs little where nothing is to be found.
 */
import { MARK, markOf } from './marks.ts';

export interface Pieces {
  /**
   * @param isBroken its line may end in the middle of an address.
   * @returns false to stop.
   */
  onPiece(piece: string, marks: number, from: number, isBroken: boolean): boolean;
  /** A place where an address may be written in words or with spaces. */
  onSign(at: number): void;
}

/** A shorter piece without a mark is a word. */
const MIN_ENCODED = 12;
const [LINE_FEED, CARRIAGE_RETURN] = [10, 13];
const MAY_BREAK = MARK.at | MARK.colon;
/** At the end of a piece, these belong to the sentence. */
const STOPS = MARK.dot | MARK.colon;

/** @returns the marks of all pieces together. */
export function cut(text: string, length: number, pieces: Pieces): number {
  let [from, marks, all] = [0, 0, 0];
  let isContinued = false;
  for (let at = 0; at <= length; at += 1) {
    const code = at === length ? LINE_FEED : text.charCodeAt(at);
    const mark = markOf(code);
    if (mark !== MARK.end) {
      if ((mark & STOPS) === 0 || markOf(text.charCodeAt(at + 1)) !== MARK.end) marks |= mark;
      continue;
    }
    const size = at - from;
    if (size > 0) {
      if (marks !== 0 || size >= MIN_ENCODED || isContinued) {
        const isBroken = (marks & MAY_BREAK) !== 0 && (code === LINE_FEED || code === CARRIAGE_RETURN);
        if (!pieces.onPiece(text.slice(from, at), marks, from, isBroken)) return all;
        isContinued = isBroken;
        all |= marks;
      }
      if (isSign(text, from, size, marks)) pieces.onSign(from);
      marks = 0;
    }
    from = at + 1;
  }
  return all;
}

const AT_SIGN = 64;
const [A, D, O, T] = [97, 100, 111, 116];

/** Whether a piece is the word `at` or `dot`, or has an `@` at an end. */
function isSign(text: string, from: number, size: number, marks: number): boolean {
  if ((marks & MARK.at) !== 0)
    return text.charCodeAt(from) === AT_SIGN || text.charCodeAt(from + size - 1) === AT_SIGN;
  const letter = (place: number) => text.charCodeAt(from + place) | 32;
  if (size === 2) return letter(0) === A && letter(1) === T;
  return size === 3 && letter(0) === D && letter(1) === O && letter(2) === T;
}
