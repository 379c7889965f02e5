/** Starts back-tests, the memory of recent refusals, and the chore that forgets old ones. */
import type { DatabaseLocation } from '../database/location.ts';
import type { Database } from '../database/open.ts';
import type { Started } from '../foundation/chores.ts';
import type { Clock } from '../foundation/clock.ts';
import { type Backtests, backtestsOver } from './backtest/backtests.ts';
import { forgetRefusedClaims, keyRefusedClaims, RecentRefusals } from './facts/recent-refusals.ts';

export interface Evaluations extends Started {
  backtests: Backtests;
  recentRefusals: RecentRefusals;
}

export interface EvaluationDeps {
  config: { database: DatabaseLocation };
  db: Database;
  clock: Clock;
  /** The most threads for one back-test. */
  readerThreads: number;
}

export function startEvaluation({ config, db, clock, readerThreads }: EvaluationDeps): Evaluations {
  let areKeyed = false;
  const backtests = backtestsOver({ db, database: config.database, clock, width: readerThreads });
  return {
    backtests,
    recentRefusals: new RecentRefusals(),
    chores: [
      {
        name: 'forget claims that were refused long ago',
        everyMs: 60_000,
        async run() {
          if (!areKeyed) await keyRefusedClaims(db);
          areKeyed = true;
          await forgetRefusedClaims(db, clock.now());
        },
      },
    ],
    close: () => backtests.close(),
  };
}
