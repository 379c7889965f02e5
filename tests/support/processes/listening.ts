/** Runs `assize listen` in a process of its own, and collects its output. */
import { spawn } from 'node:child_process';
import type { TestContext } from 'node:test';
import type { DatabaseLocation } from '@assize/service/database/location.ts';
import { until } from '../until.ts';
import { ASSIZE } from './command.ts';
import { environmentFor } from './service.ts';

export interface Listening {
  /** Its complete lines so far. */
  lines(): string[];
  /** The output without the events. */
  notes(): string;
  untilNoted(what: RegExp): Promise<void>;
  /** @returns the first lines, once there are this many. */
  untilLines(count: number): Promise<string[]>;
  /** Presses Ctrl-C. @returns the exit code. */
  end(): Promise<number | null>;
  ended: Promise<number | null>;
}

/** Ended with the test. @param location where its database is; null if it asks a service. */
export function listen(
  t: TestContext,
  location: DatabaseLocation | null,
  words: readonly string[],
  environment: Record<string, string> = {},
): Listening {
  const place = location === null ? {} : environmentFor(location);
  const child = spawn(process.execPath, [ASSIZE, 'listen', ...words], {
    env: { ...process.env, ...place, ...environment },
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
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const lines = () => stdout.split('\n').slice(0, -1);
  const said = () => `${stdout}\n${stderr}`;
  return {
    lines,
    notes: () => stderr,
    untilNoted: (what) => until(() => what.test(stderr), said),
    async untilLines(count) {
      await until(() => lines().length >= count, said);
      return lines().slice(0, count);
    },
    end() {
      child.kill('SIGINT');
      return ended;
    },
    ended,
  };
}
