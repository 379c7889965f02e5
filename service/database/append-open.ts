import type { AppendStore } from './evidence/append-store.ts';
import type { DatabaseLocation } from './location.ts';

/** Loads only the driver in use, so that a thread on SQLite does not hold the client of PostgreSQL. */
export async function openAppendStore(location: DatabaseLocation): Promise<AppendStore> {
  if (location.kind === 'sqlite') {
    const { openSqliteAppendStore } = await import('./sqlite/append.ts');
    return openSqliteAppendStore(location.path);
  }
  const { openPostgresAppendStore } = await import('./postgres/append.ts');
  return openPostgresAppendStore(location.url);
}
