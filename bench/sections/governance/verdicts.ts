/**
 * Verdicts over HTTP of one service, in each state that a tenant can put it in and without: the tenant enters a state,
 * is measured, leaves it again, and is measured, so that a state is only ever held against its neighbour in time.
 */
import type { Context } from '../../context.ts';
import { ask } from '../../http.ts';
import { type Contender, type Measure, measure, summarise, warmUp } from '../../load/measure.ts';
import type { Check } from '../../report.ts';
import type { RunningAssize } from '../../servers/assize.ts';
import { medianRatio } from '../../statistics.ts';
import { figure } from '../../table.ts';
import type { Part } from '../evidence/stand.ts';
import {
  BUDGETS,
  bodyIn,
  HALT,
  HUNDRED_RULES,
  PACKS,
  type State,
  TEN_RULES,
  TRUST,
  VERIFIED,
  VERIFIED_AND_REFUSED,
} from './governing.ts';

const CONNECTIONS = 64;
const WARM_UP_TURNS = 3;
const TARGETS = new Map<State, Readonly<Record<string, number>>>([
  [TEN_RULES, { SQLite: 0.85, PostgreSQL: 0.85 }],
  [HUNDRED_RULES, { SQLite: 0.5, PostgreSQL: 0.5 }],
  [BUDGETS, { SQLite: 0.8, PostgreSQL: 0.6 }],
]);

/** Between the two of a group stands the measurement without either. */
const GROUPS: readonly (readonly State[])[] = [
  [TEN_RULES, HUNDRED_RULES],
  [PACKS, BUDGETS],
  [TRUST, HALT],
  [VERIFIED, VERIFIED_AND_REFUSED],
];
const STATES = GROUPS.flat();

interface Pair {
  within: Measure;
  without: Measure;
}

export interface Verdicts {
  database: string;
  plain: Measure;
  states: {
    name: string;
    measure: Measure;
    /** Of requests per second, to the same service without. */
    ratio: number | null;
    /** Of the service's CPU time for each. */
    cpuRatio: number | null;
    target: number | null;
  }[];
}

export async function measureVerdicts(
  context: Context,
  database: string,
  started: RunningAssize,
): Promise<Verdicts> {
  const running = { ...started, body: bodyIn({}) };
  for (let turn = 0; turn < WARM_UP_TURNS; turn += 1) await warmUp(context, running, CONNECTIONS);
  for (const state of STATES) await within(running, state, (asked) => warmUp(context, asked, CONNECTIONS));
  const plain: Measure[] = [];
  const measured = new Map<State, Pair[]>(STATES.map((state) => [state, []]));
  const { rounds } = context.options;
  for (let round = 0; round < rounds; round += 1) {
    context.progress(`governance: ${database}: verdicts, round ${round + 1} of ${rounds}`);
    for (const group of round % 2 === 0 ? GROUPS : GROUPS.toReversed()) {
      const [first, ...rest] = round % 2 === 0 ? group : group.toReversed();
      const measuring = (asked: Contender) => measure(context, asked, CONNECTIONS);
      const before = first && (await within(running, first, measuring));
      const without = await measuring(running);
      plain.push(without);
      if (first && before) measured.get(first)?.push({ within: before, without });
      for (const state of rest) {
        measured.get(state)?.push({ within: await within(running, state, measuring), without });
      }
    }
  }
  return {
    database,
    plain: summarise(plain),
    states: [...measured].map(([state, pairs]) => outcomeOf(database, state, pairs)),
  };
}

async function within<T>(
  running: RunningAssize,
  state: State,
  act: (asked: Contender) => Promise<T>,
): Promise<T> {
  const undo = await state.enter(running);
  const asked = { ...running, body: bodyIn(state) };
  const { status, body } = await ask(asked);
  if (status !== 200 || !body.includes('"verdict":"proceed"')) {
    throw new Error(`${state.name}: ${status} ${body}`);
  }
  const result = await act(asked);
  await undo(running);
  return result;
}

function outcomeOf(database: string, state: State, pairs: readonly Pair[]): Verdicts['states'][number] {
  const ratioOf = (of: 'requestsPerSecond' | 'cpuMsPerRequest') =>
    medianRatio(pairs.map((pair) => [pair.within[of], pair.without[of]] as const));
  return {
    name: state.name,
    measure: summarise(pairs.map((pair) => pair.within)),
    ratio: ratioOf('requestsPerSecond'),
    cpuRatio: ratioOf('cpuMsPerRequest'),
    target: TARGETS.get(state)?.[database] ?? null,
  };
}

export function verdictsPart(all: readonly Verdicts[]): Part {
  return {
    tables: [
      {
        columns: [
          ...['database', `verdicts at ${CONNECTIONS} connections`, 'per second', 'p50 ms', 'p99 ms'],
          ...['CPU ms/verdict', 'errors', 'of without', 'CPU of without'],
        ],
        rows: all.flatMap(({ database, plain, states }) => [
          row(database, 'nothing set', plain, '', ''),
          ...states.map(({ name, measure: of, ratio, cpuRatio }) =>
            row(database, name, of, figure(ratio), figure(cpuRatio)),
          ),
        ]),
      },
    ],
    checks: all.flatMap(({ database, states }) => states.flatMap((state) => checkOf(database, state))),
    notes: [
      'of without: the median of the ratios to the same service right before or after, with nothing set.',
    ],
  };
}

function checkOf(database: string, { name, ratio, target }: Verdicts['states'][number]): Check[] {
  if (target === null) return [];
  const what = `${database}: verdicts with ${name}, of those without`;
  return [{ what, figure: ratio, sense: 'at least', target, unit: '×' }];
}

function row(database: string, name: string, of: Measure, ...ratios: string[]): string[] {
  return [
    ...[database, name, figure(of.requestsPerSecond), figure(of.p50Ms), figure(of.p99Ms)],
    ...[figure(of.cpuMsPerRequest), String(of.errors), ...ratios],
  ];
}
