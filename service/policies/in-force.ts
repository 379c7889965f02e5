/** The policies that apply to a chain: the active version of each, compiled once. */
import type { Database } from '../database/open.ts';
import type { PolicySet } from './policy.ts';

/** @returns null where none is active. */
export async function policiesInForce(_db: Database, _chain: number): Promise<PolicySet | null> {
  return null;
}
