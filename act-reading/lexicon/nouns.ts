/**
 * Classes of nouns, by what making or changing such a thing does. The class of a phrase is that of its last noun: a
 * `payment reminder` is a reminder.
 */
import { madeOf, setOf } from '../lists.ts';
import type { Effect } from '../targets/index.ts';

export type NounClass =
  | 'message'
  | 'money'
  | 'order'
  | 'access'
  | 'program'
  | 'public'
  | 'attribute'
  | 'event'
  | 'container'
  | 'information'
  | 'device';

/** The effect of making or changing a thing of this class. */
export const EFFECT_OF_CLASS: Readonly<Record<NounClass, Effect>> = {
  message: 'send',
  money: 'pay',
  order: 'book',
  access: 'configure',
  program: 'write',
  public: 'share',
  attribute: 'write',
  event: 'write',
  container: 'write',
  information: 'write',
  device: 'write',
};

/** As a clause of a reason: "a payment moves value". */
export const WORDS_OF_CLASS: Readonly<Record<NounClass, string>> = {
  message: 'a message to others',
  money: 'a movement of value',
  order: 'an order or a booking',
  access: 'a matter of access, credentials or security',
  program: 'something that runs',
  public: 'something that others can open',
  attribute: 'a mark on something',
  event: 'an event',
  container: 'a collection',
  information: 'information',
  device: 'a device',
};

/** Nouns by language, read on first use. */
export const nounsByLanguage = madeOf(
  './lexicon/nouns.yaml',
  (languages: Record<string, Record<NounClass, string>>) =>
    new Map(Object.entries(languages).map(([language, classes]) => [language, classesOf(classes)])),
);

function classesOf(classes: Record<NounClass, string>): ReadonlyMap<string, NounClass> {
  return new Map(
    (Object.entries(classes) as [NounClass, string][]).flatMap(([kind, nouns]) =>
      nouns.split(' ').map((noun): [string, NounClass] => [noun, kind]),
    ),
  );
}

/** Tools are named in English. */
const classOf = (noun: string) => nounsByLanguage().get('en')?.get(noun);

/** After these words, a phrase speaks of something else: `label to message`. */
const PREPOSITIONS = setOf(
  'to for from in on at of with by into onto as via using through per within against about under over after before between during without like',
);
/** Words that say nothing about what a thing is: `user info` is about a user. */
const EMPTY = setOf(
  'info information detail data record entry item object resource profile status list batch bulk all new v1 v2 v3 api tool set content body value state schedule run',
);

/** Even a thing that is named after one of these is a matter of access: a `secret variable`. */
const RIGHTS = setOf(
  'secret password credential permission iam firewall dns mfa acl oauth sso access auth authenticator membership role privilege protection identity otp trust allowed trusted authorized authorised',
);

export function isRight(word: string): boolean {
  return RIGHTS.has(word);
}

export interface Phrase {
  head: string;
  words: readonly string[];
  kind: NounClass | null;
  /** The noun that decided the class. */
  by: string;
}

export function saysNothing(word: string): boolean {
  return EMPTY.has(word);
}

export function isPreposition(word: string): boolean {
  return PREPOSITIONS.has(word);
}

/** Reads the classes of single nouns and pairs, such as `api key`, from the last word to the first. */
export function phraseOf(words: readonly string[]): Phrase {
  const head = words.at(-1) ?? '';
  for (let end = words.length; end > 0; end -= 1) {
    const word = words[end - 1] ?? '';
    const pair = end > 1 ? `${words[end - 2]}_${word}` : word;
    const triple = end > 2 ? `${words[end - 3]}_${pair}` : pair;
    for (const by of [triple, pair, word]) {
      const kind = classOf(by);
      // An empty word counts only alone: in `payment status`, the payment says more.
      if (kind !== undefined && !(EMPTY.has(by) && end > 1))
        return { head, words, kind, by: by.replaceAll('_', ' ') };
    }
    if (!EMPTY.has(word) && word !== '') break;
  }
  const right = words.find((word) => RIGHTS.has(word));
  if (right !== undefined) return { head, words, kind: 'access', by: right };
  return { head, words, kind: classOf(head) ?? null, by: head };
}
