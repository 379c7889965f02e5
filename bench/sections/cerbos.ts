/**
 * The same question about the same action, put to Assize and to a Cerbos server under the same load. Assize answers
 * when its evidence is on disk; Cerbos writes its decision log beside the answer.
 */
import type { Context } from '../context.ts';
import { type Compared, compare, LOAD_COLUMNS, sideOf, warmUp } from '../load/measure.ts';
import { findPeer, HOW_TO_INSTALL } from '../peers.ts';
import { GRAVE } from '../question.ts';
import { atLeast, joinParts, type SectionReport, tableOf } from '../report.ts';
import { installAssize, requireVerdict, startAssize } from '../servers/assize.ts';
import { CERBOS_PACKAGE, startCerbos } from '../servers/cerbos.ts';
import { quotient } from '../statistics.ts';

const TITLE = 'the same policy question, against a Cerbos server with its decision log on';
const CONNECTIONS = [16, 64];
const TARGET_CONNECTIONS = 64;

/** `timesAsMany`: requests per second of Assize, of the server's; undefined for Assize itself. */
type Outcome = Compared & { connections: number; timesAsMany: number | null | undefined };

export async function cerbos(context: Context): Promise<SectionReport> {
  const program = findPeer(CERBOS_PACKAGE);
  const skipped = `Skipped: ${CERBOS_PACKAGE} is not installed: ${HOW_TO_INSTALL}`;
  if (program === null) return joinParts(TITLE, [{ tables: [], notes: [skipped] }], null);
  const assize = await startAssize(context, await installAssize(context, 'sqlite'));
  await requireVerdict(assize, GRAVE, 'block');
  const peers = [await startCerbos(context, program, 'file'), await startCerbos(context, program, 'local')];
  for (const contender of [assize, ...peers]) await warmUp(context, contender);
  const outcomes: Outcome[] = [];
  for (const connections of CONNECTIONS) {
    const compared = await compare(context, 'cerbos', assize, peers.map(sideOf), connections);
    for (const of of compared) {
      const timesAsMany = of.rateRatio === undefined ? undefined : quotient(1, of.rateRatio);
      outcomes.push({ ...of, connections, timesAsMany });
    }
  }
  const titles = { name: 'server', timesAsMany: 'Assize does ×' };
  const table = tableOf(outcomes, ['connections', 'name', ...LOAD_COLUMNS, 'timesAsMany'], titles);
  const checks = outcomes.flatMap(({ connections, name, timesAsMany }) => {
    if (connections !== TARGET_CONNECTIONS || timesAsMany === undefined) return [];
    const what = `${assize.name}, ${TARGET_CONNECTIONS} connections: requests/s of ${name}`;
    return [atLeast(2.5, '×', timesAsMany, what)];
  });
  const notes = [
    "Neither of Cerbos's decision logs waits for the disk before the answer; Assize's evidence does.",
  ];
  return joinParts(TITLE, [{ tables: [table], checks, notes }], outcomes);
}
