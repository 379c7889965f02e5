/** Gauges of the evidence, for monitoring. */
import { countOf } from '../database/count.ts';
import type { Database } from '../database/open.ts';
import type { Gauge } from '../foundation/measured.ts';
import type { EvidenceAppender } from './append/appender.ts';

export function evidenceGauges(db: Database, appender: EvidenceAppender): Gauge[] {
  const sizes = async () => {
    const { total, longest } = await db
      .selectFrom('chains')
      .select(({ fn }) => [fn.sum('size').as('total'), fn.max('size').as('longest')])
      .executeTakeFirstOrThrow();
    return { total: Number(total), longest: Number(longest) };
  };
  return [
    {
      name: 'chains',
      help: 'Chains: one for each tenant and environment.',
      read: () => countOf(db.selectFrom('chains')),
    },
    {
      name: 'artifacts',
      help: 'Artifacts of evidence in all chains.',
      read: async () => (await sizes()).total,
    },
    {
      name: 'longest_chain_artifacts',
      help: 'Artifacts in the longest chain.',
      read: async () => (await sizes()).longest,
    },
    {
      name: 'commit_waiting_entries',
      help: 'Entries of evidence that wait for the batch under way.',
      read: () => appender.waiting,
      across: 'sum',
    },
  ];
}
