/**
 * What a service has to do behind a chain that appeared all at once: summaries of blocks, tiles of the tree, a signed
 * checkpoint. How long each takes, and what verdicts take meanwhile.
 */

import type { Context } from '../../context.ts';
import { type Measure, measure, warmUp } from '../../load/measure.ts';
import type { Check } from '../../report.ts';
import { figure } from '../../table.ts';
import type { Part, Stand } from './stand.ts';

const CONNECTIONS = 16;
const POLL_EVERY_MS = 250;
/** Where nothing more has come for so long, nothing more will. */
const PATIENCE_MS = 60_000;
const BLOCK_POSITIONS = 2048;
const TILE_HASHES = 256;

interface Follower {
  name: string;
  /** How far it is. */
  sql: string;
  /** Where it is done, in its own unit. */
  wanted: number;
}

export interface CaughtUp {
  database: string;
  /** s after the service's first verdict; null where it never happened. */
  seconds: Record<string, number | null>;
  /** Verdicts while that went on, and the same afterwards; null where an earlier run had caught up. */
  meanwhile: Measure | null;
  afterwards: Measure | null;
}

function followersOf({ filled }: Stand): Follower[] {
  const { artifacts } = filled;
  const { chain } = filled.large;
  const of = (column: string, table: string) => `SELECT ${column} FROM ${table} WHERE chain = ${chain}`;
  return [
    {
      name: 'block summaries',
      sql: `${of('max(block) + 1', 'artifact_blocks')} AND action = ''`,
      wanted: Math.floor(artifacts / BLOCK_POSITIONS),
    },
    {
      name: 'tiles',
      sql: `${of('max(tile) + 1', 'tiles')} AND level = 0`,
      wanted: Math.floor(artifacts / TILE_HASHES),
    },
    { name: 'checkpoint', sql: of('size', 'checkpoints'), wanted: artifacts },
  ];
}

/** Call it as soon as the service answers. */
export async function catchUp(context: Context, stand: Stand): Promise<CaughtUp> {
  const { running, filled, name: database } = stand;
  if (filled.isReused) {
    return { database, seconds: await waitUntilCaughtUp(context, stand), meanwhile: null, afterwards: null };
  }
  const [seconds, meanwhile] = await Promise.all([
    waitUntilCaughtUp(context, stand),
    measure(context, running, CONNECTIONS),
  ]);
  await warmUp(context, running, CONNECTIONS);
  return { database, seconds, meanwhile, afterwards: await measure(context, running, CONNECTIONS) };
}

/** @returns how long each took, s; null where it never happened. */
export async function waitUntilCaughtUp({ progress }: Context, stand: Stand): Promise<CaughtUp['seconds']> {
  const startedAt = performance.now();
  const followers = followersOf(stand);
  const seconds: CaughtUp['seconds'] = Object.fromEntries(followers.map(({ name }) => [name, null]));
  const reached = new Map<string, number>();
  let lastStepAt = startedAt;
  for (;;) {
    const behind = followers.filter(({ name }) => seconds[name] === null);
    if (behind.length === 0 || performance.now() - lastStepAt > PATIENCE_MS) return seconds;
    for (const { name, sql, wanted } of behind) {
      const now = await stand.filled.ask(sql);
      if (now >= wanted) seconds[name] = (performance.now() - startedAt) / 1000;
      if (now === reached.get(name)) continue;
      reached.set(name, now);
      lastStepAt = performance.now();
    }
    progress(`evidence: ${stand.name}: waiting for ${behind.map(({ name }) => name).join(', ')}`);
    await new Promise((resolve) => setTimeout(resolve, POLL_EVERY_MS));
  }
}

export function catchingUpPart(all: readonly CaughtUp[]): Part {
  const names = [...new Set(all.flatMap(({ seconds }) => Object.keys(seconds)))];
  const fresh = all.flatMap(({ database, meanwhile, afterwards }) =>
    meanwhile === null || afterwards === null ? [] : [{ database, meanwhile, afterwards }],
  );
  const times = {
    columns: ['database', ...names.map((name) => `${name} after s`)],
    rows: all.map(({ database, seconds }) => [
      database,
      ...names.map((name) => figure(seconds[name] ?? null)),
    ]),
  };
  const row = (database: string, when: string, { requestsPerSecond, p50Ms, p99Ms, errors }: Measure) => [
    ...[database, when, figure(requestsPerSecond), figure(p50Ms), figure(p99Ms), String(errors)],
  ];
  const verdicts = {
    columns: [
      'database',
      `verdicts at ${CONNECTIONS} connections`,
      'per second',
      'p50 ms',
      'p99 ms',
      'errors',
    ],
    rows: fresh.flatMap(({ database, meanwhile, afterwards }) => [
      row(database, 'while it catches up', meanwhile),
      row(database, 'afterwards', afterwards),
    ]),
  };
  const checks: Check[] = [];
  const notes = all.flatMap(({ database, seconds }) =>
    Object.entries(seconds)
      .filter(([, time]) => time === null)
      .map(([name]) => `${database}: the ${name} did not catch up.`),
  );
  if (fresh.length < all.length) notes.push('A database that is used again has caught up in an earlier run.');
  return { tables: fresh.length === 0 ? [times] : [times, verdicts], checks, notes };
}
