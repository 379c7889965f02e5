/** Makes system calls on the database's files fail with `strace`; all others work. */
import { spawnSync } from 'node:child_process';

/** The possible faults of a system call, in the words of `strace -e inject`. */
export type Misfortune = 'error=EIO' | 'error=ENOSPC' | 'signal=SIGKILL';

export interface Fault {
  call: string;
  misfortune: Misfortune;
  /** Counted from 1 in each thread: `5`, `5..9`, or `5+3` for the fifth and every third after it. */
  when: string;
}

/** The calls by which SQLite changes a file or makes it durable. */
export const FILE_CALLS = ['pwrite64', 'write', 'fsync', 'fdatasync', 'ftruncate'];

/** @returns a reason to skip, or false. */
export function whyNoStrace(): string | false {
  const tried = spawnSync('strace', ['-qq', '-o', '/dev/null', 'true']);
  if (tried.error !== undefined) return 'no strace';
  return tried.status === 0 ? false : 'processes may not be traced here';
}

/**
 * Returns a command that runs the command after it with the fault. The process keeps its own id, signals and exit
 * code.
 * @param log the file that lists each call on the files, with the file's name.
 */
export function straceCommand(files: readonly string[], log: string, fault: Fault | null): string[] {
  const injection =
    fault === null ? [] : ['-e', `inject=${fault.call}:${fault.misfortune}:when=${fault.when}`];
  const paths = files.flatMap((file) => ['-P', file]);
  // The faster way to trace does not deliver signals.
  const faster = fault?.misfortune.startsWith('signal') ? [] : ['--seccomp-bpf'];
  return [
    ...['strace', '-D', '-f', '-qq', '-y', '-s', '64', ...faster, '-o', log],
    ...['-e', `trace=${FILE_CALLS.join(',')}`, ...injection, ...paths],
  ];
}

export interface TracedCall {
  thread: string;
  name: string;
  file: string;
  /** The line without the thread, with the beginning of the written bytes. */
  text: string;
  succeeded: boolean;
}

const LINE = /^(\d+) +(?:(\w+)\(\d+<([^>]*)>|<\.\.\. (\w+) resumed>)(.*)$/;

/** Returns the calls of a log in the order in which they ended, without one that the end of the process cut off. */
export function readTrace(log: string): TracedCall[] {
  const calls: TracedCall[] = [];
  const unfinished = new Map<string, { name: string; file: string; text: string }>();
  for (const line of log.split('\n')) {
    const match = LINE.exec(line);
    if (match === null) continue;
    const [, thread = '', name, file = '', resumed, rest = ''] = match;
    if (rest.endsWith('<unfinished ...>')) {
      unfinished.set(thread, { name: name ?? '', file, text: rest });
      continue;
    }
    const begun = resumed === undefined ? { name: name ?? '', file, text: rest } : unfinished.get(thread);
    const result = /= (-?\d+)(?: .*)?$/.exec(rest)?.[1];
    if (begun === undefined || result === undefined) continue;
    calls.push({ thread, ...begun, succeeded: !result.startsWith('-') });
  }
  return calls;
}
