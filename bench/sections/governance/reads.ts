/** The statements that an evaluation runs before its evidence, counted in this process, by states of its tenant. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Database } from '../../../service/database/open.ts';
import { evaluate } from '../../../service/evaluation/index.ts';
import type { Service } from '../../../service/wiring.ts';
import type { Context } from '../../context.ts';
import { withService } from '../../fill/service.ts';
import { atMost, type Part, tableOf } from '../../report.ts';
import { type Installation, startAssize } from '../../servers/assize.ts';
import { bodyIn, STATES, type State, type Undo } from './states.ts';

const AT_ONCE = 64;
const TURNS = 32;
/** A statement that was run for one evaluation in so many, or more often, counts for each evaluation. */
const SELDOM = 8;

const { hundredRules, budgets, halt, trust, verified } = STATES;
const EVERYTHING: State[] = [hundredRules, budgets, halt, trust];
const CASES = [
  { tenant: 'an agent in the ledger', states: [trust], target: null },
  { tenant: 'rules, budgets, a halt, an agent in the ledger', states: EVERYTHING, target: 0 },
  { tenant: 'the same, attestation verified', states: [...EVERYTHING, verified], target: 0 },
];

export async function measureReads(context: Context, installation: Installation) {
  const { database } = installation;
  const reads = [];
  for (const { tenant, states, target } of CASES) {
    context.progress(`governance: ${database}: reads with ${tenant}`);
    const undos: Undo[] = [];
    const before = await startAssize(context, installation);
    for (const state of states) undos.unshift(await state.enter(before));
    await before.stop();
    reads.push({ database, tenant, ...(await countIn(installation)), target });
    const after = await startAssize(context, installation);
    for (const undo of undos) await undo(after);
    await after.stop();
  }
  return reads;
}

/** `forEach`: of statements that run for each evaluation. `together`: the others, for all evaluations. */
function countIn({ environment, key }: Installation) {
  return withService(environment, async (service) => {
    const counter = countReads(service.db);
    await evaluateMany(service, key, 1);
    const counts = await counter(() => evaluateMany(service, key, TURNS));
    const evaluations = TURNS * AT_ONCE;
    const often = counts.filter((count) => count * SELDOM >= evaluations);
    const sum = (some: readonly number[]) => some.reduce((all, count) => all + count, 0);
    return { evaluations, forEach: sum(often) / evaluations, together: sum(counts) - sum(often) };
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
 * @returns a function that runs something and counts how often each of its statements was run.
 */
export function countReads(db: Database): (act: () => Promise<void>) => Promise<number[]> {
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

export function readsPart(all: Awaited<ReturnType<typeof measureReads>>): Part {
  const table = tableOf(all, ['database', 'tenant', 'evaluations', 'forEach', 'together'], {
    ...{ forEach: 'statements for each', together: 'for all together' },
  });
  const checks = all.flatMap(({ database, tenant, forEach, target }) => {
    const what = `${database}: statements for each evaluation with ${tenant}`;
    return target === null ? [] : [atMost(target, '', forEach, what)];
  });
  const note = 'Statements: before the evidence is appended, which is one transaction for many evaluations.';
  return { tables: [table], checks, notes: [note] };
}
