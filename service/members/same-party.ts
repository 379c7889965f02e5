/** Whether two that ask, report or decide are one party. */
import type { Database } from '../database/open.ts';

/** @param one the id of a key or member. @param other the same of another. */
export async function isSameParty(
  _db: Database,
  _chain: number,
  one: string,
  other: string,
): Promise<boolean> {
  return one === other;
}
