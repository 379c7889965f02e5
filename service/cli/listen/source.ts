/** The sources of events: the database or a service. Both are read from a sequence on, so no event is missed. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { JsonObject } from '@assize/evidence-format';
import type { Config } from '../../config/config.ts';
import { requireDatabaseFile } from '../../database/installation/installation.ts';
import { missingMigrations } from '../../database/migrate.ts';
import { type Database, openDatabase } from '../../database/open.ts';
import { type EventType, listEvents } from '../../events/index.ts';
import { Failure } from '../../foundation/failure.ts';
import { chainOf, type Environment, findTenant } from '../../tenants/index.ts';

export interface HeardEvent {
  id: string;
  sequence: number;
  type: string;
  /** ISO 8601. */
  timestamp: string;
  data: JsonObject;
}

export interface EventSource {
  /** The source, in words. */
  name: string;
  /**
   * Reads the events after that sequence, or waits for some. Without `after`, only finds the place to read on from.
   * @throws {Refused} where trying again is useless. Any other error means: not now.
   */
  read(after: number | undefined, stop: AbortSignal): Promise<{ items: HeardEvent[]; next: number }>;
  close(): Promise<void>;
}

export class Refused extends Error {}

const AT_ONCE = 500;
const LOOK_EVERY_MS = 150;

export interface Wanted {
  tenant: string;
  environment: Environment;
  types: readonly EventType[];
}

/** @throws where there is no such tenant, or no database yet, since listening creates none. */
export async function databaseSource(config: Config, wanted: Wanted): Promise<EventSource> {
  const { database } = config;
  await requireDatabaseFile(database);
  const db = await openDatabase(database, () => undefined);
  try {
    await requireCurrent(db);
    const { tenantId } = await findTenant(db, wanted.tenant);
    const chain = await chainOf(db, tenantId, wanted.environment);
    return {
      name: `${wanted.tenant}/${wanted.environment}`,
      read: (after, stop) => readDatabase(db, chain, { after, types: wanted.types, limit: AT_ONCE }, stop),
      close: () => db.destroy(),
    };
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

async function requireCurrent(db: Database): Promise<void> {
  const pending = await missingMigrations(db).catch((error: unknown) => {
    if (error instanceof Failure) throw error;
    return null;
  });
  if (pending?.length === 0) return;
  throw new Error('The migrations of this version have not run: start the service, or run assize migrate.');
}

async function readDatabase(
  db: Database,
  chain: number,
  query: Parameters<typeof listEvents>[2],
  stop: AbortSignal,
): ReturnType<EventSource['read']> {
  const { items, next, atEnd } = await listEvents(db, chain, query);
  if (items.length === 0 && atEnd && query.after !== undefined) await pause(LOOK_EVERY_MS, stop);
  return {
    items: items.map(({ at, ...event }) => ({ ...event, timestamp: new Date(at).toISOString() })),
    next,
  };
}

/** Ends early when `stop` aborts. */
export async function pause(ms: number, stop: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal: stop }).catch(() => undefined);
}
