/**
 * What an evaluation asks the database before its evidence is appended: counted in this process, on a tenant that has
 * set everything at once. What is asked now and then, for many evaluations together, is told apart.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { readConfig } from '../../../service/config/config.ts';
import type { Database } from '../../../service/database/open.ts';
import { evaluate } from '../../../service/evaluation/index.ts';
import { createLogger } from '../../../service/log/log.ts';
import { type Service, startService } from '../../../service/wiring.ts';
import type { Context } from '../../context.ts';
import { type Installation, type RunningAssize, startAssize } from '../../servers/assize.ts';
import { figure } from '../../table.ts';
import type { Part } from '../evidence/stand.ts';
import { BUDGETS, bodyIn, HALT, HUNDRED_RULES, type State, TRUST, type Undo, VERIFIED } from './governing.ts';

const AT_ONCE = 64;
const TURNS = 32;
/** A statement that was run for one evaluation in so many, or more, is no longer one of now and then. */
const SELDOM = 8;

const EVERYTHING = [HUNDRED_RULES, BUDGETS, HALT, TRUST];
const CASES: readonly { name: string; states: readonly State[]; target: number | null }[] = [
  { name: 'an agent in the ledger', states: [TRUST], target: null },
  { name: 'rules, budgets, a halt, an agent in the ledger', states: EVERYTHING, target: 0 },
  { name: 'the same, attestation verified', states: [...EVERYTHING, VERIFIED], target: 0 },
];

interface Reads {
  name: string;
  evaluations: number;
  /** For each evaluation. */
  each: number;
  /** Beside those, for all evaluations together. */
  nowAndThen: number;
  target: number | null;
}

export interface ReadsOnDatabase {
  database: string;
  cases: Reads[];
}

export async function measureReads(
  context: Context,
  database: string,
  installation: Installation,
): Promise<ReadsOnDatabase> {
  const cases: Reads[] = [];
  for (const { name, states, target } of CASES) {
    context.progress(`governance: ${database}: reads with ${name}`);
    const undo = await atService(context, installation, (running) => enterAll(running, states));
    const counted = await countIn(installation, bodyIn(TRUST));
    cases.push({ name, ...counted, target });
    await atService(context, installation, undo);
  }
  return { database, cases };
}

async function atService<T>(
  context: Context,
  installation: Installation,
  act: (running: RunningAssize) => Promise<T>,
): Promise<T> {
  const running = await startAssize(context, installation);
  try {
    return await act(running);
  } finally {
    await running.stop();
  }
}

/** @returns what leaves them again, at whichever service the tenant is asked then. */
async function enterAll(
  running: RunningAssize,
  states: readonly State[],
): Promise<(running: RunningAssize) => Promise<void>> {
  const undos: Undo[] = [];
  for (const state of states) undos.push(await state.enter(running));
  return async (later) => {
    for (const undo of undos.toReversed()) await undo(later);
  };
}

async function countIn(
  { environment, key }: Installation,
  body: string,
): Promise<Pick<Reads, 'evaluations' | 'each' | 'nowAndThen'>> {
  const service = await startService(readConfig(environment), createLogger('warn'));
  try {
    const counter = countReads(service.db);
    await evaluateMany(service, key, body, 1);
    const counts = await counter(() => evaluateMany(service, key, body, TURNS));
    const evaluations = TURNS * AT_ONCE;
    const often = counts.filter((count) => count * SELDOM >= evaluations);
    const sum = (some: readonly number[]) => some.reduce((all, count) => all + count, 0);
    const each = sum(often) / evaluations;
    return { evaluations, each, nowAndThen: sum(counts) - sum(often) };
  } finally {
    await service.close();
  }
}

async function evaluateMany(service: Service, key: string, body: string, turns: number): Promise<void> {
  const principal = await service.authenticator.authenticate(key);
  for (let turn = 0; turn < turns; turn += 1) {
    const verdicts = Array.from({ length: AT_ONCE }, () => evaluate(service, principal, JSON.parse(body)));
    for (const { verdict, explanation } of await Promise.all(verdicts)) {
      if (verdict !== 'proceed') throw new Error(explanation);
    }
  }
}

/**
 * Statements that chores run meanwhile are none of an evaluation's.
 * @returns runs something, and tells how often each of its statements was run.
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

export function readsPart(all: readonly ReadsOnDatabase[]): Part {
  return {
    tables: [
      {
        columns: ['database', 'tenant', 'evaluations', 'statements for each', 'for all together'],
        rows: all.flatMap(({ database, cases }) =>
          cases.map(({ name, evaluations, each, nowAndThen }) => [
            ...[database, name, String(evaluations), figure(each), String(nowAndThen)],
          ]),
        ),
      },
    ],
    checks: all.flatMap(({ database, cases }) =>
      cases.flatMap(({ name, each, target }) =>
        target === null
          ? []
          : [
              {
                what: `${database}: statements for each evaluation with ${name}`,
                figure: each,
                sense: 'at most' as const,
                target,
                unit: '',
              },
            ],
      ),
    ),
    notes: [
      'Statements: before the evidence is appended, which is one transaction for all that came meanwhile.',
    ],
  };
}
