/**
 * The thread that reads what a report of exceptions says, over a connection of its own, and the proofs of its file. What it
 * holds does not grow with the chain.
 */
import type { DatabaseLocation } from '../../database/location.ts';
import { openDatabaseOnThread } from '../../database/thread-database.ts';
import { serveThread } from '../../foundation/thread.ts';
import { completenessOf, UNJUDGED } from './completeness.ts';
import { KINDS } from './kinds/index.ts';
import { populationOf } from './population.ts';
import { type Proofs, type ProofsWanted, proofsOf } from './proofs.ts';
import { openReading, type ReportQuestion } from './reading.ts';
import type { Findings } from './record.ts';
import { removalsOf } from './removals.ts';
import { type SampleTerms, sampleOf } from './sample.ts';

export type ReportWork = { find: ReportQuestion; sample: SampleTerms } | { prove: ProofsWanted };

export type ReportWorkDone = { findings: Findings } | { proofs: Proofs };

await serveThread((database: DatabaseLocation) => {
  const opening = openDatabaseOnThread(database);
  return {
    async answer(work: ReportWork): Promise<ReportWorkDone> {
      const db = await opening;
      if ('prove' in work) return { proofs: await proofsOf(db, database.kind, work.prove) };
      const reading = await openReading(db, work.find);
      const kinds: Findings['kinds'] = [];
      for (const kind of KINDS) {
        const { id, title, rule } = kind;
        kinds.push([{ id, title, rule }, await kind.find(reading)]);
      }
      const { completeness, unjudged } = await completenessOf(reading);
      kinds.push([UNJUDGED, unjudged]);
      const population = await populationOf(reading);
      const sample = await sampleOf(reading, population, work.sample);
      // Read last, so that it has what was stated while the rest was read.
      return { findings: { kinds, population, completeness, sample, removals: await removalsOf(reading) } };
    },
    close: async () => (await opening).destroy(),
  };
});
