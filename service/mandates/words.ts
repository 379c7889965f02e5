/**
 * The words of a task, which make known a target that the task names in words: a person, a channel, a hotel. They are
 * stored as keyed hashes of all runs of words, so that the task itself need not be kept.
 */
import { nameOf, type ReadReach } from '@assize/act-reading/targets';
import {
  ALL_OF_IT,
  formMark,
  formsOf,
  marksOf,
  nounMark,
  ONE_MARK,
  whichMark,
} from '@assize/act-reading/task';
import type { TargetHashes } from '../targets/known/index.ts';

const MAX_RUN = 6;
const MAX_WORDS = 1500;
const HASH_BYTES = 8;
const MIN_LETTERS = 3;

/** Words that name nothing on their own. */
const COMMON = new Set(
  (
    'the and for with from that this all any one our out your you his her its their them they she who what when where ' +
    'which how why are was were will would can could should may must not but about into onto over under after before ' +
    'please send mail email message file files list new old now then there here today tomorrow yesterday week month ' +
    'year day time date get give make take put let use see look find tell ask say know need want have has had does did ' +
    'done been being also just only more most some each every other another same such very well first last next people ' +
    'team user users everyone anyone someone channel document documents report data name names number account order ' +
    'der die das und für mit von den dem ein eine einen bitte nach zum zur les des une pour avec dans sur por para con ' +
    'los las del una que est'
  ).split(' '),
);

/**
 * Returns every run of one to six words, in the form in which names are compared; single common words are left out.
 */
function wordRunsOf(text: string): Set<string> {
  const words = wordsOf(text).slice(0, MAX_WORDS);
  const runs = new Set<string>(words.flatMap(partsOf).filter(isTelling));
  for (let first = 0; first < words.length; first += 1) {
    for (let length = 1; length <= MAX_RUN && first + length <= words.length; length += 1) {
      const run = words.slice(first, first + length).join(' ');
      if (length > 1 || isTelling(run)) runs.add(run);
    }
  }
  return runs;
}

/** Splits a name such as `owner/repository` into both parts. */
function partsOf(word: string): string[] {
  return /^[\p{L}\p{N}._-]+\/[\p{L}\p{N}._-]+$/u.test(word) ? word.split('/') : [];
}

