/**
 * What metering and limiting cost, on SQLite and on PostgreSQL: verdicts with limits and without, appends with counters
 * and without, an account that stops at its allowance beside one that goes on; and the summary of a full database.
 */
import type { Context } from '../context.ts';
import type { DatabaseKind } from '../options.ts';
import type { SectionReport } from '../report.ts';
import { NO_POSTGRES, startPostgres } from '../servers/postgres.ts';
import { figure } from '../table.ts';
import type { Part } from './evidence/stand.ts';
import { costPart } from './usage/cost.ts';
import { type Counting, measureCounting } from './usage/counting.ts';
import { measureSummary, type Summary, summaryPart } from './usage/summary.ts';
import { measureVerdicts, type Verdicts, verdictsPart } from './usage/verdicts.ts';

const DATABASES = { sqlite: 'SQLite', postgres: 'PostgreSQL' } as const;

interface Outcome {
  verdicts: Verdicts;
  counting: Counting;
  summary: Summary;
}

export async function usage(context: Context): Promise<SectionReport> {
  const outcomes: Outcome[] = [];
  const notes: string[] = [];
  for (const kind of context.options.databases) {
    const outcome = await measureDatabase(context, kind);
    if (outcome === null) notes.push(`PostgreSQL was skipped: ${NO_POSTGRES}`);
    else outcomes.push(outcome);
  }
  const parts: Part[] = [
    verdictsPart(outcomes.map(({ verdicts }) => verdicts)),
    costPart(outcomes),
    summaryPart(outcomes.map(({ summary }) => summary)),
  ];
  return {
    title: `what metering and limiting cost, and the summary of ${figure(context.options.artifacts)} artifacts`,
    tables: parts.flatMap(({ tables }) => tables),
    checks: parts.flatMap(({ checks }) => checks),
    notes: [...notes, ...parts.flatMap((part) => part.notes)],
    data: outcomes,
  };
}

/**
 * Appends are timed in this process once no service runs.
 * @returns null where PostgreSQL is wanted and not there.
 */
async function measureDatabase(context: Context, kind: DatabaseKind): Promise<Outcome | null> {
  const database = DATABASES[kind];
  const newPostgres = kind === 'sqlite' ? async () => null : () => startPostgres(context);
  const first = await newPostgres();
  if (kind === 'postgres' && first === null) return null;
  const verdicts = await measureVerdicts(context, database, newPostgres);
  const counting = await measureCounting(context, database, first);
  return { verdicts, counting, summary: await measureSummary(context, kind, database, newPostgres) };
}
