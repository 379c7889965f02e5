/** Opens the service for one command, and always closes it. A command needs an installation and never creates one. */
import { type Config, readConfig } from '../config/config.ts';
import { readLedger } from '../database/ledger.ts';
import { stepsWaiting } from '../database/migrate.ts';
import { openCurrentDatabase } from '../database/open-current.ts';
import { systemClock } from '../foundation/clock.ts';
import { createLogger } from '../logging/log.ts';
import { type Service, startService } from '../wiring.ts';
import { explain } from './explain.ts';

export type WithService = <T>(work: (service: Service) => Promise<T>) => Promise<T>;

export function serviceOpener(environment: NodeJS.ProcessEnv): WithService {
  return async (work) => {
    const config = readConfig(environment);
    const service = await explained(config, () =>
      startService(config, createLogger('warn'), { ifMissing: 'refuse' }),
    );
    try {
      return await work(service);
    } finally {
      await service.close();
    }
  };
}

/**
 * Creates tables on a server, which was named on purpose, but not in a folder, which may be the wrong one.
 * @returns the migrations that wait for nodes of the version before.
 */
export async function migrateDatabase(config: Config): Promise<string[]> {
  const { database } = config;
  const clock = systemClock(config.clockOffsetMs);
  const ifMissing = database.kind === 'sqlite' ? 'refuse' : 'make';
  return explained(config, async () => {
    const db = await openCurrentDatabase(database, clock, createLogger('warn'), { ifMissing });
    try {
      return stepsWaiting(await readLedger(db));
    } finally {
      await db.destroy();
    }
  });
}

/** Explains only errors from opening the database, since later ones may have other causes. */
async function explained<T>({ database }: Config, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw explain(error, database);
  }
}
