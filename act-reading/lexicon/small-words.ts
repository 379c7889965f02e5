/** The small words of a language: those that open a command, deny it or turn it into a question. */
import { madeOf } from '../lists.ts';

export const SMALL_WORDS = [
  // Words that none of the other languages has, or that are frequent in this one.
  'common',
  // Words that may precede a command: `please`, `could_you`.
  'polite',
  'conjunctions',
  // Words that deny the next verb, or the one before: `buy nothing`.
  'negators',
  // Words that begin the object of a verb.
  'determiners',
  'prepositions',
  'pronouns',
  'me',
  'questions',
  // A clause after one of these reports, and commands nothing.
  'subordinators',
] as const;
export type WordList = (typeof SMALL_WORDS)[number];

/** Small words by language, English first; the words of a list have a space between them. */
export const smallWords = madeOf(
  './lexicon/small-words.yaml',
  (languages: Record<string, Record<WordList, string>>) => languages,
);
