/** Says of one command what the table says of its program. */

import { type Does, LOOKS, PRINTS } from './does.ts';
import { type Given, splitOptions } from './options.ts';
import type { Invocation, Program } from './program.ts';
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
  const given = givenTo(program, words);
  const run = { name, program, words, given, input };
  if (program.privileged === true) reading.says.privileged = true;
  applyOptions(run, reading);
  program.before?.(run, reading);
  if (program.commands !== undefined) return applyCommand(run, reading);
  if (program.always !== undefined) reading.carriesOut(program.always);
  applyCases(run, reading);
  program.reader?.(run, reading);
  applyOperands(run, reading);
  const isSilent = [program.reader, program.always, program.when].every((part) => part === undefined);
  if (isSilent && given.operands.length === 0) reading.does(program.alone ?? aloneOf(program));
  else if (isSilent && program.operands === undefined && program.last === undefined)
    reading.does(aloneOf(program));
}

function givenTo(program: Program, words: readonly ShellWord[]): Given {
  const names = [...program.options.keys(), ...program.flags.keys()];
  return splitOptions(words, {
    takesValue: (option) => program.options.has(option),
    oneDash: program.oneDash === true,
    untilOperand: program.commands !== undefined || program.ownOptionsFirst === true,
    ...(program.ownOptionsFirst !== true && { fullName: (option) => fullName(option, names) }),
  });
}

const SHORTENED = 4;

/** `--compress-prog` is `--compress-program`, for most programs. */
function fullName(option: string, names: readonly string[]): string {
  if (!option.startsWith('--') || option.length < SHORTENED || names.includes(option)) return option;
  return names.find((name) => name.startsWith(option)) ?? option;
}

/** Without operands a program works on its input, or on the folder it runs in. */
function aloneOf({ operands }: Program): Does {
  return operands == null || operands.effect === 'read' || operands.effect === 'write' ? PRINTS : operands;
}

function applyOptions({ program, given }: Invocation, reading: ShellReading): void {
  for (const { option, value } of given.values) {
    const does = program.options.get(option);
    if (does != null) reading.does(does, [value]);
  }
  const deeds = [...given.flags].flatMap((flag) => program.flags.get(flag) ?? []);
  // Code that no reader sees stands first.
  deeds.sort((one, other) => Number('effect' in one) - Number('effect' in other));
  for (const deed of deeds) reading.carriesOut(deed);
}

function applyCases({ program, words, given }: Invocation, reading: ShellReading): void {
  const looked = { word: words, first_word: words.slice(0, 1), operand: given.operands };
  const found = program.when?.find((each) => looked[each.words].some(({ text }) => each.pattern.test(text)));
  if (found === undefined) {
    if (program.otherwise !== undefined) reading.carriesOut(program.otherwise);
  } else {
    const on = { operands: given.operands, others: words.slice(1) };
    reading.carriesOut(found.deed, found.on === undefined ? [] : on[found.on]);
  }
}

function applyOperands({ program, given }: Invocation, reading: ShellReading): void {
  const { first, last } = program;
  const others = [...given.operands];
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

const MAX_COMMAND_WORDS = 3;

function applyCommand({ name, program, given: { operands }, input }: Invocation, reading: ShellReading) {
  const [first] = operands;
  if (first === undefined) return reading.does(program.alone ?? LOOKS);
  for (let count = Math.min(MAX_COMMAND_WORDS, operands.length); count > 0; count -= 1) {
    const named = operands.slice(0, count);
    const command = named.map(({ text }) => text).join(' ');
    const found = named.every(({ isFixed }) => isFixed) ? program.commands?.get(command) : undefined;
    if (found === undefined) continue;
    // Options of the program may also stand behind the command.
    const options = new Map([...program.options, ...found.options]);
    applyProgram(`${name} ${command}`, { ...found, options }, operands.slice(count), reading, input);
    return;
  }
  reading.runsUnknown({ text: `${name} ${first.text}`, isFixed: first.isFixed });
}
