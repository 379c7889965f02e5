/**
 * Finds a value in a payload, on its own or within a text. Both are compared in one form, which ignores case, width,
 * kinds of dashes and quotes, and invisible characters.
 */

/** Runs of these are words. */
const ASCII_RUN = /[a-z0-9_]+/g;
const RUN = /[\p{L}\p{N}\p{M}_]+/gu;
/** Scripts that put no spaces between words, or join particles to a name: each of their characters is a word. */
const ALONE =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;
/** Characters that continue a word in other scripts. */
const LETTER = `[[\\p{L}\\p{N}\\p{M}_]--${ALONE.source}]`;
const ALONE_OR_RUN = new RegExp(`${ALONE.source}\\p{M}*|(?:(?!${ALONE.source})[^])+`, 'gu');
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;
const SPACES = /\s+/gu;
const DASHES = /[\p{Pd}\u2212]/gu;
const QUOTES = /[\u2018\u2019\u02bc\u2032\u00b4]/gu;
const ASCII = /^[\0-\x7f]*$/;

/** The form in which values are compared. */
export function comparable(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase().replace(SPACES, ' ');
  const plain = text.replace(QUOTES, "'").normalize('NFKC').replace(INVISIBLE, '').replace(DASHES, '-');
  return withoutCase(plain).normalize('NFKC').replace(SPACES, ' ');
}

/** Goes through upper case, in which ß is SS. An i counts the same with or without its dot; so does a final sigma. */
function withoutCase(text: string): string {
  return text.toUpperCase().toLowerCase().replaceAll('i\u0307', 'i').replaceAll('ς', 'σ');
}

/** Whether it can be searched for: it needs a word of two characters, or one in a script without spaces. */
export function isSearchable(subject: string): boolean {
  return wordsOf(subject).some((word) => [...word].length > 1 || ALONE.test(word));
}

/** The words of a text in its comparable form, possibly with repetitions. */
export function wordsOf(text: string): readonly string[] {
  const plain = comparable(text);
  if (ASCII.test(plain)) return plain.match(ASCII_RUN) ?? [];
  return (plain.match(RUN) ?? []).flatMap((run) =>
    ASCII.test(run) || !ALONE.test(run) ? [run] : (run.match(ALONE_OR_RUN) ?? []),
  );
}

/** Every text in a payload, as written and as decoded: its strings, numbers and names of members. */
export function textsIn(value: unknown): string[] {
  const texts: string[] = [];
  const left: unknown[] = [value];
  const add = (text: string) => {
    texts.push(text);
    if (text.includes('\\') || text.includes('%')) addReadings(texts, text);
  };
  while (left.length > 0) {
    const next = left.pop();
    if (typeof next === 'string') add(next);
    else if (typeof next === 'number') add(String(next));
    else if (Array.isArray(next)) for (const item of next) left.push(item);
    else if (typeof next === 'object' && next !== null) {
      // A parsed object inherits nothing, and this loop, unlike Object.entries, allocates nothing.
      for (const name in next) {
        add(name);
        left.push((next as Record<string, unknown>)[name]);
      }
    }
  }
  return texts;
}

const MAX_READINGS = 4;
const ESCAPED = /\\(?:u([0-9a-f]{4})|([nrtbf])|(["'\\/]))/gi;
const PERCENT = /(?:%[0-9a-f]{2})+/gi;

/** Undoes the escapes of a text that was itself encoded as JSON or as part of an address, at any depth. */
function addReadings(texts: string[], text: string): void {
  let [read, before] = [text, ''];
  for (let count = 0; count < MAX_READINGS && read !== before; count += 1) {
    before = read;
    if (read.includes('\\')) read = read.replace(ESCAPED, (_, code, _blank, sign) => unescaped(code, sign));
    if (read.includes('%')) read = read.replace(PERCENT, (signs) => fromPercent(signs));
    if (read !== before) texts.push(read);
  }
}

function unescaped(code: string | undefined, sign: string | undefined): string {
  return code === undefined ? (sign ?? ' ') : String.fromCharCode(Number.parseInt(code, 16));
}

function fromPercent(signs: string): string {
  return Buffer.from(signs.replaceAll('%', ''), 'hex').toString('utf8');
}

/**
 * Whether a text names the subject, rather than something longer that contains it: next to an address, `.`, `-`, `+`,
 * `%` and `@` may continue it, and next to a number, a point or comma between digits.
 */
export function namesSubject(subject: string): (text: string) => boolean {
  const wanted = comparable(subject).trim();
  const literal = wanted.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
  const [first = '', ...others] = [...wanted];
  const last = others.at(-1) ?? first;
  const signs = wanted.includes('@') ? '[.\\-+%@]' : null;
  const before = [boundary(first, '<!'), ...(signs === null ? [] : [`(?<!${LETTER}${signs}+)`])];
  const after = [boundary(last, '!'), ...(signs === null ? [] : [`(?!${signs}+${LETTER})`])];
  const pattern = new RegExp(
    `${before.join('')}${notWithin(wanted, '<!')}${literal}${after.join('')}${notWithin(wanted, '!')}`,
    'v',
  );
  return (text) => {
    const held = comparable(text);
    return held.includes(wanted) && pattern.test(held);
  };
}

/** A word ends where no more of it follows; in scripts without spaces, it may end anywhere. */
function boundary(edge: string, look: '!' | '<!'): string {
  return ALONE.test(edge) || !/[\p{L}\p{N}\p{M}_]/u.test(edge) ? '' : `(?${look}${LETTER})`;
}

/**
 * A number is not found within another one: not in 12.50 or 12,50, and not in 1,234. Groups have three digits, so a comma
 * before or after four of them lists numbers.
 */
function notWithin(wanted: string, look: '!' | '<!'): string {
  const digits = wanted.match(look === '!' ? /\p{N}+$/u : /^\p{N}+/u)?.[0].length ?? 0;
  if (digits === 0) return '';
  const isShort = digits < 4;
  if (look === '<!') return `(?<!\\p{N}${isShort ? '[.,]' : '\\.'})`;
  return `(?!\\.\\p{N})(?!,\\p{N}{1,2}(?![\\p{N},]))${isShort ? '(?!,\\p{N}{3})' : ''}`;
}
