import type { SelectQueryBuilder } from 'kysely';
import type { Tables } from './tables/index.ts';

/** @returns the number of rows that the query finds. */
export async function countOf<From extends keyof Tables>(
  // biome-ignore lint/complexity/noBannedTypes: nothing is selected yet.
  query: SelectQueryBuilder<Tables, From, {}>,
): Promise<number> {
  const { counted } = await query.select(({ fn }) => fn.countAll().as('counted')).executeTakeFirstOrThrow();
  return Number(counted);
}
