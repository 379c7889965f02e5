/**
 * A program as the tables describe it: what it does by being run, with each operand, and with the value of each option.
 * What a table can't say, a reader in code says.
 */
import type { Deed, Does } from './does.ts';
import type { Given } from './options.ts';
import type { ShellReading } from './reading.ts';
import type { Input, ShellWord } from './words.ts';

export interface Invocation {
  /** As the tables know it, with its subcommand: `git push`. */
  name: string;
  program: Program;
  words: readonly ShellWord[];
  given: Given;
  input: Input;
}

export type Reader = (run: Invocation, reading: ShellReading) => void;

/** What is done if a word says so. */
export interface Case {
  words: 'word' | 'first_word' | 'operand';
  pattern: RegExp;
  deed: Deed;
  /** The words that it is done with: none, the operands, or all words but the first. */
  on?: 'operands' | 'others' | undefined;
}

/** `schema.json` says the same of the tables themselves. */
export interface Program {
  /** What is done whenever it runs, with no target. */
  always?: Deed | undefined;
  /** What is done with operands; null: they name nothing that counts. */
  operands?: Does | null | undefined;
  first?: Does | null | undefined;
  last?: Does | null | undefined;
  /** What is done with the values of options; null: a value that names nothing that counts. */
  options: ReadonlyMap<string, Does | null>;
  /** What the presence of an option does besides. */
  flags: ReadonlyMap<string, Deed>;
  /** Instead of the rest, by the first operands: `remote add`. One that is not listed is an unknown program. */
  commands?: ReadonlyMap<string, Program> | undefined;
  /** Where it has no operand. */
  alone?: Does | undefined;
  /** The first that fits counts. */
  when?: readonly Case[] | undefined;
  /** Where none fits. */
  otherwise?: Deed | undefined;
  oneDash?: true | undefined;
  /** Its options end at the first operand, which begins the words of another program. */
  ownOptionsFirst?: true | undefined;
  privileged?: true | undefined;
  /** Besides, before the subcommand is looked at. */
  before?: Reader | undefined;
  /** Besides what the table says, or instead of it. */
  reader?: Reader | undefined;
}
