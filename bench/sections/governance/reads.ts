/**
 * The statements that an evaluation runs before its evidence is appended, counted in this process, on a tenant that has
 * set everything at once. Statements that serve many evaluations together are counted apart.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Database } from '../../../service/database/open.ts';
import { evaluate } from '../../../service/evaluation/index.ts';
import type { Service } from '../../../service/wiring.ts';
import type { Context } from '../../context.ts';
import { withService } from '../../fill/service.ts';
import { atMost, type Part, tableOf } from '../../report.ts';
import { type Installation, type RunningAssize, startAssize } from '../../servers/assize.ts';
import { bodyIn, STATES, type State, type Undo } from './states.ts';

const AT_ONCE = 64;
const TURNS = 32;
/** A statement that was run for one evaluation in so many, or more often, counts for each evaluation. */
const SELDOM = 8;

const { hundredRules, budgets, halt, trust, verified } = STATES;
const EVERYTHING: State[] = [hundredRules, budgets, halt, trust];
const CASES = [
  { name: 'an agent in the ledger', states: [trust], target: null },
  { name: 'rules, budgets, a halt, an agent in the ledger', states: EVERYTHING, target: 0 },
  { name: 'the same, attestation verified', states: [...EVERYTHING, verified], target: 0 },
];

export interface Reads {
  database: string;
  name: string;
  evaluations: number;
  /** For each evaluation. */
  each: number;
  /** The others, for all evaluations together. */
  together: number;
  target: number | null;
}

export async function measureReads(context: Context, installation: Installation): Promise<Reads[]> {
  const { database } = installation;
  const reads: Reads[] = [];
  for (const { name, states, target } of CASES) {
    context.progress(`governance: ${database}: reads with ${name}`);
    const undos: Undo[] = [];
    await whileServed(context, installation, async (running) => {
      for (const state of states) undos.unshift(await state.enter(running));
    });
    reads.push({ database, name, ...(await countIn(installation)), target });
    await whileServed(context, installation, async (running) => {
      for (const undo of undos) await undo(running);
    });
  }
  return reads;
}

async function whileServed(
  context: Context,
  installation: Installation,
  act: (running: RunningAssize) => Promise<void>,
): Promise<void> {
  const running = await startAssize(context, installation);
  await act(running);
  await running.stop();
}

function countIn({
  environment,
  key,
}: Installation): Promise<Pick<Reads, 'evaluations' | 'each' | 'together'>> {
  return withService(environment, async (service) => {
    const counter = countReads(service.db);
    await evaluateMany(service, key, 1);
    const counts = await counter(() => evaluateMany(service, key, TURNS));
    const evaluations = TURNS * AT_ONCE;
    const often = counts.filter((count) => count * SELDOM >= evaluations);
    const sum = (some: readonly number[]) => some.reduce((all, count) => all + count, 0);
    return { evaluations, each: sum(often) / evaluations, together: sum(counts) - sum(often) };
  });
}

async function evaluateMany(service: Service, key: string, turns: number): Promise<void> {
  const principal = await service.authenticator.authenticate(key);
  const body = bodyIn(trust);
  for (let turn = 0; turn < turns; turn += 1) {
    const verdicts = Array.from({ length: AT_ONCE }, () => evaluate(service, principal, JSON.parse(body)));
    for (const { verdict, explanation } of await Promise.all(verdicts)) {
      if (verdict !== 'proceed') throw new Error(explanation);
    }
  }
}

/**
 * Statements that chores run meanwhile do not count.
 * @returns a function that runs something and tells how often each of its statements was run.
 */
function countReads(db: Database): (act: () => Promise<void>) => Promise<number[]> {
  const counting = new AsyncLocalStorage<Map<string, number>>();
  const executor = db.getExecutor();
  const execute = executor.executeQuery.bind(executor);
  executor.executeQuery = (query, ...rest) => {
    const counts = counting.getStore();
    counts?.set(query.sql, (counts.get(query.sql) ?? 0) + 1);
    return execute(query, ...rest);
  };
  return async (act) => {
    const counts = new Map<string, number>();
    await counting.run(counts, act);
    return [...counts.values()];
  };
}

export function readsPart(all: readonly Reads[]): Part {
  const table = tableOf(all, {
    database: ({ database }) => database,
    tenant: ({ name }) => name,
    evaluations: ({ evaluations }) => String(evaluations),
    'statements for each': ({ each }) => each,
    'for all together': ({ together }) => String(together),
  });
  const checks = all.flatMap(({ database, name, each, target }) =>
    target === null
      ? []
      : [atMost(target, '', each, `${database}: statements for each evaluation with ${name}`)],
  );
  const note = 'Statements: before the evidence is appended, which is one transaction for many evaluations.';
  return { tables: [table], checks, notes: [note] };
}
