/** What telling of events costs verdicts, as a table and against the target. */
import { summarise } from '../../load/measure.ts';
import type { Check } from '../../report.ts';
import { medianOf, medianRatio } from '../../statistics.ts';
import { figure } from '../../table.ts';
import type { Part } from '../evidence/stand.ts';
import { CONNECTIONS, type Loading, type Round, SITUATIONS, type Situation } from './loading.ts';

const TARGETS = { ratio: 0.85, delivered: 0.95 };
const COLUMNS = [
  'database',
  'beside',
  'endpoints',
  `verdicts/s at ${CONNECTIONS}`,
  'of alone',
  'of untold',
  'p50 ms',
  'p99 ms',
  'memory MB',
  'errors',
  'CPU ms/verdict',
  'service cores',
  'receiver cores',
  'events/s',
  'deliveries/s',
  'behind',
  'drained s',
  'CPU ms/delivery',
];
const BESIDE: Record<Situation, string> = {
  alone: 'nothing',
  untold: 'events, untold',
  told: 'events, told',
};

export function loadingPart(all: readonly Loading[]): Part {
  return {
    tables: [
      { columns: COLUMNS, rows: all.flatMap((loading) => SITUATIONS.map((it) => rowOf(loading, it))) },
    ],
    checks: all.flatMap(checksOf),
    notes: [
      'events: batches of actions that are blocked, beside the verdicts; of alone: what they cost, told or not, as',
      'evaluations of their own; of untold: what telling of them costs. Behind: deliveries due when the load ends.',
      'Load tool, producer and receiver use the same cores as the service.',
    ],
  };
}

function rowOf(loading: Loading, situation: Situation): string[] {
  const rounds = loading.rounds[situation];
  const of = summarise(rounds);
  const middle = (pick: (round: Round) => number | null) => figure(medianOf(rounds.map(pick)));
  const ratio = (to: Situation) => (situation === to ? '' : figure(ratioOf(loading, situation, to)));
  return [
    loading.database,
    BESIDE[situation],
    String(situation === 'told' ? loading.endpoints : 0),
    figure(of.requestsPerSecond),
    ratio('alone'),
    situation === 'alone' ? '' : ratio('untold'),
    ...[
      figure(of.p50Ms),
      figure(of.p99Ms),
      figure(of.memoryMb),
      String(of.errors),
      figure(of.cpuMsPerRequest),
    ],
    middle((round) => round.serviceCores),
    middle((round) => round.receiverCores),
    middle((round) => round.produced),
    middle((round) => round.delivered),
    middle((round) => round.behind),
    middle((round) => round.drainedS),
    middle((round) => round.cpuMsPerDelivery),
  ];
}

/** Of the verdicts in one situation to those in another, round by round. */
function ratioOf({ rounds }: Loading, upper: Situation, lower: Situation): number | null {
  return medianRatio(
    rounds[upper].map(
      (round, place) => [round.requestsPerSecond, rounds[lower][place]?.requestsPerSecond ?? null] as const,
    ),
  );
}

function checksOf(loading: Loading): Check[] {
  const { database, endpoints } = loading;
  const due = (round: Round) => round.delivered / (round.produced * endpoints);
  return [
    {
      what: `${database}: verdicts/s beside events told to ${endpoints} endpoints, of those told to none`,
      figure: ratioOf(loading, 'told', 'untold'),
      sense: 'at least',
      target: TARGETS.ratio,
      unit: '×',
    },
    {
      what: `${database}: deliveries/s under that load, of those due`,
      figure: medianOf(loading.rounds.told.map(due)),
      sense: 'at least',
      target: TARGETS.delivered,
      unit: '×',
    },
  ];
}
