/**
 * A node's place among those that serve the database. Every few seconds it reports, checks whether it may still serve,
 * and runs the migrations that waited for nodes of the previous version.
 */
import type { Logger } from 'pino';
import type { Chore } from '../../foundation/chores.ts';
import type { Clock } from '../../foundation/clock.ts';
import { readLedger, THIS_PROGRAM, whyRefused } from '../ledger.ts';
import type { DatabaseLocation } from '../location.ts';
import { nodeOf, stepsMissing, stepsWaiting } from '../migrate.ts';
import type { Database } from '../open.ts';
import { bringUpToDate } from '../open-current.ts';
import { noteNode, SEEN_EVERY_MS } from './nodes.ts';

export interface Serving {
  db: Database;
  location: DatabaseLocation;
  clock: Clock;
  log: Logger;
  /** The node's id. */
  node: string;
  /** Called with the reason if a newer program has changed the database so that this one can no longer serve it. */
  onRefused(why: string): void;
}

export function servingChore({ db, location, clock, log, node, onRefused }: Serving): Chore {
  return {
    name: 'keep its place among the nodes',
    everyMs: SEEN_EVERY_MS,
    async run() {
      const done = await readLedger(db);
      const why = whyRefused(done, THIS_PROGRAM);
      if (why !== null) return onRefused(why);
      await noteNode(db, nodeOf(node, THIS_PROGRAM), clock.now());
      if (stepsWaiting(done).length > 0) await bringUpToDate(db, location, { clock, log, node });
    },
  };
}

/** Why this program can't serve the database as it is now; null if it can. */
export async function servingProblem(db: Database): Promise<string | null> {
  const done = await readLedger(db);
  const missing = stepsMissing(done);
  if (missing.length > 0) return `Migrations have not run: ${missing.join(', ')}.`;
  return whyRefused(done, THIS_PROGRAM);
}
