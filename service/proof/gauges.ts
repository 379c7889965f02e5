/** Gauges of how far signing and verification are behind, for monitoring. */
import { sql } from 'kysely';
import { countOf } from '../database/count.ts';
import type { Database } from '../database/open.ts';
import type { Clock } from '../foundation/clock.ts';
import type { Gauge } from '../foundation/measured.ts';

export function proofGauges({ db, clock }: { db: Database; clock: Clock }): Gauge[] {
  return [
    {
      name: 'unsigned_artifacts',
      help: 'Artifacts that no signed checkpoint covers yet, in the chain that has the most.',
      read: async () => (await unsigned(db)).reduce((most, { artifacts }) => Math.max(most, artifacts), 0),
    },
    {
      name: 'unsigned_age_seconds',
      help: 'Age of the oldest artifact that no signed checkpoint covers.',
      read: async () => {
        const ages = (await unsigned(db)).map(({ since }) => clock.now() - since);
        return Math.max(0, ...ages) / 1000;
      },
    },
    {
      name: 'verification_age_seconds',
      help: 'Time since a chain was last found sound, for the chain that has waited longest.',
      read: () => oldestVerification(db, clock.now()),
    },
    {
      name: 'cosignature_age_seconds',
      help: 'Time since a witness last cosigned a chain that has grown since, for the chain that has waited longest.',
      read: () => oldestCosignature(db, clock.now()),
    },
    {
      name: 'witnesses_disagreeing',
      help: 'Chains of which a witness says that it has seen another history.',
      read: () => countOf(db.selectFrom('cosignatures').where('disagrees', '=', 1)),
    },
    {
      name: 'integrity_alarms',
      help: 'Findings about the evidence that no one has acknowledged. Each blocks the evaluations of its chain.',
      read: () => countOf(db.selectFrom('integrity_alarms').where('acknowledged_at', 'is', null)),
    },
  ];
}

/** null where every witness has cosigned the newest checkpoints. */
async function oldestCosignature(db: Database, now: number): Promise<number | null> {
  const { since } = await db
    .selectFrom('cosignatures')
    .innerJoin('checkpoints', 'checkpoints.chain', 'cosignatures.chain')
    .select(({ fn }) => fn.min(fn.coalesce('cosignatures.cosigned_at', 'checkpoints.signed_at')).as('since'))
    .whereRef('checkpoints.size', '>', 'cosignatures.size')
    .executeTakeFirstOrThrow();
  return since === null ? null : Math.max(0, now - Number(since)) / 1000;
}

/** The chains that have grown beyond their checkpoint, and the time of the first artifact that it does not cover. */
async function unsigned(db: Database): Promise<{ artifacts: number; since: number }[]> {
  const rows = await db
    .selectFrom('chains')
    .leftJoin('checkpoints', 'checkpoints.chain', 'chains.chain')
    .innerJoin('artifacts', (join) =>
      join
        .onRef('artifacts.chain', '=', 'chains.chain')
        .on('artifacts.position', '=', sql<number>`COALESCE(checkpoints.size, 0)`),
    )
    .select(['chains.size', 'checkpoints.size as signed', 'artifacts.created_at as since'])
    .execute();
  return rows.map(({ size, signed, since }) => ({ artifacts: size - (signed ?? 0), since }));
}

/** null while no chain has evidence. */
async function oldestVerification(db: Database, nowMs: number): Promise<number | null> {
  const { since } = await db
    .selectFrom('chains')
    .leftJoin('verifications', 'verifications.chain', 'chains.chain')
    // Looked up chain by chain: SQLite would join from the artifacts, and read all of them.
    .select(({ fn, selectFrom }) => {
      const first = selectFrom('artifacts')
        .select('created_at')
        .whereRef('artifacts.chain', '=', 'chains.chain')
        .where('position', '=', 0);
      return fn.min(fn.coalesce('verifications.verified_at', first)).as('since');
    })
    .executeTakeFirstOrThrow();
  return since === null ? null : (nowMs - Number(since)) / 1000;
}
