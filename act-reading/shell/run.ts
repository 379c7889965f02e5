/**
 * Reads what one command does: the tables say it of the programs they know, programs that run others are seen through, and
 * every other name is an unknown program, which may do anything.
 */
import { applyProgram } from './apply.ts';
import { programOf } from './programs/load.ts';
import type { ShellReading } from './reading.ts';
import type { Input, ShellWord } from './words.ts';

/** A program of the same name elsewhere is another program. */
const SYSTEM_FOLDER = /^(?:\/usr\/local|\/usr|\/opt\/homebrew)?\/s?bin\//;

export function runWords(words: readonly ShellWord[], reading: ShellReading, input: Input) {
  reading.step();
  const [first, ...others] = words;
  if (first === undefined) return;
  if (!first.isFixed) {
    reading.says.runs_unread_code = true;
    reading.programs.push(first.text);
    return reading.runsUnknown(first, 'runs a program that the text does not fix:');
  }
  const name = first.text.replace(SYSTEM_FOLDER, '');
  reading.programs.push(name);
  const program = programOf(name);
  if (program === undefined) return reading.runsUnknown(first);
  applyProgram(name, program, others, reading, input);
}
