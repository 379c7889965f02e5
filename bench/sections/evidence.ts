/**
 * Evidence in quantity, on SQLite and on PostgreSQL: a database is filled with a realistic chain, the service started
 * on it, and everything that reads or checks evidence is measured over HTTP as a caller sees it.
 */
import type { Context } from '../context.ts';
import { type Filled, filledDatabase } from '../fill/filled.ts';
import { HOW_TO_INSTALL } from '../peers.ts';
import type { SectionReport } from '../report.ts';
import { startAssize } from '../servers/assize.ts';
import { NO_POSTGRES } from '../servers/postgres.ts';
import { figure } from '../table.ts';
import { type CaughtUp, catchingUpPart, catchUp } from './evidence/catching-up.ts';
import { type Evaluating, evaluatingPart, measureEvaluating } from './evidence/evaluating.ts';
import { type Exporting, exportingPart, measureExporting } from './evidence/exporting.ts';
import { type Finding, findingPart, measureFinding } from './evidence/finding.ts';
import { type HashingRates, measureHashing, SDK } from './evidence/hashing.ts';
import type { Part, Stand } from './evidence/stand.ts';
import { measureVerifying, type Verifying, verifyingPart } from './evidence/verifying.ts';

const TITLE = 'a chain of many artifacts: found, proven, verified, exported';

interface Outcome {
  filled: Pick<Filled, 'artifacts' | 'perSecond' | 'isReused'> & { database: string };
  caughtUp: CaughtUp;
  finding: Finding[];
  verifying: Verifying;
  exporting: Exporting;
  evaluating: Evaluating;
}

export async function evidence(context: Context): Promise<SectionReport> {
  const rates = await measureHashing(context);
  const outcomes: Outcome[] = [];
  const notes: string[] = [];
  for (const kind of context.options.databases) {
    const filled = await filledDatabase(context, kind);
    if (filled === null) notes.push(`PostgreSQL was skipped: ${NO_POSTGRES}`);
    else outcomes.push(await measureDatabase(context, filled));
  }
  if (rates.sdkPerSecond === null) notes.push(`${SDK} was skipped: ${HOW_TO_INSTALL}`);
  const parts = [fillingPart(outcomes), ...partsOf(outcomes, rates)];
  return {
    title: `${TITLE} (${figure(context.options.artifacts)})`,
    tables: parts.flatMap(({ tables }) => tables),
    checks: parts.flatMap(({ checks }) => checks),
    notes: [...notes, ...parts.flatMap((part) => part.notes)],
    data: { rates, outcomes },
  };
}

/** What adds artifacts by the hundred thousand comes last. */
async function measureDatabase(context: Context, filled: Filled): Promise<Outcome> {
  const { installation, artifacts, perSecond, isReused } = filled;
  const running = await startAssize(context, installation);
  const stand: Stand = { name: installation.name.replace('Assize, ', ''), filled, running };
  const caughtUp = await catchUp(context, stand);
  const finding = await measureFinding(stand, context.progress);
  const verifying = await measureVerifying(context, stand);
  const exporting = await measureExporting(context, stand);
  const evaluating = await measureEvaluating(context, stand);
  await running.stop();
  const told = { database: stand.name, artifacts, perSecond, isReused };
  return { filled: told, caughtUp, finding, verifying, exporting, evaluating };
}

function partsOf(outcomes: readonly Outcome[], rates: HashingRates): Part[] {
  return [
    catchingUpPart(outcomes.map(({ caughtUp }) => caughtUp)),
    findingPart(outcomes.flatMap(({ finding }) => finding)),
    verifyingPart(
      outcomes.map(({ verifying }) => verifying),
      rates,
    ),
    exportingPart(outcomes.map(({ exporting }) => exporting)),
    evaluatingPart(outcomes.map(({ evaluating }) => evaluating)),
  ];
}

function fillingPart(outcomes: readonly Outcome[]): Part {
  const rows = outcomes.map(({ filled: { database, artifacts, perSecond, isReused } }) => [
    ...[database, figure(artifacts), figure(perSecond), isReused ? 'by an earlier run' : 'now'],
  ]);
  return {
    tables: [{ columns: ['database', 'artifacts', 'filled/s', 'when'], rows }],
    checks: [],
    notes: [],
  };
}
