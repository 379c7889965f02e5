/**
 * Rewrites a name in the spelling of the texts that it is compared with: for a rule about `db.`, the action `DB_drop`
 * is `db.drop`. Rules compare letter by letter, so any other spelling would slip past them.
 */
import { metName, withoutSigns } from './met.ts';
import { folded, splitAtCase, splitAtSeparators } from './name.ts';

/**
 * How a rule sees a name: as it was sent, in the rule's spelling, or in the rule's spelling only where the name's own
 * words begin and end.
 */
export type ShownName = 'as_sent' | 'by_words' | 'by_letters';

/** A character that names can't hold marks a regular expression. */
const IS_EXPRESSION = /[\\^$()|*+?[\]{}]/;
/** An expression may be about capitals, apart from its classes such as `\\D`. */
const HAS_CAPITAL = /^(?:\\[pP]\{[^}]*\}|\\.|[^\\])*?\p{Lu}/u;
const RUN = /[\p{L}\p{N}._\-:/]{2,}/gu;
const LEAD = /^[._\-:/ ]+/;
const TRAIL = /[._\-:/ ]+$/;

/** Letters, and the texts that consist of them. */
type Known = [letters: string, texts: readonly string[]];

interface Word {
  /** The separators before the word, as sent. */
  before: string;
  text: string;
}

/** Parts of names are searched for among this many texts; a longer list holds whole names. */
const MAX_PARTS = 100;
const MAX_REMEMBERED = 200;

export class Spellings {
  readonly #texts = new Set<string>();
  /** Texts by their letters alone, in order. */
  readonly #byLetters = new Map<string, string[]>();
  readonly #others: Spellings | null;
  readonly #remembered = new Map<string, string>();
  /** Longest first. */
  #parts: Known[] | undefined;
  /** Writes a part that no text mentions in lower case, unless one of the texts may be about capitals. */
  #writesSmall = true;

  /** @param others are used where none of these texts fits. */
  constructor(texts: Iterable<string>, others: Spellings | null = null) {
    this.#others = others;
    for (const text of texts) {
      this.#add(text);
      if (!IS_EXPRESSION.test(text)) continue;
      for (const run of runsOf(text)) this.#add(run);
      if (HAS_CAPITAL.test(text)) this.#writesSmall = false;
    }
    // A list of whole names may also hold parts, which are not searched for.
    const keepsCapitals = others !== null && !others.#writesSmall;
    if (this.#byLetters.size > MAX_PARTS || keepsCapitals) this.#writesSmall = false;
  }

  #add(text: string): void {
    const letters = splitAtSeparators(withoutSigns(text)).map(folded).join('');
    if (letters === '' || this.#texts.has(text)) return;
    this.#texts.add(text);
    for (const form of new Set([letters, letters.replace(/^mcp(?=.)/, '')])) {
      this.#byLetters.set(form, [...(this.#byLetters.get(form) ?? []), text]);
    }
  }

  get #own(): Known[] {
    return this.#byLetters.size > MAX_PARTS ? [] : [...this.#byLetters];
  }

