/**
 * Searches the whole database for damage, including parts that no statement happens to read. Loads only the driver in
 * use.
 */

import type { Look } from './files/damage.ts';
import type { DatabaseLocation } from './location.ts';

/** @param pause is awaited before each part of the work; the search ends if it rejects. */
export async function lookForDamage(
  location: DatabaseLocation,
  pause: () => Promise<void> = async () => undefined,
): Promise<Look> {
  if (location.kind === 'sqlite') {
    return (await import('./sqlite/look-for-damage.ts')).lookThroughSqlite(location.path, pause);
  }
  return (await import('./postgres/look-for-damage.ts')).lookThroughPostgres(location.url, pause);
}
