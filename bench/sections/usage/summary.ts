/** How long the summary of a month takes, with many artifacts and with none: it reads counters, not evidence. */
import type { Context } from '../../context.ts';
import { filledDatabase } from '../../fill/filled.ts';
import { type Latency, measureLatency } from '../../load/latency.ts';
import type { DatabaseKind } from '../../options.ts';
import { installAssize, type RunningAssize, startAssize } from '../../servers/assize.ts';
import type { PostgresServer } from '../../servers/postgres.ts';
import { figure } from '../../table.ts';
import { waitUntilCaughtUp } from '../evidence/catching-up.ts';
import { get, latencyTable, type Part, usedMs } from '../evidence/stand.ts';

const PATH = '/api/v1/usage/summary';
const REQUESTS = 400;
const TARGET_MS = 10;

type Measured = Latency & { database: string };

export interface Summary {
  full: Measured;
  empty: Measured;
}

/** The filled database is left to its own until nothing goes on in it. */
export async function measureSummary(
  context: Context,
  kind: DatabaseKind,
  database: string,
  newPostgres: () => Promise<PostgresServer | null>,
): Promise<Summary> {
  const empty = await startAssize(context, installAssize(context, await newPostgres()));
  const filled = await filledDatabase(context, kind);
  if (filled === null) throw new Error('the server was there a moment ago');
  const full = await startAssize(context, filled.installation);
  await waitUntilCaughtUp(context, { name: database, filled, running: full });
  const measured = async (running: RunningAssize, artifacts: number): Promise<Measured> => {
    const stand = { running };
    const name = artifacts === 0 ? 'no artifacts' : `${figure(artifacts)} artifacts`;
    const latency = await measureLatency(
      name,
      REQUESTS,
      () => get(stand, PATH),
      () => usedMs(stand),
    );
    return { ...latency, database };
  };
  context.progress(`usage: ${database}: the summary`);
  const summary = { full: await measured(full, filled.artifacts), empty: await measured(empty, 0) };
  for (const running of [full, empty]) await running.stop();
  return summary;
}

export function summaryPart(all: readonly Summary[]): Part {
  return {
    tables: [
      latencyTable(
        'usage summary',
        all.flatMap(({ full, empty }) => [full, empty]),
      ),
    ],
    checks: all.map(({ full: { database, name, p95Ms } }) => ({
      what: `${database}: usage summary, ${name}, p95`,
      figure: p95Ms,
      sense: 'at most',
      target: TARGET_MS,
      unit: 'ms',
    })),
    notes: [],
  };
}
