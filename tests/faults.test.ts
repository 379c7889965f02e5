/**
 * SQLite's system calls fail one after the other. If any write or sync fails, no answer is lost, none is given before
 * it is durable, nothing stays half-written, and the service recovers. The kernel's own record shows that the log is
 * synced before an answer is read.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { connect } from './support/http/client.ts';
import { PRODUCTION_KEY, SURFACES } from './support/http/in-process.ts';
import type { Promised } from './support/nodes/load.ts';
import { requireKept, requireSound, requireUnavailable } from './support/nodes/promises.ts';
import { spawnFor } from './support/processes/service.ts';
import {
  type Fault,
  type Misfortune,
  straceCommand,
  type TracedCall,
  whyNoStrace,
} from './support/processes/strace.ts';
import {
  countSyncedAnswers,
  type Run,
  rerunWorkload,
  runWorkload,
  smallDatabase,
} from './support/processes/workload.ts';
import { runs } from './support/runner/runs.ts';

/** The first one differs in each run. */
const POINTS = runs(6);
const MISFORTUNES: readonly Misfortune[] = ['error=EIO', 'error=ENOSPC', 'signal=SIGKILL'];
/** One in this many calls fails, until the last; the spacings are shared between writes and syncs. */
const SPACINGS = { pwrite64: [2, 11], fsync: [5, 23] };
const LAST_FAULT = 100;
const QUESTIONS = 30;
const AFTERWARDS = 10;
const options = { skip: whyNoStrace() };

test('syncs-the-log-before-each-answer', options, async (t) => {
  const { lines, trace } = await runWorkload(await smallDatabase(t), 'well', null);
  assert.equal(lines.at(-1), 'closed');
  const { commits, early } = countSyncedAnswers(trace);
  assert.deepEqual(early, []);
  // One for each group.
  assert.ok(commits >= 9, `${commits} commits`);
});

test('loses-no-answered-verdict-whichever-write-or-sync-fails', options, async (t) => {
  const database = await smallDatabase(t);
  const { trace } = await runWorkload(database, 'recording', null);
  const points = everyFault(trace);
  // The same number of each fault: spread over all points, one fault might never occur.
  const faults = MISFORTUNES.flatMap((misfortune) =>
    spread(
      points.filter((point) => point.misfortune === misfortune),
      POINTS / MISFORTUNES.length,
    ),
  );
  let refused = 0;
  let killed = 0;
  for (const [place, fault] of faults.entries()) {
    const run = await runWorkload(database, `once-${place}`, fault);
    refused += await requireHonest(run, fault);
    if (run.signal !== null) killed += 1;
  }
  assert.ok(refused > 0 && killed > 0, 'no fault was met');
  t.diagnostic(`${faults.length} of ${points.length} faults, ${refused} refusals, ${killed} kills`);
});

test('loses-no-answered-verdict-while-calls-fail-again-and-again', options, async (t) => {
  const database = await smallDatabase(t);
  let refused = 0;
  for (const [call, spacings] of Object.entries(SPACINGS)) {
    for (const [place, spacing] of spacings.entries()) {
      const misfortune = place % 2 === 0 ? 'error=EIO' : 'error=ENOSPC';
      const fault: Fault = { call, misfortune, when: `${2 + place}..${LAST_FAULT}+${spacing}` };
      refused += await requireHonest(await runWorkload(database, `often-${call}-${spacing}`, fault), fault);
    }
  }
  assert.ok(refused > 0, 'no fault was met by an evaluation');
  t.diagnostic(`${refused} refusals`);
});

