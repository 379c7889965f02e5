/**
 * Patterns over names in their compared form, for rules that make a verdict stricter: `db.*` holds for `DB_drop`.
 * Where the pattern has a separator, a word of the name must end; other separators of the name make no difference.
 */
import { matchesPattern } from './matches-pattern.ts';
import { metName, nameKey, withoutSigns } from './met.ts';
import { folded, splitAtSeparators } from './name.ts';

/** The text between two stars. */
interface Piece {
  text: string;
  /** The places in the text where a word of the name must end. */
  ends: readonly number[];
}

interface Pieces {
  /** The pattern without separators. */
  loose: string;
  pieces: readonly Piece[];
}

const MAX_REMEMBERED = 4000;
const remembered = new Map<string, Pieces>();

/** @param written as a person writes it: a name, or a pattern in which `*` stands for any characters. */
export function meetsPattern(name: string, written: string): boolean {
  if (matchesPattern(name, written)) return true;
  if (!written.includes('*')) return nameKey(name) === nameKey(written);
  const { words } = metName(name);
  const { loose, pieces } = piecesOf(written);
  const joined = words.join('');
  return matchesPattern(joined, loose) && standIn(joined, endsOf(words), pieces);
}

function piecesOf(written: string): Pieces {
  let found = remembered.get(written);
  if (found === undefined) {
    const pieces = withoutSigns(written)
      .replace(/^mcp(?:__|[.:/_-])(?=.)/i, '')
      .split('*')
      .map(pieceOf);
    found = { loose: pieces.map(({ text }) => text).join('*'), pieces };
    if (remembered.size >= MAX_REMEMBERED) remembered.clear();
    remembered.set(written, found);
  }
  return found;
}

const SEPARATOR = /[._\-:/ ]/;

function pieceOf(written: string, place: number): Piece {
  const parts = splitAtSeparators(written).map(folded);
  const text = parts.join('');
  const ends = new Set<number>();
  if (place > 0 && SEPARATOR.test(written.charAt(0))) ends.add(0);
  let end = 0;
  for (const part of parts.slice(0, -1)) {
    end += part.length;
    ends.add(end);
  }
  if (SEPARATOR.test(written.slice(-1))) ends.add(text.length);
  return { text, ends: [...ends] };
}

/** Returns the places between two words. */
function endsOf(words: readonly string[]): Set<number> {
  const ends = new Set<number>();
  let end = 0;
  for (const { length } of words.slice(0, -1)) {
    end += length;
    ends.add(end);
  }
  return ends;
}

/** Puts each piece in the first place where it fits, since a later place could not help the next piece. */
function standIn(joined: string, ends: ReadonlySet<number>, pieces: readonly Piece[]): boolean {
  const fits = (piece: Piece, at: number) =>
    at >= 0 && joined.startsWith(piece.text, at) && piece.ends.every((end) => ends.has(at + end));
  let from = 0;
  for (const [place, piece] of pieces.entries()) {
    const { length } = piece.text;
    const isLast = place === pieces.length - 1;
    let at = place === 0 ? 0 : isLast ? joined.length - length : joined.indexOf(piece.text, from);
    while (place > 0 && !isLast && at >= 0 && !fits(piece, at)) {
      at = at < joined.length ? joined.indexOf(piece.text, at + 1) : -1;
    }
    if (at < from || !fits(piece, at)) return false;
    from = at + length;
  }
  return true;
}
