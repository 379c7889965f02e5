/** Opens the service for one command, and closes it whatever comes of it. A command makes no installation: it finds one. */
import { type Config, readConfig } from '../config/config.ts';
import { openCurrentDatabase } from '../database/open-current.ts';
import { systemClock } from '../foundation/clock.ts';
import { createLogger } from '../log/log.ts';
import { type Service, startService } from '../wiring.ts';
import { explain } from './explain.ts';

export type WithService = <T>(work: (service: Service) => Promise<T>) => Promise<T>;

export function serviceOpener(environment: NodeJS.ProcessEnv): WithService {
  return async (work) => {
    const config = readConfig(environment);
    const service = await explained(config, () => startService(config, createLogger('warn'), 'refuse'));
    try {
      return await work(service);
    } finally {
      await service.close();
    }
  };
}

/** A database of a server is named on purpose, so its tables may be made; a folder may be the wrong one. */
export async function bringUpToDate(config: Config): Promise<void> {
  const { database } = config;
  const clock = systemClock(config.clockOffsetMs);
  const ifMissing = database.kind === 'sqlite' ? 'refuse' : 'make';
  await explained(config, async () => {
    const db = await openCurrentDatabase(database, clock, createLogger('warn'), ifMissing);
    await db.destroy();
  });
}

/** What is unavailable while a database is opened is the database; later it can be anything. */
async function explained<T>({ database }: Config, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw explain(error, database);
  }
}
