/** Says of one command what the table says of its program. */

import { type Does, LOOKS, PRINTS } from './does.ts';
import { type Given, splitOptions } from './options.ts';
import type { Program } from './program.ts';
import type { ShellReading } from './reading.ts';
import type { Input, ShellWord } from './words.ts';

export function applyProgram(
  name: string,
  program: Program,
  words: readonly ShellWord[],
  reading: ShellReading,
  input: Input,
) {
  reading.current = name;
  const [only] = words;
  if (words.length === 1 && (only?.text === '--version' || only?.text === '--help'))
    return reading.does(PRINTS);
  const options = program.options ?? {};
  const names = [...Object.keys(options), ...Object.keys(program.flags ?? {})];
  const given = splitOptions(words, {
    takesValue: (option) => Object.hasOwn(options, option),
    fullName: (option) => fullName(option, names),
    ...(program.oneDash === true && { oneDash: true }),
    ...(program.subcommands !== undefined && { untilOperand: true }),
  });
  applyOptions(program, given, reading);
  program.before?.({ name, words, given, input }, reading);
  if (program.subcommands !== undefined) return applySubcommand(name, program, given, reading, input);
  if (program.always !== undefined) reading.does(program.always);
  program.reads?.({ name, words, given, input }, reading);
  applyOperands(program, given, reading);
  const isSilent = program.reads === undefined && program.always === undefined;
  if (isSilent && given.operands.length === 0) reading.does(program.bare ?? bareOf(program));
  else if (isSilent && program.operands === undefined && program.last === undefined)
    reading.does(bareOf(program));
}

const SHORTENED = 4;

/** `--compress-prog` is `--compress-program`, for most programs. */
function fullName(option: string, names: readonly string[]): string {
  if (!option.startsWith('--') || option.length < SHORTENED || names.includes(option)) return option;
  return names.find((name) => name.startsWith(option)) ?? option;
}

/** Without operands a program works on its input, or on the folder it runs in. */
function bareOf({ operands }: Program): Does {
  return operands == null || operands.effect === 'read' || operands.effect === 'write' ? PRINTS : operands;
}

function applyOptions({ options = {}, flags = {} }: Program, given: Given, reading: ShellReading): void {
  for (const { option, value } of given.values) {
    const does = Object.hasOwn(options, option) ? options[option] : null;
    if (does != null) reading.does(does, [value]);
  }
  for (const flag of given.flags) {
    const does = Object.hasOwn(flags, flag) ? flags[flag] : undefined;
    if (does !== undefined) reading.does(does);
  }
}

function applyOperands(program: Program, { operands }: Given, reading: ShellReading): void {
  const { first, last } = program;
  const others = [...operands];
  if (first !== undefined) {
    const word = others.shift();
    if (first !== null && word !== undefined) reading.does(first, [word]);
  }
  if (last !== undefined) {
    const word = others.pop();
    if (last !== null && word !== undefined) reading.does(last, [word]);
  }
  if (program.operands != null && others.length > 0) reading.does(program.operands, others);
}

const MAX_SUBCOMMAND_WORDS = 3;

function applySubcommand(
  name: string,
  program: Program,
  { operands }: Given,
  reading: ShellReading,
  input: Input,
) {
  const [first] = operands;
  if (first === undefined) return reading.does(program.bare ?? LOOKS);
  for (let count = Math.min(MAX_SUBCOMMAND_WORDS, operands.length); count > 0; count -= 1) {
    const named = operands.slice(0, count);
    const subcommand = named.map(({ text }) => text).join(' ');
    const found = named.every(({ isFixed }) => isFixed)
      ? ownMember(program.subcommands, subcommand)
      : undefined;
    if (found === undefined) continue;
    // Options of the program may also stand behind the subcommand.
    const options = { ...program.options, ...found.options };
    const merged = { ...found, options };
    applyProgram(`${name} ${subcommand}`, merged, operands.slice(count), reading, input);
    return;
  }
  reading.runsUnknown({ text: `${name} ${first.text}`, isFixed: first.isFixed });
}

function ownMember(programs: Program['subcommands'], name: string): Program | undefined {
  return programs !== undefined && Object.hasOwn(programs, name) ? programs[name] : undefined;
}
