/**
 * The command that an agent runs: absolute, so that it starts without a search, and with nothing secret in it. Before a
 * call it also denies where the program is gone or dies, since several agents take that for a yes.
 */
import { MARK } from './settings.ts';

const FAILED = 'Assize could not be asked, so the call was not carried out.';
/** Some versions of Copilot take any exit code but 0 for a failure that lets the call through, the others deny by this too. */
const COPILOT_DENIAL = JSON.stringify({ permissionDecision: 'deny', permissionDecisionReason: FAILED });

export interface Program {
  /** Node, and the program of the hook. */
  program: readonly string[];
  isWindows: boolean;
}

/** The variable HOME can be set by others than the user, so the file is named. */
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
 * A script for `sh`, which each other shell passes on as it is: Codex starts hooks in the user's own, such as fish. What
 * a repository sets for Node does not reach the hook. A denial of the hook itself (2) keeps its words; else the event is
 * read to its end first, as the hook does it.
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
  // Where the program is gone, the code is null.
  const denied =
    agent === 'copilot'
      ? `[Console]::Out.WriteLine('${COPILOT_DENIAL}'); exit 0`
      : `if ($LASTEXITCODE -ne 2) { [Console]::Error.WriteLine('${FAILED}') }; exit 2`;
  return `${command}; if ($LASTEXITCODE -ne 0) { ${denied} }`;
}
