/** The records of the period: their number by type, and the positions that they lie between. */
import { ARTIFACT_TYPES } from '../../evidence/index.ts';
import type { Artifact } from '../../evidence/reading/index.ts';
import type { Reading } from './reading.ts';

export interface Population {
  /** null where the period has no record. */
  first: number | null;
  last: number | null;
  count: number;
  /** Positions between the two whose time is outside the period, since clocks can jump. */
  outside: number;
  by_type: Record<Artifact['artifactType'], number>;
}

/** @throws {Error} where the counts do not add up, which only a fault of the program could cause. */
export async function populationOf({ evidence, ends }: Reading): Promise<Population> {
  const counts = await Promise.all(
    ARTIFACT_TYPES.map(
      async (artifactType) => [artifactType, await evidence.count({ artifactType })] as const,
    ),
  );
  const count = await evidence.count({});
  const sum = counts.reduce((all, [, each]) => all + each, 0);
  if (sum !== count) throw new Error(`the types of a period have ${sum} artifacts, and the period ${count}`);
  const span = ends === null ? 0 : ends.last - ends.first + 1;
  const by_type = Object.fromEntries(counts) as Population['by_type'];
  return { first: ends?.first ?? null, last: ends?.last ?? null, count, outside: span - count, by_type };
}
