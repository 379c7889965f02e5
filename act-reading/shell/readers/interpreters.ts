/**
 * Programs that run a script. One in a file is a program of its own; one in the command of a shell is read; one in another
 * language, or from a pipe, is code that no reader sees.
 */
import { shown } from '../../content.ts';
import { type Does, doesTo, PRINTS, RUNS } from '../does.ts';
import { readNestedText } from '../nested.ts';
import type { Invocation, Reader } from '../program.ts';
import type { ShellReading } from '../reading.ts';
import { fixed, type Input, type ShellWord } from '../words.ts';

/** `sh -c text`, `sh file`, or what stands at its input. */
export function shell({ name, given, input }: Invocation, reading: ShellReading) {
  const { flags, operands, values } = given;
  for (const { option, value } of values) if (option.startsWith('--')) reading.does(RUNS, [value]);
  const [script] = operands;
  // The words behind the text are its `$1`, which stay unknown to it.
  if (flags.has('-c'))
    return script === undefined ? reading.does(PRINTS) : readNestedText([script], reading, name);
  // `curl … | sh -` reads its input, too.
  if (script !== undefined && script.text !== '-' && !flags.has('-s')) return runsFile(script, reading);
  runsInput(name, input, reading, (text) => readNestedText([fixed(text)], reading, name));
}

function runsFile(script: ShellWord, reading: ShellReading) {
  // `bash <(curl …)` and `bash /dev/stdin` have no file.
  if (/^\/dev\/(?:stdin|fd\/)/.test(script.text))
    return runsFetched(reading.current, reading.urls.map(fixed), reading);
  reading.does(RUNS, [script]);
}

function runsInput(name: string, input: Input, reading: ShellReading, readIt: (text: string) => void) {
  if (input === null) return reading.runsUnread(name, `starts ${name}, which runs what it is told`, 'medium');
  reading.says.pipes_into_interpreter = true;
  if (input.text !== null) return readIt(input.text);
  runsFetched(name, input.from, reading);
}

/** It runs what an address gives: the address is the program. */
function runsFetched(name: string, from: readonly ShellWord[], reading: ShellReading) {
  if (from.length === 0) return reading.runsUnread(name, `runs with ${name} what another program prints`);
  reading.says.runs_unread_code = true;
  const does: Does = {
    effect: 'execute',
    what: `runs with ${name} what it gets from`,
    kind: 'detect',
    role: 'program',
    irreversible: true,
    risk_level: 'critical',
  };
  reading.does(does, from);
}

const LOADING = /^(?:-r|--require|--import|--loader|--experimental-loader|-M\S*|-I\S*|--rcfile)$/;

interface Language {
  /** Its options that carry code, as a pattern. */
  code: string;
  /** Its option that runs the tests of a project. */
  tests?: string;
}

export const language = ({ code, tests }: Language): Reader => {
  const takesCode = new RegExp(code);
  return ({ name, words, input }, reading) => {
    const first = words.findIndex(
      ({ text }) => !text.startsWith('-') || text === '-' || takesCode.test(text) || text === '-m',
    );
    const word = words[first];
    for (const { text } of first < 0 ? words : words.slice(0, first))
      if (LOADING.test(text)) reading.runsUnread(name, `loads code into ${name}`);
    if (word === undefined && words.some(({ text }) => text === tests))
      return reading.does({ ...RUNS, kind: 'program' }, [fixed(`${name} ${tests}`)]);
    if (word !== undefined && takesCode.test(word.text)) return inlineCode(name, words[first + 1], reading);
    if (word?.text === '-m') return runsModule(name, words.slice(first + 1), reading);
    if (word !== undefined && word.text !== '-') return runsFile(word, reading);
    if (words.some(({ text }) => /^(?:-V|-v|--version|--help|-h)$/.test(text))) return reading.does(PRINTS);
    runsInput(name, input, reading, () => reading.runsUnread(name, `runs code with ${name}`));
  };
};

function inlineCode(name: string, code: ShellWord | undefined, reading: ShellReading): void {
  reading.codes.push(code?.text ?? '');
  reading.runsUnread(name, `runs code with ${name}: ${shown(code?.text ?? '', 60)}`);
}

/** Modules of Python that are programs of their own. */
function runsModule(name: string, words: readonly ShellWord[], reading: ShellReading) {
  const [module] = words;
  if (module === undefined || module.text === 'json.tool') return reading.does(PRINTS);
  if (module.text === 'http.server')
    return reading.does(doesTo('share', 'serves the files of a folder to others', { risk_level: 'high' }));
  if (module.text === 'pip') return reading.inside.command([fixed('pip'), ...words.slice(1)], reading, null);
  reading.does({ ...RUNS, kind: 'program' }, [
    { text: `${name.replace(/[\d.]+$/, '')} -m ${module.text}`, isFixed: module.isFixed },
  ]);
}

export function runsFirstFile({ words }: Invocation, reading: ShellReading): void {
  const file = words.find(({ text }) => !text.startsWith('-'));
  if (file === undefined) reading.runsUnread('interpreter', 'starts an interpreter', 'medium');
  else runsFile(file, reading);
}

/** `source file` runs it in this shell. */
export function source({ given: { operands } }: Invocation, reading: ShellReading): void {
  const [file] = operands;
  reading.forgetWhatIsSet();
  if (file === undefined) reading.does(PRINTS);
  else runsFile(file, reading);
}
