/**
 * How long single requests keep the event loop from all others: by the clock, as `monitorEventLoopDelay` measures it in
 * the service's own process, and in processor time of its thread, which other load on the machine does not lengthen.
 */
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import * as attacks from '../../tests/support/event-loop/attacks.ts';
import { connectProbe, probedBy } from '../../tests/support/event-loop/probe-client.ts';
import type { RawRequest } from '../../tests/support/event-loop/raw-request.ts';
import type { Context } from '../context.ts';
import { ask, type Method } from '../http.ts';
import type { DatabaseKind } from '../options.ts';
import { atMost, joinParts, type SectionReport, tableOf } from '../report.ts';
import { get, installAssize, onEachDatabase, startAssize } from '../servers/assize.ts';
import { median } from '../statistics.ts';

const TITLE = 'how long one request keeps the event loop';
/** More than a page of the search shows. */
const LARGE_ARTIFACTS = 120;
/** The delay is sampled every 5 ms. */
const UNTIL_SAMPLED_MS = 20;

export async function eventLoop(context: Context): Promise<SectionReport> {
  const { outcomes, skipped } = await onEachDatabase(context, (kind) => measureOn(context, kind));
  const kept = outcomes.flat();
  const columns = [
    'database',
    'request',
    'medianCpuMs',
    'leastCpuMs',
    'medianDelayMs',
    'leastDelayMs',
  ] as const;
  const checks = kept.map(({ database, request, leastCpuMs }) =>
    atMost(50, 'ms', leastCpuMs, `${database}: ${request}`),
  );
  const clock = 'Delays are by the clock and grow with other load on this machine; processor time does not.';
  const part = { tables: [tableOf(kept, columns)], checks, notes: [clock] };
  return joinParts(TITLE, [part, skipped], kept);
}

async function measureOn(context: Context, kind: DatabaseKind) {
  const address = path.join(context.folder, `probe-${kind}`);
  const service = await startAssize(context, await installAssize(context, kind, probedBy(address)));
  const probe = await connectProbe(address);
  const send = ({ method, url, body }: RawRequest) => {
    const question = { ...get(service, url), method: method as Method };
    if (body === null) return ask(question);
    return ask({ ...question, headers: { ...question.headers, 'content-type': 'application/json' }, body });
  };
  const contexts = Object.entries(attacks.LARGE_CONTEXTS);
  context.progress(`event-loop: ${LARGE_ARTIFACTS} large artifacts on ${service.name}`);
  for (let place = 0; place < LARGE_ARTIFACTS; place += 1) {
    await send(attacks.evaluation(contexts[place % contexts.length]?.[1] ?? ''));
  }
  const requests: Record<string, RawRequest> = {
    ...Object.fromEntries(
      contexts.map(([name, each]) => [`an evaluation of ${name}`, attacks.evaluation(each)]),
    ),
    'a batch of a hundred': attacks.dearBatch(100),
    '36,000 types of artifacts': attacks.manyTypes,
    ...attacks.PAGES,
  };
  const kept = Object.entries(requests).map(([name, request]) => {
    return { name, request, cpuMs: [] as number[], delayMs: [] as number[] };
  });
  for (let round = 0; round < context.options.rounds; round += 1) {
    for (const { request, cpuMs, delayMs } of kept) {
      await probe.held();
      await send(request);
      await sleep(UNTIL_SAMPLED_MS);
      const held = await probe.held();
      cpuMs.push(held.turnMs);
      delayMs.push(held.delayMs);
    }
  }
  probe.close();
  await service.stop();
  return kept.map(({ name, cpuMs, delayMs }) => ({
    ...{ database: service.database, request: name, cpuMs, delayMs },
    ...{ medianCpuMs: median(cpuMs), leastCpuMs: Math.min(...cpuMs) },
    ...{ medianDelayMs: median(delayMs), leastDelayMs: Math.min(...delayMs) },
  }));
}
