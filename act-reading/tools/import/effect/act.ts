/** Reads what a tool does from the words of its name: which word is the verb, and what its object is. */

import { isPreposition, type Phrase, phraseOf } from '../../../lexicon/nouns.ts';
import { METHOD_VERBS, mayBeNoun, type Verb, verbOf, withoutPhrasals } from '../../../lexicon/verbs.ts';
import { setOf } from '../../../lists.ts';
import { singular } from '../words.ts';

export interface Clause {
  verb: Verb;
  /** The verb stands where names have it: first, or last in a name that begins with a noun. */
  isSure: boolean;
  /** The thing that the verb acts on. */
  object: Phrase;
  /** No word follows the verb. */
  isBare: boolean;
  /** The words after a preposition: the channel of `add user to channel`. */
  rest: Phrase;
}

const JOINING = new Set(['and', 'or', 'then']);
/** Before these words, a name only says which program speaks. */
const FILLERS = setOf('api tool mcp server client async function action v1 v2 v3 do can try');

/**
 * Returns the clauses of a name in several parts. The last part names the object, and the parts before say where:
 * `actions/create-secret` makes a secret. If the last part has no object, the parts before are it, as in
 * `orders.cancel`.
 */
export function clausesOfParts(words: readonly string[], before: number): Clause[] {
  const all = clausesOf(words);
  if (before === 0) return all;
  const own = clausesOf(words.slice(0, words.length - before));
  if (own.length !== all.length) return all;
  if (own.every(({ object }) => object.kind !== null)) return own;
  return all.map((clause, place) => {
    const { isBare = true, object } = own[place] ?? {};
    const head = isBare || object === undefined ? clause.object.head : object.head;
    return { ...clause, isBare, object: { ...clause.object, head } };
  });
}

/** Returns the clauses of a name: `find_and_replace` has two. */
export function clausesOf(written: readonly string[]): Clause[] {
  const words = withoutPhrasals(written);
  const parts: string[][] = [[]];
  for (const [place, word] of words.entries()) {
    const next = verbOf(words[place + 1] ?? '');
    // In `artifact_and_log_settings`, for example, "and" joins nouns.
    const isVerb = next !== null && (!next.isNoun || place + 2 === words.length);
    if (JOINING.has(word) && isVerb && place > 0) parts.push([]);
    else if (place > 0 && isSecondVerb(words, place)) parts.push([word]);
    else parts.at(-1)?.push(word);
  }
  const clauses = parts.flatMap((part) => clauseOf(part) ?? []);
  // In `create_or_update_file`, both verbs have the last one's object.
  const last = clauses.at(-1);
  return clauses.map((clause) =>
    last !== undefined && clause.object.words.length === 0
      ? { ...clause, object: last.object, rest: last.rest }
      : clause,
  );
}

/** True for the second verb of `search_replace`: what is found is changed. */
function isSecondVerb(words: readonly string[], place: number): boolean {
  const verb = verbOf(words[place] ?? '');
  const isLast = place === words.length - 1 && ['search', 'find'].includes(words[place - 1] ?? '');
  return isLast && verb !== null && ['change', 'remove', 'delete'].includes(verb.sense);
}

function clauseOf(written: readonly string[]): Clause | null {
  const begin = written.findIndex((word) => !FILLERS.has(word));
  const words = begin < 0 ? written : written.slice(begin);
  const at = verbAt(words);
  if (at < 0) return null;
  const [word = ''] = words.slice(at);
  const isMethod = words.length < written.length && at === 0 && Object.hasOwn(METHOD_VERBS, word);
  const verb = verbOf(isMethod ? (METHOD_VERBS[word] ?? word) : word) as Verb;
  const behind = words.slice(at + 1).map(singular);
  const end = behind.findIndex(isPreposition);
  const object = end < 0 ? behind : behind.slice(0, end);
  const before = words.slice(0, at).map(singular);
  return {
    verb,
    isSure: !verb.isNoun || (at === 0 && words.length > 1),
    object: phraseOf(object.length > 0 ? object : before),
    isBare: behind.length === 0,
    rest: phraseOf(end < 0 ? before : behind.slice(end + 1)),
  };
}

/** Returns the place of the verb; -1 if there is none. */
function verbAt(words: readonly string[]): number {
  const verbs = words.map(verbOf);
  const [first] = verbs;
  if (first === undefined) return -1;
  // `bulk_delete` deletes.
  if (first?.word === 'bulk' && verbs[1]?.isNoun === false) return 1;
  // `set_show_footer` sets.
  if (first !== null && (!first.isNoun || (first.word === 'set' && words.length > 1))) return 0;
  const sure = verbs.findIndex(
    (verb, place) => verb !== null && !verb.isNoun && !isBehindPreposition(words, place),
  );
  if (first === null) {
    if (sure >= 0) return sure;
    const found = verbs.findIndex((verb) => verb !== null);
    // `fx_rate` is a rate.
    return found === words.length - 1 && isInformation(words) ? -1 : found;
  }
  if (sure < 0) {
    // `status_page_post` posts.
    if (SHOWN.has(first.word) && verbs.at(-1) !== null && words.length > 1) return words.length - 1;
    return isCompound(words, first) ? -1 : 0;
  }
  // In `post_status_update`, only a word that can be nothing but a verb makes the first word a noun.
  const found = verbs[sure] as Verb;
  return mayBeNoun(found) && found.word !== 'search' ? 0 : sure;
}

/** `order_status` and `message_history` are things to look at, and do not order or message anyone. */
function isCompound(words: readonly string[], { word }: Verb): boolean {
  return words.length > 1 && !DONE_TO_INFORMATION.has(word) && isInformation(words);
}

/** Before another verb, these are its object. */
const SHOWN = setOf('status profile weather inventory snapshot survey trace sample');

function isInformation(words: readonly string[]): boolean {
  return phraseOf([singular(words.at(-1) ?? '')]).kind === 'information';
}

const DONE_TO_INFORMATION = setOf(
  'post share text log like tag flag change request set move place start stop close open release draft rate report query import copy process build export test',
);

function isBehindPreposition(words: readonly string[], place: number): boolean {
  return words.slice(0, place).some(isPreposition);
}
