/**
 * Finds the values in a text: as they are written, and as they read when the text is decoded. The time grows with the
 * length of the text and nothing else.
 */
import { decodedOf, plainForms } from './decoded.ts';
import { readGroups } from './groups.ts';
import { MARK } from './marks.ts';
import { readPiece } from './piece.ts';
import { cut } from './pieces.ts';
import type { Reading } from './reading.ts';
import { IN_BRACKETS, rewritten, signsInWords } from './rewritten.ts';

/** A text that was decoded may hold another. */
const MAX_DECODINGS = 2;
/** No target is longer. */
const MAX_PIECE = 2048;

export function scan(text: string, reading: Reading, depth = 0): void {
  const length = reading.open(text);
  const signs: number[] = [];
  let broken = '';
  const marks = cut(text, length, {
    onPiece: (piece, ofPiece, from, isBroken) => {
      if (reading.isNew(piece, depth)) readLong(piece, ofPiece, reading, depth);
      // A line that ends inside an address goes on in the next one.
      if (broken !== '') readPiece(broken + piece, MARK.at | MARK.colon, reading);
      broken = isBroken ? piece.replace(/=$/, '') : '';
      if ((ofPiece & MARK.bracket) !== 0 && IN_BRACKETS.test(piece)) signs.push(from);
      return !reading.isOver;
    },
    onSign: (at) => signs.push(at),
  });
  if ((marks & MARK.digit) !== 0) readGroups(text, length, reading);
  for (const address of rewritten(text, [...signs, ...signsInWords(text)])) again(address, reading, depth);
}

const SEPARATORS = /[^,;|(){}[\]']+/g;

function readLong(piece: string, marks: number, reading: Reading, depth: number): void {
  if (piece.length <= MAX_PIECE) {
    readOne(piece, marks, reading, depth);
    return;
  }
  for (const [part] of piece.matchAll(SEPARATORS)) {
    if (part.length <= MAX_PIECE) readOne(part, marks, reading, depth);
    else {
      readDecoded(part, marks, reading, depth);
      for (let from = 0; from < part.length; from += MAX_PIECE)
        readPiece(part.slice(from, from + MAX_PIECE), marks, reading);
    }
    if (reading.isOver) return;
  }
}

/** Letters that look like others matter only in an address, an id or a path. */
const MEANT = ~(MARK.other | MARK.bracket);

function readOne(piece: string, marks: number, reading: Reading, depth: number): void {
  if ((marks & MARK.other) !== 0 && (marks & MEANT) !== 0)
    for (const plain of plainForms(piece)) again(plain, reading, depth);
  readPiece(piece, marks, reading);
  readDecoded(piece, marks, reading, depth);
}

function readDecoded(piece: string, marks: number, reading: Reading, depth: number): void {
  if (depth < MAX_DECODINGS) for (const text of decodedOf(piece, marks)) again(text, reading, depth);
}

function again(text: string, reading: Reading, depth: number): void {
  if (depth < MAX_DECODINGS) scan(text, reading, depth + 1);
}
