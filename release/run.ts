/** Runs another program of the release to its end, and has the release fail where it fails. */
import { spawnSync } from 'node:child_process';

/** @returns its standard output. @throws with all that it wrote, where it did not end with 0 */
export function run(program: string, words: readonly string[], cwd: string): string {
  const { status, error, stdout, stderr } = spawnSync(program, words, { cwd, encoding: 'utf8' });
  if (status === 0) return stdout;
  throw new Error(`${program} ${words.join(' ')}: ${error?.message ?? `exit ${status}`}\n${stdout}${stderr}`);
}
