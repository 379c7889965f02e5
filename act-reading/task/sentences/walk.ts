/** The findings of a sentence, and what is known on the way through it. */

import type { NounClass } from '../../lexicon/nouns.ts';
import type { Lexicon, Verb } from '../languages/lexicon.ts';
import type { Token } from '../tokens.ts';
import type { Phrase } from './phrase.ts';
import type { Opening } from './verb-at.ts';

export interface Command {
  /** null if a noun stands alone: `a table for two, please`, `no payment yet`. */
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
  /** null if no verb may begin here. */
  open: Opening | null;
  /** The clause reports something, such as `who …` or `if …`. */
  isTold: boolean;
  isDenied: boolean;
  isQuestion: boolean;
  deniedFrom: number;
  /** The place of the sentence's first noun with a class, or -1. */
  firstNoun: number;
  /** Nouns of the sentences before. */
  mentioned: readonly NounClass[];
}
