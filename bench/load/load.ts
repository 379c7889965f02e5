/**
 * Makes load in a separate process, so that it does not slow down the measured process from within. Every connection
 * sends its next request when it has its answer.
 */
import { existsSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Context, LoadResult, LoadTool, Target } from '../context.ts';
import type { LoadToolName } from '../options.ts';
import { runToEnd } from '../processes.ts';

/** @param wanted null for wrk if it is installed, because it uses less of the machine than autocannon. */
export function chooseLoadTool(wanted: LoadToolName | null): LoadTool {
  const wrk = findOnPath('wrk');
  if (wanted === 'autocannon' || (wanted === null && wrk === null)) return autocannon;
  if (wrk === null) throw new Error('wrk is not installed; autocannon is: --load autocannon');
  return wrkAt(wrk);
}

function findOnPath(program: string): string | null {
  for (const folder of (process.env.PATH ?? '').split(path.delimiter)) {
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
      const load = ['-t1', `-c${connections}`, `-d${seconds}s`, '--latency', '-s', script, target.url];
      const args = [...load, '--', bodyFile(context, target), ...headerLines(target)];
      const output = await runToEnd(context, { name: 'wrk', command, args });
      const json = /^RESULT (.*)$/m.exec(output)?.[1];
      if (json === undefined) throw new Error(`wrk did not report:\n${output}`);
      return JSON.parse(json) as LoadResult;
    },
  };
}

const autocannon: LoadTool = {
  name: 'autocannon',
  async run(context, target, connections, seconds) {
    const args = [
      createRequire(import.meta.url).resolve('autocannon/autocannon.js'),
      ...['--json', '-c', String(connections), '-d', String(seconds), '-m', 'POST'],
      ...headerLines(target).flatMap((line) => ['-H', line]),
      ...['-i', bodyFile(context, target), target.url],
    ];
    const output = await runToEnd(context, { name: 'autocannon', command: process.execPath, args });
    const { requests, duration, latency, errors, non2xx } = JSON.parse(output) as AutocannonResult;
    const speed = { requestsPerSecond: requests.total / duration, p50Ms: latency.p50, p99Ms: latency.p99 };
    return { requests: requests.total, ...speed, errors: errors + non2xx };
  },
};

/** The part of `autocannon --json` that is used: seconds, whole ms, and errors that include the timeouts. */
interface AutocannonResult extends Record<'duration' | 'errors' | 'non2xx', number> {
  requests: { total: number };
  latency: { p50: number; p99: number };
}

function bodyFile({ folder }: Context, { body }: Target): string {
  const file = path.join(folder, 'request-body.json');
  writeFileSync(file, body);
  return file;
}

function headerLines({ headers }: Target): string[] {
  return Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
}
