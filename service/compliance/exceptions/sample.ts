/** The random sample of a report, each record with its trail. */
import { createHash } from 'node:crypto';
import { drawSample, SAMPLE_METHOD } from '@assize/evidence-format';
import { ARTIFACT_TYPES } from '../../evidence/index.ts';
import { type Artifact, artifactsAt } from '../../evidence/reading/index.ts';
import type { Population } from './population.ts';
import { type FoundRecord, leavesOfPeriod, placeOf, type Reading, stepsOf } from './reading.ts';
import { aloneText, provenTrailOf, type Step, whatOf } from './trail.ts';

export const POPULATIONS = ['all', ...ARTIFACT_TYPES] as const;
export type SampledPopulation = (typeof POPULATIONS)[number];

export interface SampleTerms {
  population: SampledPopulation;
  size: number;
  seed: string;
  /** Whether the caller chose the seed. */
  isSeedGiven: boolean;
}

export interface Sample {
  population: SampledPopulation;
  population_size: number;
  /** SHA-256 of the positions of the population, each in decimal with a line feed: an export gives the same. */
  positions_sha256: string;
  method: string;
  seed: string;
  seed_given: boolean;
  size_wanted: number;
  /** In the order in which they were drawn. */
  drawn: (FoundRecord & {
    index: number;
    ordinal: number;
    what: string;
    trail: Step[];
    /** Why the trail has nothing but the record itself; null where it has. */
    alone: string | null;
  })[];
}

export async function sampleOf(
  reading: Reading,
  population: Population,
  terms: SampleTerms,
): Promise<Sample> {
  const { population: from, size, seed, isSeedGiven } = terms;
  const total = from === 'all' ? population.count : population.by_type[from];
  const kind = from === 'all' ? {} : { artifactType: from };
  const drawn: Sample['drawn'] = [];
  for (const ordinal of drawSample(seed, total, size)) {
    const [position = -1] = await reading.evidence.positions(kind, total - 1 - ordinal, 1);
    const [artifact] = await artifactsAt(reading.db, reading.chain, [position]);
    if (artifact === undefined) throw new Error(`record ${position}, which was drawn, is not there`);
    const record = { ...artifact, ...placeOf(artifact), index: position, at: artifact.createdAt };
    const trail = await provenTrailOf(reading, artifact.id);
    drawn.push({ ...record, ordinal, what: whatOf(record), trail, alone: aloneText(record, trail) });
  }
  return {
    population: from,
    population_size: total,
    positions_sha256: await digestOfPositions(reading, from === 'all' ? null : from),
    method: SAMPLE_METHOD,
    seed,
    seed_given: isSeedGiven,
    size_wanted: size,
    drawn,
  };
}

async function digestOfPositions(reading: Reading, type: Artifact['artifactType'] | null): Promise<string> {
  const digest = createHash('sha256');
  for (const step of stepsOf(reading)) {
    let leaves = leavesOfPeriod(reading, step);
    if (type !== null) leaves = leaves.where('artifacts.artifact_type', '=', type);
    const rows = await leaves.select('artifacts.position').orderBy('artifacts.position').execute();
    digest.update(rows.map(({ position }) => `${position}\n`).join(''));
  }
  return `sha256:${digest.digest('hex')}`;
}
