/**
 * How long single requests keep the event loop from everybody else: by the clock, as `monitorEventLoopDelay` tells it in
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
import type { Held } from '../../tests/support/event-loop/probe.ts';
import { connectProbe, probedBy } from '../../tests/support/event-loop/probe-client.ts';
import type { RawRequest } from '../../tests/support/event-loop/raw-request.ts';
import type { Context } from '../context.ts';
import { ask } from '../http.ts';
import type { SectionReport } from '../report.ts';
import { type Installation, installAssize, startAssize } from '../servers/assize.ts';
import { NO_POSTGRES, startPostgres } from '../servers/postgres.ts';
import { median } from '../statistics.ts';
import { figure } from '../table.ts';

const TITLE = 'how long one request keeps the event loop';
const TARGET_MS = 50;
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
  const notes = ['Delays are by the clock and grow with whatever else runs here; processor time does not.'];
  const kept: Kept[] = [];
  const { databases } = context.options;
  if (databases.includes('sqlite')) kept.push(...(await measureOn(context, installAssize(context, null))));
  if (databases.includes('postgres')) {
    const postgres = await startPostgres(context);
    if (postgres === null) notes.push(`PostgreSQL was skipped: ${NO_POSTGRES}`);
    else kept.push(...(await measureOn(context, installAssize(context, postgres))));
  }
  return {
    title: TITLE,
    tables: [
      {
        columns: ['database', 'request', 'CPU ms, median', 'least', 'delay ms, median', 'least'],
        rows: kept.map(({ database, name, cpuMs, delayMs }) => [
          database,
          name,
          ...[median(cpuMs), Math.min(...cpuMs), median(delayMs), Math.min(...delayMs)].map(figure),
        ]),
      },
    ],
    checks: kept.map(({ database, name, cpuMs }) => ({
      what: `${database}: ${name}`,
      figure: Math.min(...cpuMs),
      sense: 'at most',
      target: TARGET_MS,
      unit: 'ms',
    })),
    notes,
    data: kept,
  };
}

async function measureOn(context: Context, installation: Installation): Promise<Kept[]> {
  const address = path.join(
    context.folder,
    `probe-${installation.postgres === null ? 'sqlite' : 'postgres'}`,
  );
  const environment = { ...installation.environment, ...probedBy(address) };
  const service = await startAssize(context, { ...installation, environment });
  const probe = await connectProbe(address);
  const send = ({ door, method, url, body }: RawRequest) =>
    ask({
      url: new URL(url, service.url).href,
      method: method as 'GET' | 'POST',
      headers: {
        ...(door === 'a'
          ? { 'x-api-key': installation.key }
          : { authorization: `Bearer ${installation.key}` }),
        ...(body === null ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === null ? {} : { body }),
    });
  const contexts = Object.entries(LARGE_CONTEXTS);
  context.progress(`event-loop: ${LARGE_ARTIFACTS} large artifacts on ${installation.name}`);
  for (let place = 0; place < LARGE_ARTIFACTS; place++) {
    await send(evaluation(contexts[place % contexts.length]?.[1] ?? ''));
  }
  const requests: [string, RawRequest][] = [
    ...contexts.map(([name, each]): [string, RawRequest] => [`an evaluation of ${name}`, evaluation(each)]),
    ['a batch of a hundred', dearBatch(100)],
    ['36,000 types of artifacts', manyTypes],
    ...Object.entries(PAGES),
  ];
  const kept = requests.map(
    ([name]): Kept => ({ database: installation.name, name, cpuMs: [], delayMs: [] }),
  );
  for (let round = 0; round < context.options.rounds; round++) {
    for (const [place, [, request]] of requests.entries()) {
      const { turnMs, delayMs } = await heldDuring(probe, () => send(request));
      kept[place]?.cpuMs.push(turnMs);
      kept[place]?.delayMs.push(delayMs);
    }
  }
  probe.close();
  await service.stop();
  return kept;
}

async function heldDuring(probe: { held(): Promise<Held> }, work: () => Promise<unknown>): Promise<Held> {
  await probe.held();
  await work();
  await sleep(UNTIL_SAMPLED_MS);
  return probe.held();
}
