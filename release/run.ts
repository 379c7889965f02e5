/** Runs another program of the release to its end, and makes the release fail if the program fails. */
import { spawnSync } from 'node:child_process';

/** @returns its standard output. @throws with its whole output, where it did not end with 0 */
export function run(program: string, words: readonly string[], cwd: string): string {
  const { status, error, stdout, stderr } = spawnSync(program, words, { cwd, encoding: 'utf8' });
  if (status === 0) return stdout;
  throw new Error(`${program} ${words.join(' ')}: ${error?.message ?? `exit ${status}`}\n${stdout}${stderr}`);
}
