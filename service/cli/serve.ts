/** `assize serve`: has the database brought up to date on its thread while the service is loaded on this one. */
import type { Config } from '../config/config.ts';
import { openCurrentDatabase } from '../database/open-current.ts';
import { systemClock } from '../foundation/clock.ts';
import { createLogger } from '../log/log.ts';
import { ignoreBrokenPipe } from './standard-streams.ts';

/** Resolves once the service listens. @throws where it can't, and leaves nothing open then. */
export async function serve(config: Config, json: boolean): Promise<void> {
  ignoreBrokenPipe(process.stdout);
  const log = createLogger(config.logLevel);
  if (config.unknown.length > 0) log.warn({ settings: config.unknown }, 'unknown settings are ignored');
  const { current } = await openCurrentDatabase(config.database, systemClock(config.clockOffsetMs), log);
  const [database, service] = await Promise.allSettled([current, import('./serve-over.ts')]);
  if (database.status === 'rejected') throw database.reason;
  if (service.status === 'fulfilled') return service.value.serveOver(database.value, config, log, json);
  await database.value.destroy();
  throw service.reason;
}