for (const [call, misfortune] of [
  ['pwrite64', 'error=ENOSPC'],
  ['fsync', 'error=EIO'],
] as const) {
  test(`answers-503-while-${call}-fails-and-verdicts-afterwards`, options, async (t) => {
    const database = await smallDatabase(t);
    const files = [database.path, `${database.path}-wal`];
    const wrapper = straceCommand(files, `${database.path}.trace`, { call, misfortune, when: '6..11' });
    const service = await spawnFor(t, database, {}, wrapper);
    const client = connect(service.baseUrl);
    const promised: Promised[] = [];
    const statuses: number[] = [];
    while (statuses.length < QUESTIONS) {
      const surface = statuses.length % 2 === 0 ? 'a' : 'b';
      const body = { action: 'with-faults', context: { risk_level: 'low' } };
      const answer = await client.ask(surface, SURFACES[surface].evaluate, { body });
      statuses.push(answer.status);
      if (answer.status !== 200) requireUnavailable(answer);
      else promised.push(promiseOf(answer.body.evidence_id));
    }
    assert.ok(statuses.includes(503), 'no fault was met by an evaluation');
    assert.deepEqual(statuses.slice(-AFTERWARDS), Array(AFTERWARDS).fill(200));
    await requireKept(client, promised);
    client.close();
    assert.equal(await service.stop('SIGTERM'), 0);
  });
}

/** @returns how many evaluations were refused. */
async function requireHonest(run: Run, fault: Fault): Promise<number> {
  const about = `${fault.call}:${fault.misfortune}:when=${fault.when} ${run.errors}`;
  const { lines, location } = run;
  const dishonest = lines.filter((line) => line.startsWith('failed') || line === 'not-served');
  assert.deepEqual(dishonest, [], about);
  assert.deepEqual(countSyncedAnswers(run.trace).early, [], about);
  if (run.signal === null)
    assert.deepEqual(
      { lines: lines.at(-1), exitCode: run.exitCode },
      { lines: 'closed', exitCode: 0 },
      about,
    );
  else
    assert.deepEqual(
      { signal: run.signal, misfortune: fault.misfortune },
      { signal: 'SIGKILL', misfortune: 'signal=SIGKILL' },
      about,
    );

  const answered = lines.flatMap((line) => {
    const [, evidenceId, escalationId] = /^answered (\w+) (\S+)$/.exec(line) ?? [];
    if (evidenceId === undefined) return [];
    return [{ ...promiseOf(evidenceId), escalationId: escalationId === '-' ? null : (escalationId ?? null) }];
  });
  await requireSound(location, answered);
  if (run.signal !== null) {
    const next = await rerunWorkload(location, null);
    assert.equal(next.lines.at(-1), 'closed', about);
    assert.equal(next.lines.includes('refused'), false, about);
  }
  return lines.filter((line) => line === 'refused').length;
}

function promiseOf(evidenceId: string): Promised {
  return { evidenceId, escalationId: null, key: PRODUCTION_KEY, action: 'with-faults' };
}

/** Returns each fault at each call on the database's files; strace counts per thread. */
function everyFault(trace: readonly TracedCall[]): Fault[] {
  const counts = new Map<string, number>();
  for (const { thread, name, file } of trace) {
    if (!file.endsWith('.output'))
      counts.set(`${thread} ${name}`, (counts.get(`${thread} ${name}`) ?? 0) + 1);
  }
  const most = new Map<string, number>();
  for (const [threadAndName, count] of counts) {
    const name = threadAndName.split(' ')[1] ?? '';
    most.set(name, Math.max(count, most.get(name) ?? 0));
  }
  return [...most].flatMap(([call, count]) =>
    Array.from({ length: count }, (_, place) => String(place + 1)).flatMap((when) =>
      MISFORTUNES.map((misfortune) => ({ call, misfortune, when })),
    ),
  );
}

/** Returns this many faults, evenly spaced, from a first one that differs in each run. */
function spread(faults: readonly Fault[], count: number): Fault[] {
  if (faults.length <= count) return [...faults];
  const step = faults.length / count;
  const start = Math.random() * step;
  return Array.from({ length: count }, (_, place) => faults[Math.floor(start + place * step)]).filter(
    (fault) => fault !== undefined,
  );
}
