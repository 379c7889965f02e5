/** Which evaluations somebody has reported the outcome of. */
import type { Database } from '../database/open.ts';

/** Those of these that have an outcome. @param evaluations evidence ids; some hundreds. */
export async function reportedAmong(
  db: Database,
  chain: number,
  evaluations: readonly string[],
): Promise<Set<string>> {
  if (evaluations.length === 0) return new Set();
  const rows = await db
    .selectFrom('outcomes')
    .select('evaluation_id')
    .where('chain', '=', chain)
    .where('evaluation_id', 'in', evaluations)
    .execute();
  return new Set(rows.map(({ evaluation_id }) => evaluation_id));
}
