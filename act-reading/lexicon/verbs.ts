/**
 * Verbs in tool names and tasks, and what each does. Many English verbs are also nouns (`message`, `order`, `list`):
 * they are marked, because in `message_delete` the message is not what is done.
 */
import { madeOf, setOf } from '../lists.ts';
import type { Effect } from '../targets/index.ts';

/**
 * `change` makes or alters its object, and `remove` takes it away: the object (a payment, a message, a user) says
 * what that does. `tell` sends words to someone, who may be the one who asks.
 */
export type Sense = Effect | 'change' | 'remove' | 'tell';

export interface Verb {
  word: string;
  sense: Sense;
  /** The word is also a noun, so it is a verb only where its place says so. */
  isNoun: boolean;
}

/** The verbs of one language. */
export interface VerbsOfLanguage {
  /** As the file writes them: `tear+down` is a verb and its particle. */
  verbs: readonly Verb[];
  /** Forms that no rule produces: `sent=send=p`. */
  irregular: readonly string[];
}

const NOUN_TOO = ' or noun';

/** Verbs by language, English first. Read on first use. */
export const verbsByLanguage = madeOf(
  './lexicon/verbs.yaml',
  (languages: Record<string, Record<string, string>>) =>
    new Map(
      Object.entries(languages).map(([language, { irregular, ...senses }]): [string, VerbsOfLanguage] => {
        const verbs = Object.entries(senses).flatMap(([section, words]) => {
          const sense = section.replace(NOUN_TOO, '') as Sense;
          return words.split(' ').map((word): Verb => ({ word, sense, isNoun: section.endsWith(NOUN_TOO) }));
        });
        return [language, { verbs, irregular: irregular?.split(' ') ?? [] }];
      }),
    ),
);

/** Beside a word that can only be a verb, these are nouns: `status_update` is an update. */
const LAST_AS_NOUN = setOf(
  'update upload download audit match sort head view run install edit search scan watch upgrade',
);

let known: ReadonlyMap<string, Verb> | undefined;

/** English wins if two languages share a word. */
function knownVerbs(): ReadonlyMap<string, Verb> {
  known ??= new Map(
    [...verbsByLanguage().values()].reverse().flatMap(({ verbs }) => {
      return verbs.map((verb): [string, Verb] => [verb.word, verb]);
    }),
  );
  return known;
}

export function verbOf(word: string): Verb | null {
  const known = knownVerbs().get(word);
  if (known !== undefined) return known;
  // Undoing a deletion restores: `untrash`, `undelete`.
  const undone = word.startsWith('un') ? knownVerbs().get(word.slice(2)) : undefined;
  return undone?.sense === 'delete' ? { word, sense: 'write', isNoun: false } : null;
}

export function mayBeNoun({ word, isNoun }: Verb): boolean {
  return isNoun || LAST_AS_NOUN.has(word);
}

/** Joins two words that are one verb: `check in` does not mean to check. */
export function withoutPhrasals(words: readonly string[]): string[] {
  const joined: string[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const both = `${words[at]}+${words[at + 1]}`;
    const isVerb = knownVerbs().has(both);
    joined.push(isVerb ? both : (words[at] ?? ''));
    if (isVerb) at += 1;
  }
  return joined;
}

/** `PUT` and the like, in a name that begins like a line of HTTP. */
export const METHOD_VERBS: Readonly<Record<string, string>> = {
  get: 'get',
  head: 'get',
  options: 'get',
  query: 'get',
  trace: 'get',
  post: 'create',
  put: 'update',
  patch: 'update',
  delete: 'delete',
};
