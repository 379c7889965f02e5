/** What is found in a sentence, and what is known on the way through it. */

import type { NounClass } from '../../lexicon/nouns.ts';
import type { Lexicon, Verb } from '../languages/lexicon.ts';
import type { Token } from '../tokens.ts';
import type { Phrase } from './phrase.ts';
import type { Opening } from './verb-at.ts';

export interface Command {
  /** null where a noun stands alone: `a table for two, please`, `no payment yet`. */
  verb: Verb | null;
  object: Phrase;
  isDenied: boolean;
  /** Where the clause begins and ends in the text. */
  from: number;
  to: number;
}

export interface Walk {
  tokens: readonly Token[];
  lexicon: Lexicon;
  commands: Command[];
  /** null where no verb may begin. */
  open: Opening | null;
  /** The clause tells of something, such as `who …` or `if …`. */
  isTold: boolean;
  isDenied: boolean;
  isQuestion: boolean;
  deniedFrom: number;
  /** Of the sentence: the place of its first noun with a class, or -1. */
  firstNoun: number;
  /** What the sentences before speak of. */
  mentioned: readonly NounClass[];
}