function wordsOf(text: string): string[] {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/['’]s(?=\W|$)/gu, '')
    .split(/[\s,;:!?()[\]{}"“”„«»<>|]+/u)
    .map((word) => word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, ''))
    .filter((word) => word !== '');
}

/** Returns whether a text has these words in a row. One common word names nothing. */
export function hasWordsIn(text: string): (name: string) => boolean {
  const all = ` ${wordsOf(text).join(' ')} `;
  return (name) => {
    const words = wordsOf(name);
    const [first = ''] = words;
    return (words.length > 1 || isTelling(first)) && all.includes(` ${words.join(' ')} `);
  };
}

function isTelling(word: string): boolean {
  return /\p{N}/u.test(word) ? word.length > 1 : [...word].length >= MIN_LETTERS && !COMMON.has(word);
}

/** Returns the runs and the marks of the text as sorted, packed hashes of 8 bytes each. */
export function packedWords(hashes: TargetHashes, chain: number, text: string): Uint8Array {
  const runs = [...wordRunsOf(text)].map((run) => hashOf(hashes, chain, run));
  const marks = [...marksOf(text)].map((mark) => hashOfMark(hashes, chain, mark));
  return Buffer.concat([...runs, ...marks].map((hash) => Buffer.from(hash)).sort(Buffer.compare));
}

/** The words of a task, as they are kept. */
export class TaskWords {
  readonly #packed: Uint8Array;
  readonly #hashes: TargetHashes;
  readonly #chain: number;

  /** @param packed as {@link packedWords} gives them; empty where there is no task. */
  constructor(packed: Uint8Array, hashes: TargetHashes, chain: number) {
    this.#packed = packed;
    this.#hashes = hashes;
    this.#chain = chain;
  }

  /** Whether they contain the name of the target. */
  names({ kind, value }: Pick<ReadReach, 'kind' | 'value'>): boolean {
    if (this.#packed.length === 0 || !BY_WORDS.has(kind)) return false;
    // A task may write `Projects/Barn` for `/Projects/Barn`; one word would be too little.
    const inside = kind === 'path' ? /^\/([^/]+\/.+)$/.exec(value)?.[1] : undefined;
    if (inside === undefined && CLIMBS.test(value)) return false;
    const isAll = formsOf({ kind, value }).some((one) => one.form === ALL_OF_IT && one.which === ALL_OF_IT);
    if (isAll) return this.#hasMark(whichMark(ALL_OF_IT, ALL_OF_IT));
    const words = wordsOf(inside ?? value);
    if (this.#hasRun(words)) return true;
    // A task may call `Tonwerk Elbe GmbH` just `Tonwerk Elbe`, and `shop.orders` just `orders`.
    if (words.length > 2 && LEGAL_FORMS.has(words.at(-1) ?? '')) return this.#hasRun(words.slice(0, -1));
    const last =
      kind === 'object' && words.length === 1 ? /^[\w-]+\.([\w-]+)$/.exec(words[0] ?? '')?.[1] : undefined;
    return last !== undefined && this.#hasRun([last]);
  }

  /** Whether they contain the word, and it is not just a common one. */
  speaksOf(word: string): boolean {
    return isTelling(word) && this.#has(hashOf(this.#hashes, this.#chain, word));
  }

  /** Whether the task mentions one object of several: a team, a project. */
  speaksOfNoun(noun: string): boolean {
    return this.#hasMark(nounMark(noun));
  }

  /** Whether the task names one object of several by a number or an identifier. */
  namesOne(): boolean {
    return this.#hasMark(ONE_MARK);
  }

  /** Whether they name another target of the same form, or the target is all of its kind and they don't say "all". */
  namesAnother(target: Pick<ReadReach, 'kind' | 'value'>): boolean {
    if (this.#packed.length === 0) return false;
    return formsOf(target).some(({ form, which }) => {
      return (form === ALL_OF_IT || this.#hasMark(formMark(form))) && !this.#hasMark(whichMark(form, which));
    });
  }

  /** Whether the value is the name of a role that may do everything, and the task does not mention one. */
  isUnmeantPower(value: string): boolean {
    const power = formsOf({ kind: 'object', value }).find(({ which }) => which === 'power');
    return power !== undefined && !this.#hasMark(whichMark(power.form, power.which));
  }

  #hasRun(words: readonly string[]): boolean {
    if (words.length === 0 || words.length > MAX_RUN) return false;
    const run = words.join(' ');
    return (words.length > 1 || isTelling(run)) && this.#has(hashOf(this.#hashes, this.#chain, run));
  }

  #hasMark(mark: string): boolean {
    return this.#has(hashOfMark(this.#hashes, this.#chain, mark));
  }

  /** Searches the sorted hashes: of a long task's nine thousand, it looks at fourteen. */
  #has(sought: Uint8Array): boolean {
    let [from, to] = [0, Math.floor(this.#packed.length / HASH_BYTES)];
    while (from < to) {
      const middle = (from + to) >>> 1;
      const at = middle * HASH_BYTES;
      const order = Buffer.compare(this.#packed.subarray(at, at + HASH_BYTES), sought);
      if (order === 0) return true;
      if (order < 0) from = middle + 1;
      else to = middle;
    }
    return false;
  }
}

const LEGAL_FORMS = new Set(
  'gmbh ag kg ug ltd limited inc llc corp co plc sa sas sarl srl spa sl bv nv oy ab as aps se'.split(' '),
);

/** The kinds that words can name. Addresses, URLs and paths from the root are named as a whole or not at all. */
export const BY_WORDS: ReadonlySet<string> = new Set([
  'person',
  'channel',
  'object',
  'account',
  'program',
  'path',
]);
export const CLIMBS = /^(?:[/~]|\.\.)/;

function hashOf(hashes: TargetHashes, chain: number, run: string): Uint8Array {
  return hashes.of(chain, `words ${nameOf({ kind: 'person', value: run })}`).subarray(0, HASH_BYTES);
}

function hashOfMark(hashes: TargetHashes, chain: number, mark: string): Uint8Array {
  return hashes.of(chain, `mark ${mark}`).subarray(0, HASH_BYTES);
}
