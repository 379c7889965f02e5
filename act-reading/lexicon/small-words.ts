/** The small words of a language: those that open a command, deny it or turn it into a question. */
import { readListsByLanguage } from './read-lists.ts';

export const SMALL_WORDS = [
  // Words that no other language of these has, or that are frequent here.
  'common',
  // They may stand before a command: `please`, `could_you`.
  'polite',
  'conjunctions',
  // They deny the next verb, or the one before: `buy nothing`.
  'negators',
  // They begin the object of a verb.
  'determiners',
  'prepositions',
  'pronouns',
  'me',
  'questions',
  // A clause behind one of these tells and commands nothing.
  'subordinators',
] as const;
export type WordList = (typeof SMALL_WORDS)[number];

/** By the language, English first. */
export function smallWords(): Record<string, Record<string, string[]>> {
  return readListsByLanguage(new URL('./small-words.yaml', import.meta.url), SMALL_WORDS);
}
