/** The service meets a whole chain at once: how long its followers take, and how fast verdicts are meanwhile. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '../../context.ts';
import { LOAD_COLUMNS, type Measure, measure, warmUp } from '../../load/measure.ts';
import { type Part, tableOf } from '../../report.ts';
import type { Stand } from './finding.ts';

const CONNECTIONS = 16;
const POLL_EVERY_MS = 250;
/** When nothing has moved for this long, nothing more will. */
const PATIENCE_MS = 60_000;
const BLOCK_POSITIONS = 2048;
const TILE_HASHES = 256;

export interface CaughtUp {
  database: string;
  /** s after the service's first verdict; null if it never happened. */
  seconds: Record<string, number | null>;
  /** Verdicts while that went on, and afterwards; none if an earlier run had caught up. */
  verdicts: Record<string, Measure>;
}

/** Queries of how far each follower is, and how far it has to go. */
function followersOf({ artifacts, large: { chain } }: Stand['filled']) {
  const of = (column: string, table: string) => `SELECT ${column} FROM ${table} WHERE chain = ${chain}`;
  const blocks = `${of('max(block) + 1', 'artifact_blocks')} AND action = ''`;
  const tiles = `${of('max(tile) + 1', 'tiles')} AND level = 0`;
  return [
    { name: 'block summaries', sql: blocks, wanted: Math.floor(artifacts / BLOCK_POSITIONS) },
    { name: 'tiles', sql: tiles, wanted: Math.floor(artifacts / TILE_HASHES) },
    { name: 'checkpoint', sql: of('size', 'checkpoints'), wanted: artifacts },
  ];
}

/** Call it as soon as the service answers. */
export async function catchUp(context: Context, stand: Stand): Promise<CaughtUp> {
  const { database, filled } = stand;
  const caughtUp = waitUntilCaughtUp(context, stand);
  if (filled.isReused) return { database, seconds: await caughtUp, verdicts: {} };
  const load = () => measure(context, stand, CONNECTIONS);
  const [seconds, meanwhile] = await Promise.all([caughtUp, load()]);
  await warmUp(context, stand, CONNECTIONS);
  return { database, seconds, verdicts: { 'while it catches up': meanwhile, afterwards: await load() } };
}

/** @returns how long each took, s; null if it never happened. */
export async function waitUntilCaughtUp(
  { progress }: Context,
  { database, filled }: Stand,
): Promise<CaughtUp['seconds']> {
  const startedAt = performance.now();
  const followers = followersOf(filled);
  const seconds: CaughtUp['seconds'] = Object.fromEntries(followers.map(({ name }) => [name, null]));
  const reached = new Map<string, number>();
  let lastStepAt = startedAt;
  for (;;) {
    const behind = followers.filter(({ name }) => seconds[name] === null);
    if (behind.length === 0 || performance.now() - lastStepAt > PATIENCE_MS) return seconds;
    for (const { name, sql, wanted } of behind) {
      const now = await filled.installation.askDatabase(sql);
      if (now >= wanted) seconds[name] = (performance.now() - startedAt) / 1000;
      if (now === reached.get(name)) continue;
      reached.set(name, now);
      lastStepAt = performance.now();
    }
    progress(`${database}: waiting for ${behind.map(({ name }) => name).join(', ')}`);
    await sleep(POLL_EVERY_MS);
  }
}

export function catchingUpPart(all: readonly CaughtUp[]): Part {
  const names = [...new Set(all.flatMap(({ seconds }) => Object.keys(seconds)))];
  const seconds = all.map(
    (of): Record<string, string | number | null> => ({ database: of.database, ...of.seconds }),
  );
  const titles = Object.fromEntries(names.map((name) => [name, `${name} after s`]));
  const measured = all.flatMap(({ database, verdicts }) =>
    Object.entries(verdicts).map(([when, of]) => ({ database, when, ...of })),
  );
  const when = `verdicts at ${CONNECTIONS} connections`;
  const verdicts = tableOf(measured, ['database', 'when', ...LOAD_COLUMNS], { when });
  const notes = all.flatMap(({ database, seconds }) => {
    const late = names.filter((name) => seconds[name] === null);
    return late.map((name) => `${database}: the ${name} did not catch up.`);
  });
  const isReused = all.some((of) => Object.keys(of.verdicts).length === 0);
  if (isReused) notes.push('A database that is used again has caught up in an earlier run.');
  return { tables: [tableOf(seconds, ['database', ...names], titles), verdicts], notes };
}
