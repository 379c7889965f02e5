/**
 * Evidence in quantity: a database is filled with a realistic chain, the service starts on it, and everything that
 * reads or checks evidence is measured over HTTP, as a caller sees it.
 */
import type { Context } from '../context.ts';
import { filledDatabase } from '../fill/fill.ts';
import { compare, loadColumns, ratioColumns, sideOf, warmUp } from '../load/measure.ts';
import type { DatabaseKind } from '../options.ts';
import { HOW_TO_INSTALL, SDK } from '../peers.ts';
import { atLeast, figure, joinParts, type Part, type SectionReport, tableOf } from '../report.ts';
import { installAssize, onEachDatabase, startAssize } from '../servers/assize.ts';
import { catchingUpPart, catchUp } from './evidence/catching-up.ts';
import { exportingPart, measureExporting } from './evidence/exporting.ts';
import { findingPart, measureFinding, type Stand } from './evidence/finding.ts';
import { measureHashing, measureVerifying, verifyingPart } from './evidence/verifying.ts';

const CONNECTIONS = 64;

export async function evidence(context: Context): Promise<SectionReport> {
  const rates = await measureHashing(context);
  const { outcomes, notes } = await onEachDatabase(context, (kind) => measureDatabase(context, kind));
  if (rates.sdkPerSecond === null) notes.push(`${SDK} was skipped: ${HOW_TO_INSTALL}`);
  const parts: Part[] = [
    { tables: [fillingTable(outcomes)], notes },
    catchingUpPart(outcomes.map(({ caughtUp }) => caughtUp)),
    findingPart(outcomes.flatMap(({ finding }) => finding)),
    verifyingPart(
      outcomes.map(({ verifying }) => verifying),
      rates,
    ),
    exportingPart(outcomes.map(({ exporting }) => exporting)),
    evaluatingPart(outcomes),
  ];
  const title = `a chain of many artifacts: found, proven, verified, exported (${figure(context.options.artifacts)})`;
  return joinParts(title, parts, { rates, outcomes });
}

type Outcome = Awaited<ReturnType<typeof measureDatabase>>;

/** What adds artifacts by the hundred thousand comes last. */
async function measureDatabase(context: Context, kind: DatabaseKind) {
  const filled = await filledDatabase(context, kind);
  const running = await startAssize(context, filled.installation);
  const stand: Stand = { ...running, filled };
  const { database } = running;
  const { artifacts, perSecond, isReused } = filled;
  const outcome = {
    filled: { database, artifacts, perSecond, isReused },
    caughtUp: await catchUp(context, stand),
    finding: await measureFinding(context, stand),
    verifying: await measureVerifying(context, stand),
    exporting: await measureExporting(context, stand),
    evaluating: await measureEvaluating(context, kind, stand),
  };
  await running.stop();
  return outcome;
}

function fillingTable(outcomes: readonly Outcome[]) {
  return tableOf(outcomes, {
    database: ({ filled }) => filled.database,
    artifacts: ({ filled }) => filled.artifacts,
    'filled/s': ({ filled }) => filled.perSecond,
    when: ({ filled }) => (filled.isReused ? 'by an earlier run' : 'now'),
  });
}

/** Whether verdicts come as fast on the full database as on an empty one. */
async function measureEvaluating(context: Context, kind: DatabaseKind, stand: Stand) {
  const empty = { ...(await startAssize(context, await installAssize(context, kind))), name: 'empty' };
  const full = { ...stand, name: 'full' };
  for (const contender of [full, empty]) await warmUp(context, contender, CONNECTIONS);
  const what = `evidence: ${stand.database}: verdicts`;
  const compared = await compare(context, what, empty, [sideOf(full)], CONNECTIONS);
  await empty.stop();
  return compared;
}

function evaluatingPart(outcomes: readonly Outcome[]): Part {
  const all = outcomes.flatMap(({ filled: { database }, evaluating }) =>
    evaluating.map((of) => ({ ...of, database })),
  );
  const table = tableOf(all, {
    database: ({ database }) => database,
    [`verdicts at ${CONNECTIONS} connections`]: ({ name }) => name,
    ...loadColumns(({ measure }: (typeof all)[number]) => measure),
    ...ratioColumns({ rate: 'of empty' }),
  });
  const checks = all.flatMap(({ database, ratios }) =>
    ratios === null ? [] : [atLeast(0.9, '×', ratios.rate, `${database}: verdicts/s of an empty database's`)],
  );
  return { tables: [table], checks };
}
