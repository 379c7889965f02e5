/**
 * How the tables describe programs: what a program does by being run, with each operand, and with the value of each
 * option. What a table can't say, a program's own reader says.
 */
import type { Does } from './does.ts';
import type { Given } from './options.ts';
import type { ShellReading } from './reading.ts';
import type { Input, ShellWord } from './words.ts';

export interface Invocation {
  /** As the tables know it, with its subcommand: `git push`. */
  name: string;
  words: readonly ShellWord[];
  given: Given;
  input: Input;
}

export interface Program {
  /** What is done whenever it runs, with no target. */
  always?: Does;
  /** What is done with operands; null: they name nothing that counts. */
  operands?: Does | null;
  first?: Does | null;
  last?: Does | null;
  /** What is done with the values of options; null: a value that names nothing that counts. */
  options?: Readonly<Record<string, Does | null>>;
  /** What the presence of an option does besides. */
  flags?: Readonly<Record<string, Does>>;
  /** Instead of the rest, by the first operands: `remote add`. One that is not listed is an unknown program. */
  subcommands?: Readonly<Record<string, Program>>;
  /** Where it has no operand. */
  bare?: Does;
  oneDash?: true;
  /** Besides, before the subcommand is looked at. */
  before?: (run: Invocation, reading: ShellReading) => void;
  /** Besides what the table says, or instead of it. */
  reads?: (run: Invocation, reading: ShellReading) => void;
}

export type Programs = Readonly<Record<string, Program>>;

/** The same program under several names. */
export function each(names: string, program: Program): Programs {
  return Object.fromEntries(names.split(' ').map((name) => [name, program]));
}

/** Subcommands of several words are written with `_` between them: `remote_add`. */
export function under(names: string, program: Program): Programs {
  return Object.fromEntries(names.split(' ').map((name) => [name.replaceAll('_', ' '), program]));
}

/** Options that take a value which names nothing that counts. */
export function ignored(options: string): Record<string, null> {
  return Object.fromEntries(options.split(' ').map((option) => [option, null]));
}

export function withPaths(options: string, does: Does): Record<string, Does> {
  return Object.fromEntries(options.split(' ').map((option) => [option, does]));
}
