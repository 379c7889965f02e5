/** More evaluations than the service can carry: how quick those are that it answers, and what a refusal costs. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Context } from '../context.ts';
import type { RatePlan, RateResult } from '../load/at-rate.ts';
import { warmUp } from '../load/measure.ts';
import type { DatabaseKind } from '../options.ts';
import { cpuMsWithChildren } from '../process-usage.ts';
import { runToEnd } from '../processes.ts';
import { atMost, type Part } from '../report.ts';
import { type RunningAssize, startNew } from '../servers/assize.ts';
import { difference, quotient } from '../statistics.ts';

export const title = 'evaluations that come at a fixed rate, up to twice the capacity';

/** Parts of the capacity. */
const LOADS = [0.5, 1, 2];
const CONNECTIONS = 2000;
/** Few enough that nothing has to be refused. */
const CONNECTIONS_FOR_CAPACITY = 128;
/** The first second or two of an overload count as a burst. */
const SETTLES_FOR_SECONDS = 4;
const WARM_UP_TURNS = 3;

type Load = Pick<RatePlan, 'connections' | 'perSecond'>;

export async function onDatabase(context: Context, kind: DatabaseKind): Promise<Part> {
  const running = await startNew(context, kind);
  await warmUp(context, [running], WARM_UP_TURNS);
  const most = await sendAt(context, running, { connections: CONNECTIONS_FOR_CAPACITY, perSecond: null });
  const capacity = most.answered.perSecond;
  const rows = [rowOf('as fast as it answers', most)];
  const checks: Part['checks'] = [];
  for (const load of LOADS) {
    context.progress(`${load} of the capacity`);
    const name = `${load} of the capacity`;
    const result = await sendAt(context, running, { connections: CONNECTIONS, perSecond: load * capacity });
    rows.push(rowOf(name, result));
    if (load > 1) checks.push(atMost(250, 'ms', result.answered.p99Ms, `p99 of what is answered, ${name}`));
  }
  return {
    tables: [{ name: 'overload', rows }],
    checks,
    notes: [
      'The load is sent by a process on the same machine, by which the capacity is measured too.',
      `Unsent: due while none of ${CONNECTIONS} connections was free. CPU: of the service, for each request, refused ones included.`,
    ],
  };
}

async function sendAt(context: Context, running: RunningAssize, load: Load) {
  const { pid, url, headers, body } = running;
  const bodyFile = path.join(context.folder, 'body-at-rate.json');
  writeFileSync(bodyFile, body);
  const { seconds } = context.options;
  const plan: RatePlan = { url, headers, bodyFile, seconds, settlesForSeconds: SETTLES_FOR_SECONDS, ...load };
  const script = fileURLToPath(new URL('../load/at-rate.ts', import.meta.url));
  const before = cpuMsWithChildren(pid);
  const args = [script, JSON.stringify(plan)];
  const output = await runToEnd(context, { name: 'load-at-rate', command: process.execPath, args });
  const usedMs = difference(cpuMsWithChildren(pid), before);
  return { ...(JSON.parse(output) as RateResult), usedMs, overSeconds: seconds + SETTLES_FOR_SECONDS };
}

function rowOf(load: string, { answered, refused, ...rest }: Awaited<ReturnType<typeof sendAt>>) {
  const all = (answered.perSecond + refused.perSecond) * rest.overSeconds;
  return {
    load,
    answeredPerSecond: answered.perSecond,
    p50Ms: answered.p50Ms,
    p99Ms: answered.p99Ms,
    maxMs: answered.maxMs,
    refusedPerSecond: refused.perSecond,
    refusedP99Ms: refused.p99Ms,
    unsentPerSecond: rest.unsentPerSecond,
    cpuMsPerRequest: quotient(rest.usedMs, all),
    errors: rest.errors,
  };
}
