/** A judgement of a clause, and the questions about clause and tool that it needs. */

import type { NounClass } from '../../../lexicon/nouns.ts';
import type { Effect } from '../../../targets/index.ts';
import type { Clause } from './act.ts';

/** Facts about the tool besides the words of its name. */
export interface Setting {
  /** Whether a word is in the tool's name, the server's name or the description. */
  speaksOf(...words: readonly string[]): boolean;
  /** Whether there is a field whose name contains one of these words. */
  hasField(...words: readonly string[]): boolean;
  takesArguments: boolean;
}

export interface Judged {
  effect: Effect;
  why: string;
}

export const named = ({ verb }: Clause) => `the name says "${verb.word}"`;

export const isOf = ({ object, rest }: Clause, ...kinds: NounClass[]) =>
  [object.kind, rest.kind].some((kind) => kind !== null && kinds.includes(kind));

export const speaksOf = ({ object, rest }: Clause, ...words: string[]) =>
  words.some((word) => object.words.includes(word) || rest.words.includes(word));
