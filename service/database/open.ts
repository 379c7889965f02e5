/** Opens the database for the service's ordinary queries. */
import { Kysely } from 'kysely';
import type { OnDamage } from './files/damage.ts';
import type { DatabaseLocation } from './location.ts';
import type { Tables } from './tables/index.ts';

export type Database = Kysely<Tables>;

/** How long a statement may take. */
export type Patience = 'seconds' | 'hours';

/** @param onError is called when an idle connection breaks. @param onDamage when a statement meets damaged data. */
export async function openDatabase(
  location: DatabaseLocation,
  onError: (error: Error) => void,
  patience: Patience = 'seconds',
  onDamage: OnDamage = () => undefined,
): Promise<Database> {
  if (location.kind === 'sqlite') {
    const { sqliteDialect } = await import('./sqlite/dialect.ts');
    return new Kysely<Tables>({ dialect: sqliteDialect(location.path, onDamage) });
  }
  const { postgresDialect } = await import('./postgres/dialect.ts');
  return new Kysely<Tables>({ dialect: postgresDialect(location.url, { onError, onDamage }, patience) });
}
