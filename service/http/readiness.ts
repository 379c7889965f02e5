/** The checks that must pass before the service is ready. A new dependency of an answer adds its check here. */
import type { Database } from '../database/open.ts';
import { servingProblem } from '../database/serving.ts';
import type { EvidenceAppender } from '../evidence/index.ts';
import type { ReadinessCheck } from './shared/health.ts';

/** @param hasFirstKeys whether the first keys of an empty database have been created. */
export function readinessChecks(
  { db, appender }: { db: Database; appender: EvidenceAppender },
  hasFirstKeys: () => boolean,
): ReadinessCheck[] {
  return [
    {
      name: 'start',
      problem: async () => (hasFirstKeys() ? null : 'The first keys are not made yet.'),
    },
    {
      name: 'database',
      problem: () => servingProblem(db),
    },
    {
      name: 'evidence',
      async problem() {
        return appender.requireWritable().then(
          () => null,
          () => 'Evidence cannot be written.',
        );
      },
    },
  ];
}
