/**
 * The same question about the same action, put to Assize and to a Cerbos server under the same load. Assize answers
 * when its evidence is on disk; Cerbos writes its decision log beside the answer.
 */
import type { Context } from '../context.ts';
import { ask } from '../http.ts';
import { type Contender, type Measure, measure, summarise, warmUp } from '../load/measure.ts';
import { HOW_TO_INSTALL } from '../peers.ts';
import { GRAVE } from '../question.ts';
import { type SectionReport, skipped } from '../report.ts';
import { installAssize, startAssize } from '../servers/assize.ts';
import { CERBOS_PACKAGE, findCerbos, startCerbos } from '../servers/cerbos.ts';
import { medianRatio } from '../statistics.ts';
import { figure } from '../table.ts';

const TITLE = 'the same policy question, against a Cerbos server with its decision log on';
const CONNECTIONS = [16, 64];
const TARGET_CONNECTIONS = 64;
const TARGET_RATIO = 2.5;

interface Outcome {
  connections: number;
  name: string;
  measure: Measure;
  /** Of Assize's requests per second to this one's; null for Assize itself. */
  ratio: number | null;
}

export async function cerbos(context: Context): Promise<SectionReport> {
  const program = findCerbos();
  if (program === null) return skipped(TITLE, `${CERBOS_PACKAGE} is not there: ${HOW_TO_INSTALL}`);
  const assize = await startAssize(context, installAssize(context, null));
  await assertRefuses(assize);
  const peers = [await startCerbos(context, program, 'file'), await startCerbos(context, program, 'local')];
  for (const contender of [assize, ...peers]) await warmUp(context, contender);
  const outcomes: Outcome[] = [];
  for (const connections of CONNECTIONS) {
    context.progress(`cerbos: ${connections} connections, ${context.options.rounds} rounds`);
    outcomes.push(...(await compare(context, assize, peers, connections)));
  }
  return {
    title: TITLE,
    tables: [
      {
        columns: [
          ...['connections', 'server', 'requests/s', 'p50 ms', 'p99 ms', 'memory MB', 'CPU ms/request'],
          ...['errors', 'Assize does'],
        ],
        rows: outcomes.map(({ connections, name, measure: of, ratio }) => [
          String(connections),
          name,
          figure(of.requestsPerSecond),
          figure(of.p50Ms),
          figure(of.p99Ms),
          figure(of.memoryMb),
          figure(of.cpuMsPerRequest),
          String(of.errors),
          ratio === null ? '' : `${figure(ratio)} × as many`,
        ]),
      },
    ],
    checks: outcomes
      .filter(({ connections, name }) => connections === TARGET_CONNECTIONS && name !== assize.name)
      .map(({ name, ratio }) => ({
        what: `${assize.name}, ${TARGET_CONNECTIONS} connections: requests/s of ${name}`,
        figure: ratio,
        sense: 'at least',
        target: TARGET_RATIO,
        unit: '×',
      })),
    notes: [
      "Neither of Cerbos's decision logs waits for the disk before the answer; Assize's evidence does.",
    ],
    data: outcomes,
  };
}

async function compare(
  context: Context,
  assize: Contender,
  peers: readonly Contender[],
  connections: number,
): Promise<Outcome[]> {
  const own: Measure[] = [];
  const others = peers.map((peer) => ({ peer, rounds: [] as { theirs: Measure; own: Measure }[] }));
  for (let round = 0; round < context.options.rounds; round++) {
    for (const { peer, rounds } of others) {
      const theirs = await measure(context, peer, connections);
      const beside = await measure(context, assize, connections);
      own.push(beside);
      rounds.push({ theirs, own: beside });
    }
  }
  return [
    { connections, name: assize.name, measure: summarise(own), ratio: null },
    ...others.map(({ peer, rounds }) => ({
      connections,
      name: peer.name,
      measure: summarise(rounds.map(({ theirs }) => theirs)),
      ratio: medianRatio(
        rounds.map((round) => [round.own.requestsPerSecond, round.theirs.requestsPerSecond] as const),
      ),
    })),
  ];
}

/** Both must judge alike for the comparison to mean anything; that Assize lets the ordinary pass is its start. */
async function assertRefuses(assize: Contender): Promise<void> {
  const { body } = await ask({ ...assize, body: JSON.stringify(GRAVE) });
  const { verdict } = JSON.parse(body) as { verdict?: string };
  if (verdict === 'proceed' || verdict === undefined) throw new Error(`Assize answered ${body}`);
}
