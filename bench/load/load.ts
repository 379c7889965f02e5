/**
 * Load from a process of its own, so that making it does not slow down what is measured from within. Every connection
 * sends its next request when it has the answer to the last.
 */
import { existsSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Context, cleanEnvironment, type Environment } from '../context.ts';
import type { LoadToolName } from '../options.ts';
import { runToEnd } from '../processes.ts';

export interface Target {
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string;
}

export interface LoadResult {
  /** That were answered, with any status. */
  requests: number;
  requestsPerSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** Answers with a status of 400 or more, broken connections, timeouts. Any makes the figures invalid. */
  errors: number;
}

export interface LoadTool {
  name: LoadToolName;
  run(context: Context, target: Target, connections: number, seconds: number): Promise<LoadResult>;
}

/** @param wanted null: wrk where it is installed, because it takes less of the machine than autocannon. */
export function chooseLoadTool(wanted: LoadToolName | null, environment: Environment): LoadTool {
  const wrk = findOnPath('wrk', environment);
  if (wanted === 'autocannon' || (wanted === null && wrk === null)) return autocannon;
  if (wrk === null) throw new Error('wrk is not installed; autocannon is: --load autocannon');
  return wrkAt(wrk);
}

export function findOnPath(program: string, environment: Environment): string | null {
  for (const folder of (environment.PATH ?? '').split(path.delimiter)) {
    const file = path.join(folder, program);
    if (folder !== '' && existsSync(file)) return file;
  }
  return null;
}

function wrkAt(command: string): LoadTool {
  const script = fileURLToPath(new URL('./wrk.lua', import.meta.url));
  return {
    name: 'wrk',
    async run(context, target, connections, seconds) {
      const output = await runToEnd(context, {
        name: 'wrk',
        command,
        args: [
          ...['-t1', `-c${connections}`, `-d${seconds}s`, '--latency', '-s', script, target.url],
          ...['--', bodyFile(context, target), ...headerLines(target)],
        ],
        environment: cleanEnvironment(context.environment),
      });
      const json = /^RESULT (.*)$/m.exec(output)?.[1];
      if (json === undefined) throw new Error(`wrk did not report:\n${output}`);
      const { requests, durationUs, p50Us, p99Us, refused, broken } = JSON.parse(json) as WrkResult;
      return {
        requests,
        requestsPerSecond: (requests / durationUs) * 1e6,
        p50Ms: p50Us / 1000,
        p99Ms: p99Us / 1000,
        errors: refused + broken,
      };
    },
  };
}

/** What `wrk.lua` prints. */
interface WrkResult {
  requests: number;
  durationUs: number;
  p50Us: number;
  p99Us: number;
  refused: number;
  broken: number;
}

const autocannon: LoadTool = {
  name: 'autocannon',
  async run(context, target, connections, seconds) {
    const output = await runToEnd(context, {
      name: 'autocannon',
      command: process.execPath,
      args: [
        createRequire(import.meta.url).resolve('autocannon/autocannon.js'),
        ...['--json', '-c', String(connections), '-d', String(seconds), '-m', 'POST'],
        ...headerLines(target).flatMap((line) => ['-H', line]),
        ...['-i', bodyFile(context, target), target.url],
      ],
      environment: cleanEnvironment(context.environment),
    });
    const result = JSON.parse(output) as AutocannonResult;
    return {
      requests: result.requests.total,
      requestsPerSecond: result.requests.total / result.duration,
      p50Ms: result.latency.p50,
      p99Ms: result.latency.p99,
      errors: result.errors + result.non2xx,
    };
  },
};

/** The part of `autocannon --json` that is read here; `errors` has the timeouts in it. */
interface AutocannonResult {
  requests: { total: number };
  /** s. */
  duration: number;
  /** ms, whole. */
  latency: { p50: number; p99: number };
  errors: number;
  non2xx: number;
}

function bodyFile({ folder }: Context, { body }: Target): string {
  const file = path.join(folder, 'request-body.json');
  writeFileSync(file, body);
  return file;
}

function headerLines({ headers }: Target): string[] {
  return Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
}
