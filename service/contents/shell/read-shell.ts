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

export function readShell(text: string, sql: Inside['sql']): Content {
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
