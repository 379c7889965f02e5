/**
 * Hours of mixed load at a moderate rate on one service: do memory, descriptors and latency stay level, and is each
 * answer still there at the end? With `--json`, the curve is written while it grows, so that an interrupted run leaves
 * it behind; `--from` prints it again.
 */
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '../context.ts';
import { drawFrom } from '../draw.ts';
import { askJson } from '../http.ts';
import type { DatabaseKind } from '../options.ts';
import { figure, joinParts, type Part } from '../report.ts';
import {
  databaseName,
  type Installation,
  installAssize,
  post,
  type RunningAssize,
  runCommand,
  startAssize,
} from '../servers/assize.ts';
import { MAY_REACH_RECEIVER } from '../servers/own.ts';
import { difference, percentile } from '../statistics.ts';
import { POLICY } from './soak/around.ts';
import { type Sample, type Soak, soakPart } from './soak/curve.ts';
import { endingOf, found, startListening } from './soak/ending.ts';
import { kindsOf } from './soak/kinds.ts';
import { Load } from './soak/load.ts';
import { EMAIL, joinedPerson } from './soak/person.ts';
import { cpuUsedMs, type Held, heldBy, heldByDatabase } from './soak/sampling.ts';

export const title = 'hours of mixed load: memory and descriptors, and whether every answer is there';

const SEED = 20_260_701;
const SCRAPE_EVERY_MS = 15_000;
const SCRAPES_IN_SAMPLE = 2;
const MS_PER_HOUR = 3_600_000;

/** The soaks of this run, one for each database. */
const written: Soak[] = [];

export async function onDatabase(context: Context, kind: DatabaseKind): Promise<Part> {
  const { soakFile } = context.options;
  if (soakFile !== null) {
    const earlier = readSoaks(soakFile).filter(({ database }) => database === databaseName(kind));
    return joinParts(earlier.map(soakPart));
  }
  const { hours, rate, jsonFile } = context.options;
  const settings = { ...MAY_REACH_RECEIVER, ASSIZE_RATE_LIMITS: 'on' };
  const installation = await installAssize(context, kind, settings);
  const running = await startAssize(context, installation);
  const invite = ['members', 'invite', EMAIL, '--role', 'owner', '--json'];
  const invited = await runCommand(context, installation, ...invite);
  const person = await joinedPerson(running.url, (JSON.parse(invited) as { link: string }).link);
  await setUp(running);
  const load = new Load(running);
  const stopLoad = context.cleanup.add(() => load.stop());
  const listener = await startListening(context, running, load);
  const before = await found(running);
  const { arrivals, wrong, examples } = load;
  const run = { database: databaseName(kind), startedAt: new Date().toISOString(), hours, rate };
  const own: Soak = { ...run, arrivals, wrong, examples, samples: [], ending: null };
  written.push(own);
  const draw = drawFrom(SEED);
  load.start(kindsOf(draw, rate, person), draw);
  const end = performance.now() + hours * MS_PER_HOUR;
  for await (const sample of samplesUntil(end, installation, running, load)) {
    own.samples.push(sample);
    keep(jsonFile);
    context.progress(lineOf(sample));
  }
  await stopLoad();
  own.ending = await endingOf(running, load, before, listener);
  keep(jsonFile);
  return soakPart(own);
}

async function setUp(running: RunningAssize): Promise<void> {
  await askJson(post(running, '/api/v1/policies', POLICY));
  const activation = { version: 1, expected_version: null };
  await askJson(post(running, `/api/v1/policies/${POLICY.name}/activate`, activation));
}

async function* samplesUntil(
  end: number,
  installation: Installation,
  running: RunningAssize,
  load: Load,
): AsyncGenerator<Sample> {
  const state = () => {
    const { requests, errors } = load;
    return { at: performance.now(), cpu: cpuUsedMs(running), requests, errors };
  };
  const startedAt = performance.now();
  let before = state();
  for (let sampleAt = startedAt; performance.now() < end; ) {
    const scrapes: Held[] = [];
    for (let scrape = 0; scrape < SCRAPES_IN_SAMPLE; scrape += 1) {
      sampleAt += SCRAPE_EVERY_MS;
      await sleep(Math.max(0, sampleAt - performance.now()));
      const held = await heldBy(running).catch((error: Error) => load.note('metrics', 'no answer', error));
      if (held !== undefined) scrapes.push(held);
    }
    const now = state();
    const latencies = load.takeLatencies();
    const percent = (used: number | null) => (used === null ? null : (used / (now.at - before.at)) * 100);
    yield {
      minutes: (now.at - startedAt) / 60_000,
      ...lowest(scrapes),
      ...(await heldByDatabase(installation)),
      cpuPercent: percent(difference(now.cpu.own, before.cpu.own)),
      databaseCpuPercent: percent(difference(now.cpu.database, before.cpu.database)),
      requests: now.requests - before.requests,
      errors: now.errors - before.errors,
      underWay: load.underWay,
      p50Ms: percentile(latencies, 50),
      p99Ms: percentile(latencies, 99),
    };
    before = now;
  }
}

/** The last scrape, with the lowest heap of all scrapes, which is closest to the live heap. */
function lowest(scrapes: readonly Held[]): Held {
  const heaps = scrapes.map(({ heapUsedMb }) => heapUsedMb).filter((heap) => heap !== null);
  return { ...(scrapes.at(-1) ?? NOTHING), heapUsedMb: heaps.length === 0 ? null : Math.min(...heaps) };
}

const NOTHING: Held = {
  rssMb: null,
  heapUsedMb: null,
  externalMb: null,
  descriptors: null,
  threads: null,
  eventLoopP99Ms: null,
  webhooksPending: null,
};

function lineOf(sample: Sample): string {
  const { minutes, rssMb, heapUsedMb, descriptors, p99Ms, cpuPercent, requests, errors } = sample;
  const held = `${figure(rssMb)} MB, heap ${figure(heapUsedMb)} MB, ${figure(descriptors)} descriptors`;
  const served = `${requests} requests, ${errors} wrong, p99 ${figure(p99Ms)} ms, ${figure(cpuPercent)} % of a core`;
  return `minute ${minutes.toFixed(1)}: ${held}; ${served}`;
}

/** Writes the same form as a complete run, and never half a file. */
function keep(jsonFile: string | null): void {
  if (jsonFile === null) return;
  const part = `${jsonFile}.part`;
  writeFileSync(part, `${JSON.stringify({ sections: [{ section: 'soak', data: written }] })}\n`);
  renameSync(part, jsonFile);
}

function readSoaks(file: string): Soak[] {
  const { sections } = JSON.parse(readFileSync(file, 'utf8')) as {
    sections: { section: string; data: Soak[] }[];
  };
  const data = sections.find(({ section }) => section === 'soak')?.data;
  if (data === undefined) throw new Error(`${file} has no soak in it`);
  return data;
}
