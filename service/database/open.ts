/** Opens the database for the service's ordinary queries. */
import { Kysely } from 'kysely';
import type { DatabaseLocation } from './location.ts';
import type { Tables } from './tables/index.ts';

export type Database = Kysely<Tables>;

/** How long a statement may take. */
export type Patience = 'seconds' | 'hours';

/** @param onError is called when an idle connection breaks. */
export async function openDatabase(
  location: DatabaseLocation,
  onError: (error: Error) => void,
  patience: Patience = 'seconds',
): Promise<Database> {
  if (location.kind === 'sqlite') {
    const { sqliteDialect } = await import('./sqlite/dialect.ts');
    return new Kysely<Tables>({ dialect: sqliteDialect(location.path) });
  }
  const { postgresDialect } = await import('./postgres/dialect.ts');
  return new Kysely<Tables>({ dialect: postgresDialect(location.url, onError, patience) });
}