  #has(text: string): boolean {
    return this.#texts.has(text) || (this.#others !== null ? this.#others.#has(text) : false);
  }

  #of(letters: string): readonly string[] {
    return this.#byLetters.get(letters) ?? (this.#others === null ? [] : this.#others.#of(letters));
  }

  written(name: string, as: ShownName = 'by_letters'): string {
    if (as === 'as_sent') return name;
    const remembered = `${as} ${name}`;
    let written = this.#remembered.get(remembered);
    if (written === undefined) {
      written = this.#write(name, as);
      if (this.#remembered.size >= MAX_REMEMBERED) this.#remembered.clear();
      this.#remembered.set(remembered, written);
    }
    return written;
  }

  /** Leaves a name that poses as another unchanged: it is not a known name. */
  #write(name: string, as: ShownName): string {
    if (this.#has(name) || this.#isEmpty) return name;
    const { key, poses } = metName(name);
    if (poses) return name;
    const [whole] = this.#of(key);
    if (whole !== undefined) return whole.replace(LEAD, '').replace(TRAIL, '');
    this.#parts ??= [...this.#own, ...(this.#others === null ? [] : this.#others.#own)]
      .filter(([{ length }]) => length > 1)
      .sort(([one], [other]) => other.length - one.length);
    const words = wordsOf(withoutSigns(name));
    if (as === 'by_words') return inParts(words, this.#parts, false);
    return inParts(cut(words, this.#parts), this.#parts, this.#writesSmall);
  }

  get #isEmpty(): boolean {
    return this.#texts.size === 0 && (this.#others === null || this.#others.#isEmpty);
  }
}

/** Cuts words where a text without a separator begins or ends inside them. */
function cut(words: readonly Word[], known: readonly Known[]): Word[] {
  const joinedWords = words.map(({ text }) => folded(text)).join('');
  const places = new Set<number>();
  for (const [letters, texts] of known) {
    const [begins, ends] = [LEAD, TRAIL].map((separators) => texts.some((text) => !separators.test(text)));
    for (let at = joinedWords.indexOf(letters); at >= 0; at = joinedWords.indexOf(letters, at + 1)) {
      if (begins) places.add(at);
      if (ends) places.add(at + letters.length);
    }
  }
  let start = 0;
  return words.flatMap(({ before, text }) => {
    const from = start;
    start += folded(text).length;
    // A word that gets longer in lower case can't be cut at these places.
    if (start - from !== text.length) return [{ before, text }];
    const inside = [...text].length === text.length ? [...places] : [];
    const ends = inside.filter((place) => place > from && place < start).sort((one, other) => one - other);
    return [from, ...ends].map((place, index) => ({
      before: index === 0 ? before : '',
      text: text.slice(place - from, (ends[index] ?? start) - from),
    }));
  });
}

/** Rewrites the known parts; a text that is already in the list stays as it is. */
function inParts(words: readonly Word[], known: readonly Known[], writesSmall: boolean): string {
  const joinedWords = words.map(({ text }) => folded(text)).join('');
  const places = new Map<number, number>([[0, 0]]);
  let end = 0;
  for (const [place, { text }] of words.entries()) {
    end += folded(text).length;
    places.set(end, place + 1);
  }
  const parts = new Map<number, Part>();
  const taken = new Set<number>();
  for (const [letters, texts] of known) {
    for (let at = joinedWords.indexOf(letters); at >= 0; at = joinedWords.indexOf(letters, at + 1)) {
      const [first, last] = [places.get(at), places.get(at + letters.length)];
      if (first === undefined || last === undefined || isTaken(taken, first, last)) continue;
      for (let place = first; place < last; place += 1) taken.add(place);
      parts.set(first, partOf(words, first, last, texts));
    }
  }
  return joined(words, parts, writesSmall);
}

function isTaken(taken: ReadonlySet<number>, first: number, last: number): boolean {
  for (let place = first; place < last; place += 1) if (taken.has(place)) return true;
  return false;
}

/** The replacement for some words. */
interface Part {
  end: number;
  /** The separator that the text adds on each side; empty if it adds none. */
  lead: string;
  core: string;
  trail: string;
}

function partOf(words: readonly Word[], start: number, end: number, texts: readonly string[]): Part {
  const own = standing(words, start, end);
  const around = `${start === 0 ? '' : words[start]?.before}${own}${words[end]?.before ?? ''}`;
  const fitting = texts.map((text) => {
    const begun = start === 0 ? text.replace(LEAD, '') : text;
    return end === words.length ? begun.replace(TRAIL, '') : begun;
  });
  const [first = own] = fitting;
  if (fitting.some((text) => around.includes(text))) return { end, lead: '', core: own, trail: '' };
  const [[lead = ''] = [], [trail = ''] = []] = [LEAD.exec(first) ?? [], TRAIL.exec(first) ?? []];
  return { end, lead, core: first.slice(lead.length, first.length - trail.length), trail };
}

function standing(words: readonly Word[], start: number, end: number): string {
  const own = words.slice(start, end);
  return own.map(({ before, text }, place) => (place === 0 ? text : before + text)).join('');
}

function joined(words: readonly Word[], parts: ReadonlyMap<number, Part>, writesSmall: boolean): string {
  const first = isPrefix(words[0]) && parts.has(1) ? 1 : 0;
  let name = '';
  let trail = '';
  for (let place = first; place < words.length; ) {
    const { text = '', before = '' } = words[place] ?? {};
    const core = writesSmall ? folded(text) : text;
    const part = parts.get(place) ?? { end: place + 1, lead: '', core, trail: '' };
    name += (place === first ? '' : trail || part.lead || before) + part.core;
    ({ trail, end: place } = part);
  }
  return name;
}

/** Frameworks put it before the server. */
function isPrefix(word: Word | undefined): boolean {
  return word !== undefined && folded(word.text) === 'mcp';
}

function wordsOf(plain: string): Word[] {
  const words: Word[] = [];
  for (const [, before = '', part = ''] of plain.trim().matchAll(/([._\-:/ ]*)([^._\-:/ ]+)/g)) {
    for (const [place, text] of splitAtCase(part).entries())
      words.push({ before: place === 0 ? before : '', text });
  }
  return words;
}

/** Returns the runs of letters and separators, without classes such as `\\d`. */
function runsOf(expression: string): string[] {
  return (
    expression
      .replace(/\\[a-zA-Z]/g, ' ')
      .replace(/\\(.)/g, '$1')
      .match(RUN) ?? []
  );
}
