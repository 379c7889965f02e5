/**
 * How long single requests keep the event loop from all others: by the clock, as `monitorEventLoopDelay` tells it in
 * the service's own process, and in processor time of its thread, which other load on the machine does not lengthen.
 */
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  dearBatch,
  evaluation,
  LARGE_CONTEXTS,
  manyTypes,
  PAGES,
} from '../../tests/support/event-loop/attacks.ts';
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

interface Kept {
  database: string;
  name: string;
  cpuMs: number[];
  delayMs: number[];
}

export async function eventLoop(context: Context): Promise<SectionReport> {
  const { outcomes, notes } = await onEachDatabase(context, (kind) => measureOn(context, kind));
  const kept = outcomes.flat();
  const table = tableOf(kept, {
    database: ({ database }) => database,
    request: ({ name }) => name,
    'CPU ms, median': ({ cpuMs }) => median(cpuMs),
    'CPU ms, least': ({ cpuMs }) => Math.min(...cpuMs),
    'delay ms, median': ({ delayMs }) => median(delayMs),
    'delay ms, least': ({ delayMs }) => Math.min(...delayMs),
  });
  const checks = kept.map(({ database, name, cpuMs }) =>
    atMost(50, 'ms', Math.min(...cpuMs), `${database}: ${name}`),
  );
  const clock = 'Delays are by the clock and grow with other load on this machine; processor time does not.';
  return joinParts(TITLE, [{ tables: [table], checks, notes: [clock, ...notes] }], kept);
}

async function measureOn(context: Context, kind: DatabaseKind): Promise<Kept[]> {
  const address = path.join(context.folder, `probe-${kind}`);
  const service = await startAssize(context, await installAssize(context, kind, probedBy(address)));
  const probe = await connectProbe(address);
  const send = ({ method, url, body }: RawRequest) => {
    const question = { ...get(service, url), method: method as Method };
    if (body === null) return ask(question);
    return ask({ ...question, headers: { ...question.headers, 'content-type': 'application/json' }, body });
  };
  const contexts = Object.entries(LARGE_CONTEXTS);
  context.progress(`event-loop: ${LARGE_ARTIFACTS} large artifacts on ${service.name}`);
  for (let place = 0; place < LARGE_ARTIFACTS; place += 1) {
    await send(evaluation(contexts[place % contexts.length]?.[1] ?? ''));
  }
  const requests: Record<string, RawRequest> = {
    ...Object.fromEntries(contexts.map(([name, each]) => [`an evaluation of ${name}`, evaluation(each)])),
    'a batch of a hundred': dearBatch(100),
    '36,000 types of artifacts': manyTypes,
    ...PAGES,
  };
  const kept: Kept[] = Object.keys(requests).map((name) => {
    return { database: service.name, name, cpuMs: [], delayMs: [] };
  });
  for (let round = 0; round < context.options.rounds; round += 1) {
    for (const [place, request] of Object.values(requests).entries()) {
      await probe.held();
      await send(request);
      await sleep(UNTIL_SAMPLED_MS);
      const { turnMs, delayMs } = await probe.held();
      kept[place]?.cpuMs.push(turnMs);
      kept[place]?.delayMs.push(delayMs);
    }
  }
  probe.close();
  await service.stop();
  return kept;
}
