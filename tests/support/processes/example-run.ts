/** Runs an example to its end, in a process of its own. */
import { spawn } from 'node:child_process';
import type { TestContext } from 'node:test';

/**
 * @returns its output, with fixed names for its customer and order. @throws with all output if its exit code is not
 * 0.
 */
export function runExample(
  t: TestContext,
  command: readonly [program: string, ...words: string[]],
  environment: Record<string, string>,
): Promise<string> {
  const [program, ...words] = command;
  const child = spawn(program, words, {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  t.after(() => void child.kill('SIGKILL'));
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  return new Promise((resolve, reject) => {
    child.once('close', (code) => {
      if (code === 0) resolve(stdout.replaceAll(/ann\.\w+@/g, 'ann@').replaceAll(/SO-\w+/g, 'SO-31'));
      else reject(new Error(`${command.join(' ')} ended with ${code}:\n${stdout}\n${stderr}`));
    });
  });
}
