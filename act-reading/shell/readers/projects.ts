/** Programs that install, build and run what a project says. */
import { doesTo, RUNS } from '../does.ts';
import { readNestedCommand } from '../nested.ts';
import { splitOptions } from '../options.ts';
import type { Invocation, Reader } from '../program.ts';
import type { ShellReading } from '../reading.ts';
import { fixed, type ShellWord } from '../words.ts';

/** Options of go, npm, cargo and make whose values are programs or code, which no record of the program covers. */
const NAMES_PROGRAM =
  /^(?:--?(?:exec|toolexec|vettool)|--(?:script-shell|eval|config)|SHELL|\.SHELLFLAGS|MAKEFLAGS|MAKEFILES)(?:=|$)/;

function runsWhatOptionsName({ name, words }: Invocation, reading: ShellReading): void {
  const option = words.find(({ text }) => NAMES_PROGRAM.test(text))?.text.replace(/=.*/s, '');
  if (option !== undefined) reading.runsUnread(name, `runs what ${option} of ${name} names`);
}

/** It is one program, under this name: a record can cover it. */
function runsAs(program: string, script: ShellWord | undefined, reading: ShellReading): void {
  const named = { text: `${program} ${script?.text}`, isFixed: script?.isFixed ?? true };
  reading.does({ ...RUNS, kind: 'program' }, [script === undefined ? fixed(program) : named]);
}

export const oneProgram =
  (program: string): Reader =>
  (run, reading) => {
    runsWhatOptionsName(run, reading);
    runsAs(program, undefined, reading);
  };

/** Runs what the project says under that name. */
export const projectScript =
  (program: string): Reader =>
  (run, reading) => {
    runsWhatOptionsName(run, reading);
    runsAs(program, run.given.operands[0], reading);
  };

/** A makefile says what runs. */
export function makes(run: Invocation, reading: ShellReading): void {
  const { name, given, input } = run;
  runsWhatOptionsName(run, reading);
  const isFed = given.values.some(({ option, value }) => option === '-f' && value.text === '-');
  const [script] = given.operands.filter(({ text }) => !text.includes('='));
  if (isFed && input !== null) reading.runsUnread(name, `runs a text with ${name}`);
  runsAs(name, script, reading);
}

const VALUES = '--cache --node-options --from --with --python -p --package -c --call'.split(' ');

/** A package is fetched and run at once. Options behind its name are its own. */
export function fetchesAndRuns({ words }: Invocation, reading: ShellReading): void {
  const takesValue = (option: string) => VALUES.includes(option);
  const { operands, values } = splitOptions(words, { takesValue, untilOperand: true });
  for (const { option, value } of values) {
    if (option === '-p' || option === '--package') reading.does(doesTo('execute', 'installs'), [value]);
    if (option === '-c' || option === '--call') reading.runsUnread('npx', 'runs a text with npx');
  }
  const does = doesTo('execute', 'fetches and runs', { kind: 'program', role: 'program' });
  reading.does(does, operands.slice(0, 1));
}

/** All words behind it are a command. */
export function runsCommand({ words }: Invocation, reading: ShellReading): void {
  readNestedCommand(words, reading);
}

/** `uv run --isolated command` */
export function uvRun({ words }: Invocation, reading: ShellReading): void {
  readNestedCommand(words[0]?.text.startsWith('-') === true ? words.slice(1) : words, reading);
}
