/** A shell text inside another: read like the outer one, as deep as is sensible. What is not fixed is unread code. */
import { MAX_DEPTH, type ShellReading, Unreadable } from './reading.ts';
import type { Input, ShellWord } from './words.ts';

/** Another shell knows none of the functions of this one. */
const OF_THIS_SHELL: ReadonlySet<string> = new Set(['eval', 'trap', 'alias']);

/** @param by the program that runs it. */
export function readNestedText(words: readonly ShellWord[], reading: ShellReading, by: string) {
  if (!words.every(({ isFixed }) => isFixed)) {
    return reading.runsUnread(by, `runs a text with ${by} that is made when the command runs`);
  }
  deeper(reading, () => {
    if (!OF_THIS_SHELL.has(by)) reading.functions.clear();
    reading.inside.text(words.map(({ text }) => text).join(' '), reading);
  });
  if (by === 'eval') reading.forgetWhatIsSet();
}

/** A command that another program runs. */
export function readNestedCommand(
  words: readonly ShellWord[],
  reading: ShellReading,
  input: Input = null,
): void {
  deeper(reading, () => reading.inside.command(words, reading, input));
}

function deeper(reading: ShellReading, readIt: () => void): void {
  if (reading.depth >= MAX_DEPTH) throw new Unreadable('it nests too many shells in one another');
  reading.depth += 1;
  inSubshell(reading, readIt);
  reading.depth -= 1;
}

/** What is set in a subshell ends with it. */
export function inSubshell(reading: ShellReading, readIt: () => void): void {
  const { folder } = reading;
  const variables = new Map(reading.variables);
  const functions = [...reading.functions];
  readIt();
  reading.functions.clear();
  for (const name of functions) reading.functions.add(name);
  reading.folder = folder;
  reading.variables.clear();
  for (const [name, value] of variables) reading.variables.set(name, value);
}

/** The same on another machine or in a container: its paths are not the paths here. */
export function onMachine(machine: string, reading: ShellReading, readIt: () => void): void {
  const { machine: outer, folder } = reading;
  reading.machine = machine;
  reading.folder = '';
  readIt();
  reading.machine = outer;
  reading.folder = folder;
}
