/** Reads a shell command: every program that it runs, and what each does. Bash's grammar is read, which takes sh's too. */

import { parse } from 'unbash';
import { type Act, type Content, refused } from '../content.ts';
import { type Inside, NOTHING_NOTED, ShellReading, shellFacts, Unreadable } from './reading.ts';
import { runWords } from './run.ts';
import { walkScript } from './walk.ts';

/** Longer ones are scripts, which are read by people. */
export const MAX_SHELL = 32_768;
/** Each is read once for each that stands around it. */
const MAX_SUBSTITUTIONS = 200;

/** @param program what the text is given to, such as `kubectl`; a shell, where there is none. */
export function readShell(written: string, sql: Inside['sql'], program?: string): Content {
  const text = program === undefined ? written : withProgram(written, program);
  const reason = refused(text, MAX_SHELL) ?? tooNested(text);
  if (reason !== null) return unreadable(reason);
  const reading = new ShellReading({ text: readText, command: runWords, sql });
  try {
    readText(text, reading);
  } catch (error) {
    if (error instanceof Unreadable) return unreadable(error.message);
    if (error instanceof RangeError) return unreadable('it is nested too deep');
    throw error;
  }
  return { kind: 'shell', unreadable: null, acts: actsOf(reading), facts: shellFacts(reading) };
}

const SHELLS = /^(?:(?:ba|z|da|k|fi)?sh|powershell|pwsh|cmd|shell)$/;
const PROGRAM = /^[a-z][\w.-]*$/;

/** Tools for one program take its arguments with or without its name before them. */
function withProgram(text: string, program: string): string {
  const name = program.toLowerCase();
  if (!PROGRAM.test(name) || SHELLS.test(name) || /^\s*$/.test(text)) return text;
  return new RegExp(`^\\s*(?:\\S*/)?${name.replaceAll('.', '\\.')}(?:\\s|$)`, 'i').test(text)
    ? text
    : `${name} ${text}`;
}

function readText(source: string, reading: ShellReading): void {
  walkScript(parse(source), reading);
}

/** A text without a command does nothing. */
function actsOf({ acts, says }: ShellReading): Act[] {
  if (acts.length === 0) return [{ effect: 'read', what: 'runs no program', targets: [] }];
  if (!says.privileged) return acts;
  return acts.map((act) =>
    act.effect === 'read' || act.risk_level !== undefined ? act : { ...act, risk_level: 'medium' },
  );
}

function tooNested(text: string): string | null {
  const openers = text.match(/[$<>]\(|`|\$\{/g)?.length ?? 0;
  return openers > MAX_SUBSTITUTIONS ? `it has more than ${MAX_SUBSTITUTIONS} substitutions` : null;
}

function unreadable(reason: string): Content {
  return { kind: 'shell', unreadable: reason, acts: [], facts: shellFacts(NOTHING_NOTED) };
}
