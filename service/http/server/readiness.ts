/**
 * The checks that must pass before the service is ready, and what is wrong while it still answers. A new dependency of
 * an answer adds its check here.
 */

import { Damaged, type DamageSeen } from '../../database/files/damage.ts';
import { servingProblem } from '../../database/nodes/serving.ts';
import type { Database } from '../../database/open.ts';
import type { EvidenceAppender } from '../../evidence/append/index.ts';
import { signingWarnings } from '../../proof/log/index.ts';
import { damageWarnings } from '../../proof/verification/index.ts';
import { descriptors } from '../descriptors.ts';
import type { ReadinessCheck } from './health.ts';

/** @param hasFirstKeys whether the first keys of an empty database have been created. */
export function readinessChecks(
  {
    db,
    appender,
    damage,
  }: { db: Database; appender: EvidenceAppender; damage: Pick<DamageSeen, 'isUntold'> },
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
          (error: Error) => `Evidence cannot be written${reasonOf(error)}.`,
        );
      },
    },
    {
      name: 'table of alarms',
      problem: async () =>
        damage.isUntold
          ? 'Data in the database is damaged, and no alarm of that can be raised. Run: assize doctor.'
          : null,
    },
    {
      name: 'system',
      async problem() {
        const { state, limit } = await descriptors();
        if (state !== 'none') return null;
        return `No file descriptor is left${limitText(limit)}: new connections are refused.`;
      },
    },
  ];
}

/** What an operator can mend, in the words of SQLite and of PostgreSQL. */
const REASONS: readonly [in_: RegExp, reason: string][] = [
  [/disk is full|no space left on device|disk quota exceeded/i, 'the disk is full'],
  [/readonly database|read-only transaction/i, 'the database takes no writes'],
  [/database is locked/i, 'another process keeps the database locked'],
  [/unable to open database file|too many open files/i, 'a file of the database cannot be opened'],
  [
    /files of the database were removed/,
    'the files of the database were removed or replaced while it was open. Put back what was there, or stop this process and restore a backup',
  ],
  [
    /signing folder was removed/,
    'the signing folder was removed or replaced. Put back what was there, or restart this process if it is a copy',
  ],
  [/another database server/, 'another database server answers at the address than did before'],
];

function reasonOf({ cause }: Error): string {
  if (cause instanceof Damaged) return ': data in the database is damaged. Run: assize doctor';
  const said = cause instanceof Error ? cause.message : '';
  const reason = REASONS.find(([pattern]) => pattern.test(said))?.[1];
  return reason === undefined ? '' : `: ${reason}`;
}

/** @param others what this process has found out by itself. */
export async function readinessWarnings(db: Database, others: readonly string[]): Promise<string[]> {
  const { state, limit } = await descriptors();
  const few = state === 'many' ? [`Nearly no file descriptors are left${limitText(limit)}.`] : [];
  return [...(await damageWarnings(db)), ...(await signingWarnings(db)), ...few, ...others];
}

function limitText(limit: number | null): string {
  return limit === null ? '' : ` of ${limit}`;
}
