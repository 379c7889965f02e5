/**
 * The same question about the same action, put to Assize and to a Cerbos server under the same load. Assize answers
 * when its evidence is on disk; Cerbos writes its decision log beside the answer.
 */
import type { Context } from '../context.ts';
import { type Compared, compare, loadColumns, sideOf, warmUp } from '../load/measure.ts';
import { HOW_TO_INSTALL } from '../peers.ts';
import { GRAVE } from '../question.ts';
import { atLeast, figure, joinParts, type SectionReport, tableOf } from '../report.ts';
import { installAssize, requireVerdict, startAssize } from '../servers/assize.ts';
import { CERBOS_PACKAGE, findCerbos, startCerbos } from '../servers/cerbos.ts';
import { quotient } from '../statistics.ts';

const TITLE = 'the same policy question, against a Cerbos server with its decision log on';
const CONNECTIONS = [16, 64];
const TARGET_CONNECTIONS = 64;

/** `ratio`: how many times as many requests per second Assize answers; null for Assize itself. */
type Outcome = Compared & { connections: number; ratio: number | null };

export async function cerbos(context: Context): Promise<SectionReport> {
  const program = findCerbos();
  const skipped = `Skipped: ${CERBOS_PACKAGE} is not installed: ${HOW_TO_INSTALL}`;
  if (program === null) return joinParts(TITLE, [{ tables: [], notes: [skipped] }], null);
  const assize = await startAssize(context, await installAssize(context, 'sqlite'));
  await requireVerdict(assize, GRAVE, 'block');
  const peers = [await startCerbos(context, program, 'file'), await startCerbos(context, program, 'local')];
  for (const contender of [assize, ...peers]) await warmUp(context, contender);
  const outcomes: Outcome[] = [];
  for (const connections of CONNECTIONS) {
    const compared = await compare(context, 'cerbos', assize, peers.map(sideOf), connections);
    outcomes.push(
      ...compared.map((of) => ({ ...of, connections, ratio: quotient(1, of.ratios?.rate ?? null) })),
    );
  }
  const table = tableOf(outcomes, {
    connections: ({ connections }) => String(connections),
    server: ({ name }) => name,
    ...loadColumns((of: Outcome) => of.measure),
    'Assize does': ({ ratios, ratio }) => (ratios === null ? '' : `${figure(ratio)} × as many`),
  });
  const checks = outcomes
    .filter(({ connections, ratios }) => connections === TARGET_CONNECTIONS && ratios !== null)
    .map(({ name, ratio }) => {
      const what = `${assize.name}, ${TARGET_CONNECTIONS} connections: requests/s of ${name}`;
      return atLeast(2.5, '×', ratio, what);
    });
  const notes = [
    "Neither of Cerbos's decision logs waits for the disk before the answer; Assize's evidence does.",
  ];
  return joinParts(TITLE, [{ tables: [table], checks, notes }], outcomes);
}
