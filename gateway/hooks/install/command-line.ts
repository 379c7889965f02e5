/**
 * The command that an agent runs: absolute, so that it needs no search path, and without secrets. The command for the
 * event before a call also denies if the program is missing or crashes, since several agents take that for a yes.
 */
import { MARK } from './settings.ts';

const FAILED = 'Assize could not be asked, so the call was not carried out.';
/** Some versions of Copilot let the call through after any exit code but 0; with the others this also denies it. */
const COPILOT_DENIAL = JSON.stringify({ permissionDecision: 'deny', permissionDecisionReason: FAILED });

export interface Program {
  /** Node, and the program of the hook. */
  program: readonly string[];
  isWindows: boolean;
}

/** Others than the user can set HOME, so the file is named. */
const CONFIGURATION = '--configuration=';

export function configurationFileAmong(words: readonly string[]): string | undefined {
  const found = words.find((word) => word.startsWith(CONFIGURATION));
  return found?.slice(CONFIGURATION.length);
}

export function commandLine(
  { program, isWindows }: Program,
  configurationFile: string,
  agent: string,
  event: string,
  when: 'before' | 'after',
): string {
  const words = [...program, agent, event, `${CONFIGURATION}${configurationFile}`, MARK];
  if (isWindows) return windowsLine(words, agent, when);
  const command = words.map(posixWord).join(' ');
  return when === 'before' ? `/bin/sh -c '${guard(agent)}' assize ${command}` : command;
}

/**
 * A script for `sh`, which every other shell passes on unchanged: Codex starts hooks in the user's own shell, such as
 * fish. Variables that a repository sets for Node do not reach the hook. If the hook itself denies (2), its words
 * stay. Otherwise the script first reads the event to its end, as the hook does.
 */
function guard(agent: string): string {
  const denied =
    agent === 'copilot'
      ? `cat >/dev/null; echo "${COPILOT_DENIAL.replaceAll('"', '\\"')}"`
      : `[ $? -eq 2 ] || { cat >/dev/null; echo "${FAILED}" >&2; }; exit 2`;
  return `unset NODE_OPTIONS; "$@" || { ${denied}; }`;
}

function posixWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** Codex and Cursor run it in cmd, the others in PowerShell. */
function windowsLine(words: readonly string[], agent: string, when: 'before' | 'after'): string {
  if (agent === 'codex' || agent === 'cursor') {
    const command = words.map((word) => (/^[\w@+=:,./\\-]+$/.test(word) ? word : `"${word}"`)).join(' ');
    return when === 'before' ? `${command} || (echo ${FAILED} 1>&2 & exit 2)` : command;
  }
  const command = `& ${words.map((word) => `'${word.replaceAll("'", "''")}'`).join(' ')}`;
  if (when === 'after') return command;
  // If the program is missing, the code is null.
  const denied =
    agent === 'copilot'
      ? `[Console]::Out.WriteLine('${COPILOT_DENIAL}'); exit 0`
      : `if ($LASTEXITCODE -ne 2) { [Console]::Error.WriteLine('${FAILED}') }; exit 2`;
  return `${command}; if ($LASTEXITCODE -ne 0) { ${denied} }`;
}
