/** Evidence in quantity: all that reads or checks a long chain is measured over HTTP, as a caller sees it. */
import type { Context } from '../context.ts';
import { filledDatabase } from '../fill/fill.ts';
import { compare, sideOf, verdictsTable, warmUp } from '../load/measure.ts';
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
  const { outcomes, skipped } = await onEachDatabase(context, (kind) => measureDatabase(context, kind));
  const notes = rates.sdkPerSecond === null ? [`${SDK} was skipped: ${HOW_TO_INSTALL}`] : [];
  const filled = tableOf(
    outcomes.map((of) => of.filled),
    ['database', 'artifacts', 'filledPerSecond', 'when'],
  );
  const verifying = outcomes.map((of) => of.verifying);
  const parts: Part[] = [
    skipped,
    { tables: [filled], notes },
    catchingUpPart(outcomes.map(({ caughtUp }) => caughtUp)),
    findingPart(outcomes.flatMap(({ finding }) => finding)),
    verifyingPart(verifying, rates),
    exportingPart(outcomes.map(({ exporting }) => exporting)),
    evaluatingPart(outcomes.flatMap(({ evaluating }) => evaluating)),
  ];
  const title = `a chain of many artifacts: found, proven, verified, exported (${figure(context.options.artifacts)})`;
  return joinParts(title, parts, { rates, outcomes });
}

/** What adds artifacts by the hundred thousand comes last. */
async function measureDatabase(context: Context, kind: DatabaseKind) {
  const filled = await filledDatabase(context, kind);
  const running = await startAssize(context, filled.installation);
  const stand: Stand = { ...running, filled };
  const { database } = running;
  const { artifacts, perSecond: filledPerSecond, isReused } = filled;
  const when = isReused ? 'by an earlier run' : 'now';
  const outcome = {
    filled: { database, artifacts, filledPerSecond, when },
    caughtUp: await catchUp(context, stand),
    finding: await measureFinding(context, stand),
    verifying: await measureVerifying(context, stand),
    exporting: await measureExporting(context, stand),
    evaluating: await measureEvaluating(context, kind, stand),
  };
  await running.stop();
  return outcome;
}

async function measureEvaluating(context: Context, kind: DatabaseKind, stand: Stand) {
  const empty = { ...(await startAssize(context, await installAssize(context, kind))), name: 'empty' };
  const full = { ...stand, name: 'full' };
  for (const contender of [full, empty]) await warmUp(context, contender, CONNECTIONS);
  const { database } = stand;
  const compared = await compare(
    context,
    `evidence: ${database}: verdicts`,
    empty,
    [sideOf(full)],
    CONNECTIONS,
  );
  await empty.stop();
  return compared.map((of) => ({ ...of, database }));
}

function evaluatingPart(all: Awaited<ReturnType<typeof measureEvaluating>>): Part {
  const checks = all.flatMap(({ database, rateRatio }) => {
    if (rateRatio === undefined) return [];
    return [atLeast(0.9, '×', rateRatio, `${database}: verdicts/s of an empty database's`)];
  });
  return { tables: [verdictsTable(all, CONNECTIONS, 'empty')], checks };
}
