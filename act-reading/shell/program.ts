/**
 * A program as the tables describe it: what it does by being run, with each operand, and with the value of each option.
 * A reader in code says the rest.
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

/** A deed that depends on a word. */
export interface Case {
  words: 'word' | 'first_word' | 'operand';
  pattern: RegExp;
  deed: Deed;
  /** The words that it is done with; none by default. `others` are all words but the first. */
  on?: 'operands' | 'others' | undefined;
}

/** `programs.schema.yaml` explains the same members in the tables. */
export interface Program {
  /** Done whenever it runs, with no target. */
  always?: Deed | undefined;
  /** Done with operands; null: they name nothing that counts. */
  operands?: Does | null | undefined;
  first?: Does | null | undefined;
  last?: Does | null | undefined;
  /** Done with the values of options; null: the value names nothing that counts. */
  options: ReadonlyMap<string, Does | null>;
  /** Done if an option is there, with a value or without. */
  flags: ReadonlyMap<string, Deed>;
  /** Instead of the rest, by the first operands: `remote add`. One that is not listed is an unknown program. */
  commands?: ReadonlyMap<string, Program> | undefined;
  /** Done if it has no operand. */
  alone?: Does | undefined;
  /** The first that fits counts. */
  when?: readonly Case[] | undefined;
  /** Done if no case fits. */
  otherwise?: Deed | undefined;
  oneDash?: true | undefined;
  /** Its options end at the first operand, which begins the words of another program. */
  ownOptionsFirst?: true | undefined;
  privileged?: true | undefined;
  /** Runs before the subcommand is looked at. */
  before?: Reader | undefined;
  /** Adds to what the table says. */
  reader?: Reader | undefined;
}
