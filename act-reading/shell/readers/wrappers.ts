/** Programs that run another program: what that one does is what counts. */
import { doesTo, PRINTS, READS } from '../does.ts';
import { environmentDoes } from '../environment.ts';
import { inSubshell, onMachine, readNestedCommand, readNestedText } from '../nested.ts';
import type { Invocation, Reader } from '../program.ts';
import type { ShellReading } from '../reading.ts';
import { fixed, type Input, type ShellWord } from '../words.ts';

export interface Wrapper {
  /** The number of operands before the program. */
  skips?: number;
  /** Words that the program gets besides, which the text does not say. */
  adds?: boolean;
  /** Its options that name the folder in which the program runs. */
  folders?: readonly string[];
}

export const wraps =
  ({ skips = 0, adds = false, folders = [] }: Wrapper): Reader =>
  ({ program, given, input }, reading) => {
    const rest = afterAssignments(given.operands, reading).slice(skips);
    const command = rest[0]?.text === '--' ? rest.slice(1) : rest;
    if (command.length === 0) {
      // An option may have taken the program for its value.
      return program.alone !== undefined || given.values.length === 0
        ? reading.does(program.alone ?? PRINTS)
        : reading.runsUnread(reading.current, `runs ${reading.current}`);
    }
    const folder = given.values.find(({ option }) => folders.includes(option))?.value;
    const unseen: ShellWord = { text: '{}', isFixed: false };
    inSubshell(reading, () => {
      if (folder !== undefined) reading.folder = folder.isFixed ? folder.text : null;
      readNestedCommand(adds ? [...command, unseen] : command, reading, adds ? null : input);
    });
  };

/** `env NAME=value program` */
function afterAssignments(words: readonly ShellWord[], reading: ShellReading): readonly ShellWord[] {
  const start = words.findIndex(({ text }) => !/^[A-Za-z_]\w*=/.test(text));
  const assigned = start < 0 ? words : words.slice(0, start);
  for (const { text, isFixed } of assigned) {
    const equals = text.indexOf('=');
    environmentDoes(text.slice(0, equals), { text: text.slice(equals + 1), isFixed }, reading);
  }
  return words.slice(assigned.length);
}

/** `su -c text user` */
export function su({ given }: Invocation, reading: ShellReading): void {
  const text = given.values.find(({ option }) => option === '-c' || option === '--command')?.value;
  if (text === undefined) reading.runsUnread('su', 'starts a shell of another user');
  else readNestedText([text], reading, 'su');
}

export function chroot({ words, given: { operands } }: Invocation, reading: ShellReading): void {
  const root = operands[0]?.text ?? '/';
  const place = words.findIndex(({ text }) => !text.startsWith('-'));
  if (words.length > place + 1 && place >= 0)
    onMachine(`chroot:${root}`, reading, () => readNestedCommand(words.slice(place + 1), reading));
  else reading.runsUnread('chroot', 'starts a shell in another root');
}

export function xargs({ given: { operands, values }, input }: Invocation, reading: ShellReading) {
  const placed = values.find(({ option }) => option === '-I' || option === '--replace')?.value.text ?? '{}';
  if (operands.length === 0) return reading.does(PRINTS);
  const unseen = valuesOf(input);
  const isPlaced = operands.some(({ text }) => text.includes(placed));
  const command = operands.flatMap((word) =>
    word.text === placed ? unseen : word.text.includes(placed) ? [{ ...word, isFixed: false }] : [word],
  );
  readNestedCommand(isPlaced ? command : [...command, ...unseen], reading);
}

/** The words that come through the pipe, where the text of the command says them. */
function valuesOf(input: Input): ShellWord[] {
  const words = input?.text?.split(/\s+/).filter((text) => text !== '') ?? [];
  return words.length > 0 && words.length < 100
    ? words.map(fixed)
    : [{ text: '(what it is given)', isFixed: false }];
}

/** A text that a shell reads: `watch 'ls | wc'`. */
export function runsText({ name, given: { operands } }: Invocation, reading: ShellReading): void {
  if (operands.length > 0) readNestedText(operands, reading, name);
  else reading.does(PRINTS);
}

export function script({ given }: Invocation, reading: ShellReading): void {
  const text = given.values[0]?.value;
  if (text === undefined) reading.runsUnread('script', 'starts a shell', 'medium');
  else readNestedText([text], reading, 'script');
}

/** The commands stand in its input or in a file. */
export const schedules =
  ({ what, files }: { what: string; files: boolean }): Reader =>
  ({ name, given, input }, reading) => {
    if (['-l', '-r', '-e'].some((flag) => given.flags.has(flag))) return;
    reading.does(doesTo('configure', what, { risk_level: 'high' }));
    const takesFile = files && given.operands.length > 0;
    if (takesFile && given.operands[0]?.text !== '-') reading.does(READS, given.operands);
    if (input?.text != null) {
      const commands = input.text
        .split('\n')
        .map((line) => line.replace(/^(?:@\w+|(?:[\d*,/-]+\s+){5})\s*/, ''));
      for (const text of commands) readNestedText([fixed(text)], reading, name);
    } else if (input !== null || takesFile) reading.runsUnread(name, 'schedules commands that are not seen');
  };
