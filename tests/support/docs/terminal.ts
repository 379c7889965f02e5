/** A terminal: runs bash, one block of commands after another, and reports the output and the command that failed. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { until } from '../until.ts';

export interface Terminal {
  /** @returns the block's output, and its failed commands. */
  run(commands: string): Promise<{ printed: string; failed: string; errors: string }>;
  close(): void;
}

export interface Background {
  /** Everything that a person would see there. */
  shown(): string;
  hasEnded(): boolean;
  /** Presses Ctrl-C. Resolves once it has ended. */
  interrupt(): Promise<void>;
  kill(): void;
}

export interface Place {
  cwd: string;
  env: NodeJS.ProcessEnv;
}

/** A command that stops because the next one has read enough has not failed, and neither has the block. */
const WATCH = (file: string) => `set -o pipefail
trap 'case "$?:$BASH_COMMAND" in 141:*|*:". "*) ;; *) echo "$BASH_COMMAND" >> ${file} ;; esac' ERR\n`;

export function openTerminal(scratch: string, place: Place): Terminal {
  const shell = follow(spawn('bash', [], { ...place, detached: true }));
  const failures = path.join(scratch, 'failures');
  shell.child.stdin?.write(WATCH(failures));
  return {
    async run(commands) {
      const block = path.join(scratch, 'block.sh');
      const mark = `--- ${randomUUID()}`;
      writeFileSync(block, commands);
      rmSync(failures, { force: true });
      const before = { printed: shell.printed().length, errors: shell.errors().length };
      // The block must not read the commands after it.
      shell.child.stdin?.write(`. ${block} < /dev/null\necho '${mark}'\n`);
      await until(
        () => shell.printed().includes(`${mark}\n`) || shell.hasEnded(),
        () => `it hangs:\n${commands}`,
      );
      return {
        printed: shell.printed().slice(before.printed).replace(`${mark}\n`, ''),
        failed: existsSync(failures) ? readFileSync(failures, 'utf8') : '',
        errors: shell.errors().slice(before.errors),
      };
    },
    close: () => signal(shell.child, 'SIGKILL'),
  };
}

export function runInBackground(commands: string, place: Place): Background {
  const { child, shown, hasEnded } = follow(spawn('bash', ['-c', commands], { ...place, detached: true }));
  return {
    shown,
    hasEnded,
    async interrupt() {
      signal(child, 'SIGINT');
      await until(hasEnded, () => `Ctrl-C does not end it:\n${commands}`);
    },
    kill: () => signal(child, 'SIGKILL'),
  };
}

function follow(child: ChildProcess) {
  const text = { stdout: '', stderr: '', both: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.setEncoding('utf8').on('data', (more: string) => {
      text[name] += more;
      text.both += more;
    });
  }
  let hasEnded = false;
  child.once('close', () => {
    hasEnded = true;
  });
  const read = (name: keyof typeof text) => () => text[name];
  return {
    child,
    printed: read('stdout'),
    errors: read('stderr'),
    shown: read('both'),
    hasEnded: () => hasEnded,
  };
}

/** Signals the group, and with it everything started there. */
function signal(child: ChildProcess, name: NodeJS.Signals): void {
  try {
    process.kill(-(child.pid ?? 0), name);
  } catch {
    // Everything has ended.
  }
}
