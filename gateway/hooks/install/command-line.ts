/**
 * The command that an agent runs: absolute, so that it starts without a search, and with nothing secret in it. Before a
 * call it also denies where the program is gone or dies, since several agents take that for a yes.
 */
import { MARK } from './settings.ts';

const FAILED = 'Assize could not be asked, so the call was not carried out.';

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
  return when === 'before' ? `${command} || { echo '${FAILED}' >&2; exit 2; }` : command;
}

function posixWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** Copilot runs it in PowerShell, the others in cmd. */
function windowsLine(words: readonly string[], agent: string, when: 'before' | 'after'): string {
  if (agent === 'copilot') {
    const command = `& ${words.map((word) => `'${word.replaceAll("'", "''")}'`).join(' ')}`;
    return `${command}; exit $LASTEXITCODE`;
  }
  const command = words.map((word) => (/^[\w@+=:,./\\-]+$/.test(word) ? word : `"${word}"`)).join(' ');
  return when === 'before' ? `${command} || (echo ${FAILED} 1>&2 & exit 2)` : command;
}
