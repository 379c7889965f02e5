/**
 * Writes a name as the texts that it is compared with write it: to a rule about `db.` the action `DB_drop` is `db.drop`.
 * Rules compare letter by letter, so without this another spelling would pass them all.
 */
import { metName, withoutSigns } from './met.ts';
import { folded, splitAtCase, splitAtSeparators } from './name.ts';

/** Marks a regular expression with a character that names can't hold. */
const IS_EXPRESSION = /[\\^$()|*+?[\]{}]/;
const RUN = /[\p{L}\p{N}._\-:/]{2,}/gu;
const LEAD = /^[._\-:/ ]+/;
const TRAIL = /[._\-:/ ]+$/;

interface Word {
  /** As it stands, with the separators before it. */
  before: string;
  text: string;
}

/** Parts of names are looked for among so many texts; a list of more is one of whole names. */
const MAX_PARTS = 100;
const MAX_REMEMBERED = 200;

export class Spellings {
  readonly #texts = new Set<string>();
  /** Texts by their letters alone, in their order. */
  readonly #byLetters = new Map<string, string[]>();
  readonly #others: Spellings | null;
  readonly #remembered = new Map<string, string>();
  /** The longest first. */
  #parts: [letters: string, texts: readonly string[]][] | undefined;

  /** @param others count where none of these does. */
  constructor(texts: Iterable<string>, others: Spellings | null = null) {
    this.#others = others;
    for (const text of texts) {
      this.#add(text);
      if (IS_EXPRESSION.test(text)) for (const run of runsOf(text)) this.#add(run);
    }
  }

  #add(text: string): void {
    const letters = splitAtSeparators(withoutSigns(text)).map(folded).join('');
    if (letters === '' || this.#texts.has(text)) return;
    this.#texts.add(text);
    for (const form of new Set([letters, letters.replace(/^mcp(?=.)/, '')])) {
      this.#byLetters.set(form, [...(this.#byLetters.get(form) ?? []), text]);
    }
  }

  get #own(): [string, readonly string[]][] {
    return this.#byLetters.size > MAX_PARTS ? [] : [...this.#byLetters];
  }

  #has(text: string): boolean {
    return this.#texts.has(text) || (this.#others !== null ? this.#others.#has(text) : false);
  }

  #of(letters: string): readonly string[] {
    return this.#byLetters.get(letters) ?? (this.#others === null ? [] : this.#others.#of(letters));
  }

  written(name: string): string {
    let written = this.#remembered.get(name);
    if (written === undefined) {
      written = this.#write(name);
      if (this.#remembered.size >= MAX_REMEMBERED) this.#remembered.clear();
      this.#remembered.set(name, written);
    }
    return written;
  }

  /** A name that poses as another stays as it is: it is none that is known. */
  #write(name: string): string {
    if (this.#has(name)) return name;
    const { key, poses } = metName(name);
    if (poses) return name;
    const [whole] = this.#of(key);
    if (whole !== undefined) return whole.replace(LEAD, '').replace(TRAIL, '');
    this.#parts ??= [...this.#own, ...(this.#others === null ? [] : this.#others.#own)]
      .filter(([{ length }]) => length > 1)
      .sort(([one], [other]) => other.length - one.length);
    return inParts(wordsOf(withoutSigns(name)), this.#parts);
  }
}

/** A text already in the list stays as it is. */
function inParts(words: readonly Word[], known: readonly [string, readonly string[]][]): string {
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
  return joined(words, parts);
}

function isTaken(taken: ReadonlySet<number>, first: number, last: number): boolean {
  for (let place = first; place < last; place += 1) if (taken.has(place)) return true;
  return false;
}

/** The replacement for some words. */
interface Part {
  end: number;
  /** The separator that it brings on each side; empty where it brings none. */
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

function joined(words: readonly Word[], parts: ReadonlyMap<number, Part>): string {
  const first = isPrefix(words[0]) && parts.has(1) ? 1 : 0;
  let name = '';
  let trail = '';
  for (let place = first; place < words.length; ) {
    const { text = '', before = '' } = words[place] ?? {};
    const part = parts.get(place) ?? { end: place + 1, lead: '', core: text, trail: '' };
    name += (place === first ? '' : trail || part.lead || before) + part.core;
    ({ trail, end: place } = part);
  }
  return name;
}

/** As frameworks put it before the server. */
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

/** The runs of letters and separators, without classes such as `\\d`. */
function runsOf(expression: string): string[] {
  return (
    expression
      .replace(/\\[a-zA-Z]/g, ' ')
      .replace(/\\(.)/g, '$1')
      .match(RUN) ?? []
  );
}
