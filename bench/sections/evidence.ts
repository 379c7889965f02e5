/** Evidence in quantity: measures everything that reads or checks a long chain over HTTP, as a caller sees it. */
import { once } from 'node:events';
import http from 'node:http';
import type { Context } from '../context.ts';
import { type Filled, filledDatabase, PERIOD_MS } from '../fill/fill.ts';
import { askJson } from '../http.ts';
import { compare, ratioTitles, sideOf, warmUp } from '../load/measure.ts';
import { timed, untilCaughtUp } from '../load/timing.ts';
import type { DatabaseKind } from '../options.ts';
import { peakMemoryMb, resetPeakMemory } from '../process-usage.ts';
import { ORDINARY } from '../question.ts';
import { atLeast, atMost, type Check, figure, type Part } from '../report.ts';
import { get, post, type RunningAssize, startAssize, startNew, withKey } from '../servers/assize.ts';
import { median, quotient } from '../statistics.ts';
import { typicalRules } from './costs/states.ts';
import { measureFinding } from './evidence/finding.ts';

export const title = 'a chain of many artifacts: search, proofs, verification, export';

const ADDED = 1000;
const ADDED_AT_ONCE = 100;
const RULES = 10;
/** A million per minute. */
const BACKTESTED_PER_SECOND = 16_667;

/** The verdicts come last, because they add hundreds of thousands of artifacts. */
export async function onDatabase(context: Context, kind: DatabaseKind): Promise<Part> {
  const filled = await filledDatabase(context, kind);
  const running = await startAssize(context, filled.installation);
  await untilCaughtUp(context, running, filled.artifacts);
  const finding = await measureFinding(context, running);
  const work = await measureWork(context, running, filled);
  const empty = { ...(await startNew(context, kind)), name: 'an empty database' };
  await warmUp(context, [running, empty]);
  const full = { ...running, name: `${figure(filled.artifacts)} artifacts` };
  const verdicts = await compare(context, sideOf(empty), [sideOf(full)]);
  return {
    tables: [
      ...finding.tables,
      { name: 'work', rows: work.rows, titles: { megabytesPerSecond: 'MB/s' } },
      { name: 'verdicts', rows: verdicts, titles: ratioTitles('empty') },
    ],
    checks: [
      ...finding.checks,
      ...work.checks,
      atLeast(0.9, '×', verdicts[1]?.rateRatio, "verdicts/s of an empty database's"),
    ],
    notes: filled.perSecond === null ? [] : [`filled with ${figure(filled.perSecond)} artifacts a second`],
  };
}

interface Work {
  work: string;
  artifacts: number;
  seconds: number;
  cpuSeconds: number | null;
  perSecond: number;
  megabytesPerSecond?: number;
  memoryMb?: number | null;
}

async function measureWork(context: Context, running: RunningAssize, filled: Filled) {
  const rows: Work[] = [];
  const small = withKey(running, filled.smallKey);
  const { rounds } = context.options;
  const incremental: Record<'large' | 'small', number[]> = { large: [], small: [] };
  await verify(small, 'all of a small chain', '?full=true');
  for (let round = 0; round < rounds; round += 1) {
    context.progress(`verification, round ${round + 1} of ${rounds}`);
    rows.push(await verify(running, 'full verification', '?full=true'));
    for (const [which, one] of Object.entries({ large: running, small })) {
      await addArtifacts(one);
      const { seconds } = await verify(one, '', '');
      incremental[which as 'large' | 'small'].push(seconds);
    }
  }
  const exports = { 'a tenth': 0.1, all: 1 };
  for (const [name, share] of Object.entries(exports))
    rows.push(await exported(context, running, 'json', share, name));
  for (const format of ['csv', 'pdf']) rows.push(await exported(context, running, format, 1, 'all'));
  context.progress('truth verification, back-test');
  rows.push(
    await worked(
      running,
      'truth verification',
      get(running, '/api/v1/evidence/truth-verification'),
      filled.artifacts,
    ),
  );
  const draft = post(running, '/api/v1/policies/bench/backtest', { policy: { rules: typicalRules(RULES) } });
  // The first run reads data from the disk that the second finds in memory.
  for (let time = 0; time < 2; time += 1)
    rows.push(await worked(running, `back-test of ${RULES} rules`, draft));
  return { rows, checks: checksOf(rows, median(incremental.large) / median(incremental.small)) };
}

