/** The cost of metering and limiting, in verdicts and in appends; and the usage summary of a full database. */
import { readConfig } from '../../service/config/config.ts';
import { openAppendStore } from '../../service/database/evidence/append-open.ts';
import type { AppendStore } from '../../service/database/evidence/append-store.ts';
import { IdSource } from '../../service/foundation/ids.ts';
import type { Context } from '../context.ts';
import { addDrafts, filledDatabase } from '../fill/fill.ts';
import { evaluationDraft, fillRandom, judge, recordOf, withService } from '../fill/service.ts';
import { latencyTable, measureLatency } from '../load/timing.ts';
import type { DatabaseKind } from '../options.ts';
import { ORDINARY } from '../question.ts';
import { atMost, type Check, figure, joinParts, type Part, type SectionReport, tableOf } from '../report.ts';
import { get, installAssize, onEachDatabase, type RunningAssize, startAssize } from '../servers/assize.ts';
import { median, quotient } from '../statistics.ts';
import { waitUntilCaughtUp } from './evidence/catching-up.ts';
import { CONNECTIONS, FEWER_CONNECTIONS, measureVerdicts, verdictsPart } from './usage/verdicts.ts';

const SUMMARY = '/api/v1/usage/summary';
const REQUESTS = 400;

export async function usage(context: Context): Promise<SectionReport> {
  const { outcomes, skipped } = await onEachDatabase(context, (kind) => measureDatabase(context, kind));
  const parts: Part[] = [
    skipped,
    verdictsPart(outcomes.map(({ verdicts }) => verdicts)),
    costPart(outcomes),
    summaryPart(outcomes),
  ];
  const title = `what metering and limiting cost, and the summary of ${figure(context.options.artifacts)} artifacts`;
  return joinParts(title, parts, outcomes);
}

type Outcome = Awaited<ReturnType<typeof measureDatabase>>;

/** Appends are timed in this process once no service runs. */
async function measureDatabase(context: Context, kind: DatabaseKind) {
  const verdicts = await measureVerdicts(context, kind);
  const { database, ratesOfPlain } = verdicts;
  const batches = (await measureCounting(context, kind)).map((of) => {
    const verdictUs = quotient(1e6, ratesOfPlain[of.size] ?? null);
    const part = quotient(of.addedUs, verdictUs);
    return { database, ...of, verdictUs, countersPercent: part && part * 100 };
  });
  return { verdicts, batches, summary: await measureSummary(context, kind) };
}

/** The summary reads counters, not evidence. The filled database gets no load before its service is quiet. */
async function measureSummary(context: Context, kind: DatabaseKind) {
  const empty = await startAssize(context, await installAssize(context, kind));
  const filled = await filledDatabase(context, kind);
  const full = await startAssize(context, filled.installation);
  await waitUntilCaughtUp(context, { ...full, filled });
  context.progress(`usage: ${full.database}: the summary`);
  const latencyOf = (running: RunningAssize, artifacts: string) =>
    measureLatency(running, `${artifacts} artifacts`, REQUESTS, () => get(running, SUMMARY));
  const summary = [await latencyOf(full, figure(filled.artifacts)), await latencyOf(empty, 'no')] as const;
  for (const running of [full, empty]) await running.stop();
  return summary;
}

function summaryPart(all: readonly Outcome[]): Part {
  const checks = all.map(({ summary: [{ database, name, p95Ms }] }) =>
    atMost(10, 'ms', p95Ms, `${database}: usage summary, ${name}, p95`),
  );
  const rows = all.flatMap(({ summary }) => summary);
  return { tables: [latencyTable('usage summary', rows)], checks };
}

function costPart(all: readonly Outcome[]): Part {
  const rows = all.flatMap(({ batches }) => batches);
  const columns = [
    ...(['database', 'size', 'pairs', 'withMs', 'withoutMs', 'addedUs', 'addedCpuUs'] as const),
    ...(['verdictUs', 'countersPercent'] as const),
  ];
  const table = tableOf(rows, columns, {
    ...{
      size: 'batch of',
      withMs: 'append ms',
      withoutMs: 'without counters',
      countersPercent: 'counters %',
    },
    ...{ addedUs: 'counters µs/evaluation', addedCpuUs: 'of it CPU' },
    verdictUs: 'verdict µs at as many connections',
  });
  const notes = [
    'counters %: what the counters add to an append, of the time between two verdicts at as many connections.',
    'of it CPU: of the process that appends. On PostgreSQL the server adds its own.',
  ];
  return { tables: [table], checks: all.map(costCheck), notes };
}

