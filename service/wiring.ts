/**
 * Puts the house together, and takes it apart again in the right order: what was accepted is answered, then the
 * evidence is on disk, then the database closes.
 */
import { randomFillSync } from 'node:crypto';
import path from 'node:path';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { ensureFolder } from './database/folder.ts';
import { migrate } from './database/migrate.ts';
import { type Database, openDatabase } from './database/open.ts';
import { copyLogIntoDatabase, emptyLog } from './database/sqlite-log.ts';
import {
  blockSummariser,
  type EvidenceAppender,
  forgetExpiredOutcomes,
  startAppender,
} from './evidence/index.ts';
import { type Chore, startChores } from './foundation/chores.ts';
import { type Clock, systemClock } from './foundation/clock.ts';
import { type FillRandom, IdSource } from './foundation/ids.ts';
import { type Authenticator, createAuthenticator, recordLastUsed } from './keys/index.ts';

/** Everything that works behind the doors. */
export interface House {
  config: Config;
  log: Logger;
  clock: Clock;
  ids: IdSource;
  fillRandom: FillRandom;
  db: Database;
  appender: EvidenceAppender;
  authenticator: Authenticator;
  /** Waits for the evidence under way, then closes the database. */
  close(): Promise<void>;
}

const fillRandom: FillRandom = (target) => void randomFillSync(target);

/**
 * Opens the database, brings it up to date, and starts the threads.
 * @throws where the database can't be opened or is newer than this program; nothing is left open then.
 */
export async function openHouse(config: Config, log: Logger): Promise<House> {
  const clock = systemClock(config.clockOffsetMs);
  if (config.database.kind === 'sqlite') await ensureFolder(path.dirname(config.database.path));
  const db = await openDatabase(config.database, (error) =>
    log.warn({ err: error }, 'an idle connection broke'),
  );
  try {
    const ran = await migrate(db, config.database.kind, clock);
    if (ran.length > 0) log.info({ migrations: ran }, 'database migrated');
  } catch (error) {
    await db.destroy();
    throw error;
  }
  const appender = await startAppender(config.database, fillRandom);
  const authenticator = createAuthenticator(db, clock);
  const chores = startChores(choresOf(config, db, appender, authenticator, clock), log);
  return {
    config,
    log,
    clock,
    ids: new IdSource(fillRandom),
    fillRandom,
    db,
    appender,
    authenticator,
    async close() {
      await chores.stop();
      await appender.close();
      if (config.database.kind === 'sqlite') await emptyLog(db).catch(() => undefined);
      await db.destroy();
    },
  };
}

function choresOf(
  config: Config,
  db: Database,
  appender: EvidenceAppender,
  authenticator: Authenticator,
  clock: Clock,
) {
  const chores: (Chore & { last?: boolean })[] = [
    {
      name: 'record when keys were last used',
      everyMs: 30_000,
      run: () => recordLastUsed(db, authenticator),
      last: true,
    },
    {
      name: 'forget expired idempotency records',
      everyMs: 60_000,
      run: () => forgetExpiredOutcomes(db, clock.now()),
    },
    { name: 'summarise full blocks of evidence', everyMs: 2000, run: blockSummariser(db) },
  ];
  if (config.database.kind === 'sqlite') {
    chores.push({
      name: "copy the database's log into it",
      everyMs: 1000,
      run: async () => {
        if (await copyLogIntoDatabase(db)) appender.restartLog();
      },
    });
  }
  return chores;
}
