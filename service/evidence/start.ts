/** Starts appending evidence, tracking each chain's health, and the chores that keep searches fast. */
import type { Logger } from 'pino';
import type { DamageSeen } from '../database/files/damage.ts';
import { StandingFolder } from '../database/files/standing-folder.ts';
import type { DatabaseLocation } from '../database/location.ts';
import type { Database } from '../database/open.ts';
import { copyLogIntoDatabase, emptyLog } from '../database/sqlite/log.ts';
import type { Chore, Started } from '../foundation/chores.ts';
import { type Clock, loopIdleMs } from '../foundation/clock.ts';
import type { FillRandom } from '../foundation/ids.ts';
import type { Measured } from '../foundation/measured.ts';
import type { Traced } from '../telemetry/traced.ts';
import { MAX_BATCH, startAppender } from './append/append.ts';
import type { BatchCommitter } from './append/append-batch.ts';
import type { EvidenceAppender } from './append/appender.ts';
import { forgetExpiredOutcomes } from './append/idempotency.ts';
import { type ChainHealth, chainHealth } from './chain-health.ts';
import { evidenceGauges } from './gauges.ts';
import { Overload } from './overload.ts';
import { blockSummariser } from './search/blocks.ts';
import { verdictCounter } from './statistics/counts.ts';

export interface Evidence extends Started {
  appender: EvidenceAppender;
  overload: Overload;
  chainHealth: ChainHealth;
}

export interface EvidenceDeps {
  config: { database: DatabaseLocation; signingDir: string; maxWaitMs: number };
  log: Logger;
  db: Database;
  clock: Clock;
  fillRandom: FillRandom;
  measured: Measured;
  traced: Traced;
  damage: DamageSeen;
  /** Set if several processes share one committer. */
  committer?: BatchCommitter | undefined;
}

export async function startEvidence(deps: EvidenceDeps): Promise<Evidence> {
  const { config, db, clock, fillRandom, committer } = deps;
  const onSqlite = config.database.kind === 'sqlite';
  const signingFolder = new StandingFolder(config.signingDir, clock);
  const overload = new Overload({ ...deps, loopIdleMs, maxWaitMs: config.maxWaitMs, maxBatch: MAX_BATCH });
  const appending = { ...deps, signingFolder, overload };
  const appender = await startAppender(config.database, fillRandom, appending, committer);
  return {
    appender,
    overload,
    chainHealth: chainHealth(db, clock, deps.damage),
    gauges: evidenceGauges(db, appender),
    chores: [
      {
        name: 'forget expired idempotency records',
        everyMs: 60_000,
        run: () => forgetExpiredOutcomes(db, clock.now()),
      },
      { name: 'summarise full blocks of evidence', everyMs: 2000, run: blockSummariser(db) },
      { name: 'count verdicts', everyMs: 2000, run: verdictCounter(db) },
      ...(onSqlite ? [copyLog(db, appender)] : []),
    ],
    async close() {
      await appender.close();
      if (onSqlite) await emptyLog(db).catch(() => undefined);
    },
  };
}

function copyLog(db: Database, appender: EvidenceAppender): Chore {
  return {
    name: "copy the database's log into it",
    everyMs: 1000,
    run: async () => {
      if (await copyLogIntoDatabase(db)) appender.restartLog();
    },
  };
}
