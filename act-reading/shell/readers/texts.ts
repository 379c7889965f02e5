/** Languages of texts that can write files and run commands: sed, awk, find and editors. */
import { CHANGES, DELETES, LISTS, PRINTS, READS, WRITES } from '../does.ts';
import { readNestedCommand } from '../nested.ts';
import type { Invocation, Reader } from '../program.ts';
import type { ShellReading } from '../reading.ts';
import { fixed, type ShellWord } from '../words.ts';

/** The first operand is a pattern or a program of its own, unless one of these options has said it. */
export const patternFirst =
  (given: readonly string[]): Reader =>
  (run, reading) => {
    const isGiven = given.some((option) => run.given.flags.has(option));
    const operands = isGiven ? run.given.operands : run.given.operands.slice(1);
    reading.does(operands.length > 0 ? READS : PRINTS, operands);
  };

/** `yq -i` changes the files. */
export function yq(run: Invocation, reading: ShellReading): void {
  if (run.given.flags.has('-i')) reading.does(CHANGES, run.given.operands.slice(1));
  patternFirst([])(run, reading);
}

/** `w file`, `e command` and the flags of `s` reach out of the text. */
const OF_SED =
  /(?:^|[;{}\n/|,]|\d|\$)\s*[wWrR]\s+([^;}\n]+)|s(.)(?:(?!\2).)*\2(?:(?!\2).)*\2[gpI0-9]*w\s+([^;}\n]+)/g;
const SED_RUNS =
  /(?:^|[;{}\n]|\d|\$|\/)\s*e(?:\s|$)|(?:s(.)(?:\\.|(?!\1).)*\1(?:\\.|(?!\1).)*\1[gpIiMm0-9]*e)/;

export function sed({ given }: Invocation, reading: ShellReading): void {
  const scripts = given.values
    .filter(({ option }) => option === '-e' || option === '--expression')
    .map(({ value }) => value);
  const isInFile = given.flags.has('-f') || given.flags.has('--file');
  const operands = [...given.operands];
  if (scripts.length === 0 && !isInFile) scripts.push(...operands.splice(0, 1));
  for (const script of scripts) {
    if (!script.isFixed || script.text.length > MAX_SCRIPT || SED_RUNS.test(script.text))
      reading.runsUnread('sed', 'runs a command through sed');
    for (const [, path, , other] of script.text.matchAll(OF_SED)) {
      reading.does(WRITES, [{ text: (path ?? other ?? '').trim(), isFixed: script.isFixed }]);
    }
  }
  const isInPlace = ['-i', '--in-place', '-I'].some((flag) => given.flags.has(flag));
  if (operands.length === 0) reading.does(PRINTS);
  else reading.does(isInPlace ? CHANGES : READS, operands);
}

/** Awk is a language with `system`, pipes and files; a script without them only computes. */
const AWK_REACHES = /\bsystem\b|\bgetline\b|@load|@include|\/inet\/|\bclose\b/;
const MAX_SCRIPT = 1_000;

function awkReachesOut({ text, isFixed }: ShellWord): boolean {
  if (!isFixed || text.length > MAX_SCRIPT) return true;
  const plain = text.replace(/"(?:\\.|[^"\\])*"/g, '""');
  if (AWK_REACHES.test(text)) return true;
  // Alternatives in patterns and comparisons are not pipes or redirections.
  const rest = plain
    .replace(/\/(?:\\.|[^/\\\n])*\//g, '')
    .replace(/\|\|/g, '')
    .replace(/\([^(){}]*\)/g, '');
  return /\||(?:print|printf)\b[^;}\n]*>/.test(rest);
}

export function awk({ given }: Invocation, reading: ShellReading): void {
  const operands = [...given.operands];
  if (!given.flags.has('-f') && !given.flags.has('--file')) {
    const script = operands.shift();
    if (script === undefined || awkReachesOut(script)) {
      reading.runsUnread('awk', 'runs a script with awk that reaches out of its input');
    }
  }
  reading.does(operands.length > 0 ? READS : PRINTS, operands);
}

/** Everything below the folders is found; then a command runs on each, or each is deleted. */
export function find({ words }: Invocation, reading: ShellReading): void {
  const start = words.findIndex(({ text }) => /^[-(!]/.test(text) && !/^-(?:[HLP]|O\d)$/.test(text));
  const folders = words.slice(0, start < 0 ? undefined : start).filter(({ text }) => !text.startsWith('-'));
  const roots: ShellWord[] = folders.length > 0 ? [...folders] : [fixed('.')];
  reading.does({ ...LISTS, what: 'looks for files below' }, roots);
  for (const [place, { text }] of words.entries()) {
    if (text === '-delete') {
      reading.says.recursive = true;
      reading.does({ ...DELETES, what: 'deletes files below', risk_level: 'high' }, roots);
    } else if (/^-(?:exec|execdir|ok|okdir)$/.test(text)) {
      findRuns(words.slice(place + 1), roots, reading);
    } else if (/^-(?:fprint0?|fls|fprintf)$/.test(text))
      reading.does(WRITES, words.slice(place + 1, place + 2));
  }
}

function findRuns(words: readonly ShellWord[], roots: readonly ShellWord[], reading: ShellReading): void {
  const end = words.findIndex(({ text }) => text === ';' || text === '+');
  const command = words.slice(0, end < 0 ? undefined : end);
  reading.says.recursive = true;
  const found = roots.map(({ text, isFixed }) => ({ text: `${text.replace(/\/+$/, '')}/**`, isFixed }));
  readNestedCommand(
    command.flatMap((word) =>
      word.text === '{}' ? found : word.text.includes('{}') ? [{ ...word, isFixed: false }] : [word],
    ),
    reading,
  );
}

/** Editors and pagers open a shell on request. */
export function interactive({ name, words, given, input }: Invocation, reading: ShellReading): void {
  const command = words.find(({ text }) =>
    /^(?:\+|-c$|--cmd$|--command|-s$|-S$|-E?s$|--eval|-e$|-f$|-l$|--batch$|--script)/.test(text),
  );
  const isFed = input !== null && !/^(?:less|more|most|view|pg)$/.test(name);
  if (command !== undefined || isFed) reading.runsUnread(name, `runs commands inside ${name}`);
  reading.does(
    READS,
    given.operands.filter(({ text }) => !text.startsWith('+')),
  );
}
