/**
 * What it costs that a tenant governs, on SQLite and on PostgreSQL: verdicts with policies, budgets, trust, halts and
 * `verified` mode and without; what each asks the database; and a draft policy tried against recorded evaluations.
 */
import type { Context } from '../context.ts';
import type { DatabaseKind } from '../options.ts';
import type { SectionReport } from '../report.ts';
import { installAssize, startAssize } from '../servers/assize.ts';
import { NO_POSTGRES, startPostgres } from '../servers/postgres.ts';
import type { Part } from './evidence/stand.ts';
import { attacksPart, measureAttacks } from './governance/attacks.ts';
import { measureReads, type ReadsOnDatabase, readsPart } from './governance/reads.ts';
import { measureReplaying, type Replaying, replayingPart } from './governance/replaying.ts';
import { measureVerdicts, type Verdicts, verdictsPart } from './governance/verdicts.ts';

const DATABASES = { sqlite: 'SQLite', postgres: 'PostgreSQL' } as const;

interface Outcome {
  verdicts: Verdicts;
  reads: ReadsOnDatabase;
  replaying: Replaying;
}

export async function governance(context: Context): Promise<SectionReport> {
  const outcomes: Outcome[] = [];
  const notes: string[] = [];
  for (const kind of context.options.databases) {
    const outcome = await measureDatabase(context, kind);
    if (outcome === null) notes.push(`PostgreSQL was skipped: ${NO_POSTGRES}`);
    else outcomes.push(outcome);
  }
  const attacked = measureAttacks(context);
  const parts: Part[] = [
    verdictsPart(outcomes.map(({ verdicts }) => verdicts)),
    readsPart(outcomes.map(({ reads }) => reads)),
    replayingPart(outcomes.map(({ replaying }) => replaying)),
    attacksPart(attacked),
  ];
  return {
    title: 'what it costs that a tenant governs',
    tables: parts.flatMap(({ tables }) => tables),
    checks: parts.flatMap(({ checks }) => checks),
    notes: [...notes, ...parts.flatMap((part) => part.notes)],
    data: { outcomes, attacked },
  };
}

/** @returns null where PostgreSQL is wanted and not there. */
async function measureDatabase(context: Context, kind: DatabaseKind): Promise<Outcome | null> {
  const postgres = kind === 'sqlite' ? null : await startPostgres(context);
  if (kind === 'postgres' && postgres === null) return null;
  const installation = installAssize(context, postgres);
  const database = DATABASES[kind];
  const running = await startAssize(context, installation);
  const verdicts = await measureVerdicts(context, database, running);
  await running.stop();
  const reads = await measureReads(context, database, installation);
  return { verdicts, reads, replaying: await measureReplaying(context, kind, database) };
}