function checksOf(rows: readonly Work[], incrementalRatio: number): Check[] {
  const of = (work: string) => rows.filter((row) => row.work === work);
  const [tenth] = of('JSON export, a tenth');
  const [all] = of('JSON export, all');
  const best = Math.max(...of(`back-test of ${RULES} rules`).map(({ perSecond }) => perSecond));
  const fullRates = of('full verification').map(({ perSecond }) => perSecond);
  return [
    atLeast(250_000, '/s', median(fullRates), 'artifacts fully verified per second'),
    atMost(2, '×', incrementalRatio, `${ADDED} more verified, of the time behind a small chain`),
    atLeast(50, 'MB/s', all?.megabytesPerSecond, 'JSON export'),
    atMost(1.3, '×', quotient(all?.memoryMb ?? null, tenth?.memoryMb ?? null), 'memory for all, of a tenth'),
    atLeast(BACKTESTED_PER_SECOND, '/s', best, `evaluations that ${RULES} rules are tried against`),
  ];
}

async function verify(running: RunningAssize, work: string, query: string): Promise<Work> {
  return worked(running, work, get(running, `/api/v1/evidence/verify${query}`));
}

interface Worked {
  valid?: boolean;
  total_artifacts?: number;
  evaluations?: number;
}

/** @param known how many artifacts it reads, if the answer does not say so. */
async function worked(
  running: RunningAssize,
  work: string,
  question: ReturnType<typeof get>,
  known = 0,
): Promise<Work> {
  const { result, ...times } = await timed(running, () => askJson<Worked>(question));
  if (result.valid === false) throw new Error(`the chain was found broken: ${JSON.stringify(result)}`);
  const artifacts = result.total_artifacts ?? result.evaluations ?? known;
  return { work, artifacts, ...times, perSecond: artifacts / times.seconds };
}

async function addArtifacts(running: RunningAssize): Promise<void> {
  const evaluations = Array.from({ length: ADDED_AT_ONCE }, () => ORDINARY);
  for (let added = 0; added < ADDED; added += ADDED_AT_ONCE)
    await askJson(post(running, '/v1/governance/evaluate/batch', { evaluations }));
}

async function exported(
  context: Context,
  running: RunningAssize,
  format: string,
  share: number,
  name: string,
): Promise<Work> {
  const work = `${format.toUpperCase()} export, ${name}`;
  context.progress(work);
  const from_date = new Date(Date.now() - PERIOD_MS * share).toISOString();
  const wanted = post(running, '/api/v1/evidence/export', { format, ...(share < 1 && { from_date }) });
  const made = await askJson<{ download_url: string; artifact_count: number }>(wanted);
  resetPeakMemory(running.pid);
  const { result, ...times } = await timed(running, () => download(made.download_url));
  const artifacts = made.artifact_count;
  const perSecond = artifacts / times.seconds;
  const megabytesPerSecond = result / times.seconds;
  return { work, artifacts, ...times, perSecond, megabytesPerSecond, memoryMb: peakMemoryMb(running.pid) };
}

/** Counts the megabytes and discards them. @throws if the service breaks off in the middle. */
async function download(url: string): Promise<number> {
  const [response]: http.IncomingMessage[] = await once(http.get(url, { agent: false }), 'response');
  if (response?.statusCode !== 200) throw new Error(`the download was answered with ${response?.statusCode}`);
  let bytes = 0;
  for await (const chunk of response) bytes += chunk.length;
  return bytes / 1e6;
}
