/**
 * Finds a value in what a payload says: as a value of its own, and within a text. Both are compared in one form, without
 * case, width and invisible characters.
 */

/** Runs of these are words. */
const ASCII_RUN = /[a-z0-9_]+/g;
const RUN = /[\p{L}\p{N}\p{M}_]+/gu;
/** Scripts that put no spaces between words: each of their characters is one. */
const ALONE = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;
const ALONE_OR_RUN = new RegExp(`${ALONE.source}\\p{M}*|(?:(?!${ALONE.source})[^])+`, 'gu');
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;
const SPACES = /\s+/gu;
const ASCII = /^[\0-\x7f]*$/;

/** The form in which values are compared. */
export function comparable(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase().replace(SPACES, ' ');
  const plain = text.normalize('NFKC').toLowerCase().replace(INVISIBLE, '').normalize('NFKC');
  return plain.replace(SPACES, ' ');
}

/** Whether it has what can be searched for: a word of two characters, or one of a script without spaces. */
export function isSearchable(subject: string): boolean {
  return wordsOf(subject).some((word) => [...word].length > 1 || ALONE.test(word));
}

/** The words of a text in its comparable form; some may come twice. */
export function wordsOf(text: string): readonly string[] {
  const plain = comparable(text);
  if (ASCII.test(plain)) return plain.match(ASCII_RUN) ?? [];
  return (plain.match(RUN) ?? []).flatMap((run) =>
    ASCII.test(run) || !ALONE.test(run) ? [run] : (run.match(ALONE_OR_RUN) ?? []),
  );
}

/** Every text in a payload: its strings, numbers and names of members. */
export function* textsIn(value: unknown): Generator<string, void> {
  const left: unknown[] = [value];
  while (left.length > 0) {
    const next = left.pop();
    if (typeof next === 'string') yield next;
    else if (typeof next === 'number') yield String(next);
    else if (Array.isArray(next)) for (const item of next) left.push(item);
    else if (typeof next === 'object' && next !== null) {
      for (const [name, member] of Object.entries(next)) {
        yield name;
        left.push(member);
      }
    }
  }
}

/**
 * Whether a text names the subject, and not something longer that contains it. Next to an address, `.`, `-`, `+`, `%`
 * and `@` belong to a longer one if more of it follows; next to a number, `.` and `,` between digits do.
 */
export function namesSubject(subject: string): (text: string) => boolean {
  const wanted = comparable(subject).trim();
  const literal = wanted.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
  const [first = '', ...others] = [...wanted];
  const last = others.at(-1) ?? first;
  const signs = wanted.includes('@') ? '[.\\-+%@]' : null;
  const before = [boundary(first, '<!'), ...(signs === null ? [] : [`(?<![\\p{L}\\p{N}_]${signs}+)`])];
  const after = [boundary(last, '!'), ...(signs === null ? [] : [`(?!${signs}+[\\p{L}\\p{N}_])`])];
  if (/\p{N}/u.test(first)) before.push('(?<!\\p{N}[.,])');
  if (/\p{N}/u.test(last)) after.push('(?![.,]\\p{N})');
  const pattern = new RegExp(`${before.join('')}${literal}${after.join('')}`, 'u');
  return (text) => {
    const held = comparable(text);
    return held.includes(wanted) && pattern.test(held);
  };
}

/** A word ends where no more of it follows; where words have no spaces between them, anywhere. */
function boundary(edge: string, look: '!' | '<!'): string {
  return ALONE.test(edge) || !/[\p{L}\p{N}\p{M}_]/u.test(edge) ? '' : `(?${look}[\\p{L}\\p{N}\\p{M}_])`;
}