function costCheck({ verdicts: { database, limited }, batches }: Outcome): Check {
  const counters = batches.find(({ size }) => size === CONNECTIONS)?.countersPercent ?? null;
  const ratio = limited?.rateRatio ?? null;
  const cost = counters === null || ratio === null ? null : counters + (1 - ratio) * 100;
  return atMost(5, '%', cost, `${database}: limits and counters, of evaluate's rate`);
}

const WARM_UP_PAIRS = 50;
/** After this many pairs the log of SQLite begins anew. */
const RESTART_AFTER = 64;

async function measureCounting(context: Context, kind: DatabaseKind) {
  const { environment, key, database } = await installAssize(context, kind);
  const owner = await withService(environment, async (service) => service.authenticator.authenticate(key));
  const store = await openAppendStore(readConfig(environment).database);
  const append = appendsTo(store, owner.chain, owner.party);
  const measured = [];
  for (const size of [...FEWER_CONNECTIONS, CONNECTIONS]) {
    context.progress(`usage: ${database}: appends by ${size}, with counters and without`);
    measured.push(await measurePairs(context, store, size, (isCounting) => append(size, isCounting)));
  }
  await store.close();
  return measured;
}

type Times = Record<'tookMs' | 'cpuMs', number>;

/** Times batches of ordinary evaluations, sealed and stored as the service does. */
function appendsTo(store: AppendStore, chain: number, keyId: string) {
  const decision = judge(ORDINARY);
  const payload = recordOf(ORDINARY, decision, keyId);
  const ids = new IdSource(fillRandom);
  const draft = () => {
    const now = Date.now();
    return { artifact: evaluationDraft(ORDINARY, decision.verdict, payload, now, ids.ordered('ev', now)) };
  };
  return async (size: number, isCounting: boolean): Promise<Times> => {
    const batch = Array.from({ length: size }, draft);
    const cpuBefore = process.cpuUsage();
    const startedAt = performance.now();
    await addDrafts(store, chain, batch, isCounting);
    const tookMs = performance.now() - startedAt;
    const { user, system } = process.cpuUsage(cpuBefore);
    return { tookMs, cpuMs: (user + system) / 1000 };
  };
}

/** `addedUs`: by the counters, for each evaluation: the median of the differences within a pair. */
async function measurePairs(
  context: Context,
  store: AppendStore,
  size: number,
  append: (isCounting: boolean) => Promise<Times>,
) {
  const counted: Times[] = [];
  const uncounted: Times[] = [];
  const addPair = async (place: number) => {
    for (const isCounting of place % 2 === 0 ? [true, false] : [false, true]) {
      (isCounting ? counted : uncounted).push(await append(isCounting));
    }
  };
  for (let place = 0; place < WARM_UP_PAIRS; place += 1) await addPair(place);
  for (const times of [counted, uncounted]) times.length = 0;
  const { seconds, rounds } = context.options;
  const endsAt = performance.now() + seconds * rounds * 1000;
  for (let pairs = 0; performance.now() < endsAt; pairs += 1) {
    if (pairs % RESTART_AFTER === 0) store.restartLog();
    await addPair(pairs);
  }
  const medianOf = (all: readonly Times[]) => median(all.map(({ tookMs }) => tookMs));
  const addedUs = (of: keyof Times) =>
    (median(counted.map((times, pair) => times[of] - (uncounted[pair]?.[of] ?? 0))) * 1000) / size;
  return {
    ...{ size, pairs: counted.length, withMs: medianOf(counted), withoutMs: medianOf(uncounted) },
    ...{ addedUs: addedUs('tookMs'), addedCpuUs: addedUs('cpuMs') },
  };
}
