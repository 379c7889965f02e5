/**
 * Appends with the counters written and without, in this process: the service has no switch for them. Batches take
 * turns one by one, over the same connection to the same chain, so that both have the same machine and the same disk.
 */

import { randomFillSync } from 'node:crypto';
import { readConfig } from '../../../service/config/config.ts';
import { openAppendStore } from '../../../service/database/append-open.ts';
import type { AppendStore, AppendTransaction } from '../../../service/database/append-store.ts';
import { decide } from '../../../service/evaluation/decide.ts';
import { NO_FACTS } from '../../../service/evaluation/facts.ts';
import { buildQuestion } from '../../../service/evaluation/question.ts';
import { evaluationRecordText, requestText } from '../../../service/evaluation/record.ts';
import { type BatchCommitter, committerOver } from '../../../service/evidence/append/append-batch.ts';
import type { Append } from '../../../service/evidence/artifact.ts';
import { IdSource } from '../../../service/foundation/ids.ts';
import { DEFAULT_SETTINGS, versionOf } from '../../../service/governance/settings/index.ts';
import type { Context } from '../../context.ts';
import { ORDINARY } from '../../question.ts';
import type { PostgresServer } from '../../servers/postgres.ts';
import { median } from '../../statistics.ts';
import { FREE_OF_TERMS, installOn, type OnTerms } from './terms.ts';
import { CONNECTIONS, FEWER_CONNECTIONS } from './verdicts.ts';

export const BATCHES = [...FEWER_CONNECTIONS, CONNECTIONS];
const WARM_UP_PAIRS = 50;
/** After so many the log of SQLite begins anew, between two pairs. */
const RESTART_AFTER = 64;

export interface Batches {
  size: number;
  pairs: number;
  withMs: number;
  withoutMs: number;
  /** By the counters, for each evaluation: the median of the differences within a pair, µs. */
  addedUs: number;
  /** The same of this process's CPU time; on PostgreSQL the server's is not in it. */
  addedCpuUs: number;
}

export interface Counting {
  database: string;
  batches: Batches[];
}

const fillRandom = (target: Uint8Array): void => void randomFillSync(target);

/** @param postgres null for the embedded database. */
export async function measureCounting(
  context: Context,
  database: string,
  postgres: PostgresServer | null,
): Promise<Counting> {
  const installed = await installOn(context, postgres, FREE_OF_TERMS);
  const { store, setCounting } = switchable(
    await openAppendStore(readConfig(installed.environment).database),
  );
  const committer = committerOver(store, fillRandom);
  const batches: Batches[] = [];
  try {
    for (const size of BATCHES) {
      context.progress(`usage: ${database}: appends by ${size}, with counters and without`);
      const pair = pairsOf(committer, setCounting, appendsFor(installed), size);
      batches.push(await measurePairs(context, committer, pair, size));
    }
  } finally {
    await committer.close();
  }
  return { database, batches };
}

/** The store, with a switch that keeps the counters out of its transactions. */
function switchable(store: AppendStore): { store: AppendStore; setCounting(isCounting: boolean): void } {
  let isCounting = true;
  const through = (tx: AppendTransaction): AppendTransaction => ({
    heads: tx.heads,
    findIdempotencyRecords: (wanted, nowMs) => tx.findIdempotencyRecords(wanted, nowMs),
    findRefused: (sought) => tx.findRefused(sought),
    countsOf: (chain, month) => tx.countsOf(chain, month),
    remaindersOf: (chain, periods) => tx.remaindersOf(chain, periods),
    runStatements: (statements) => tx.runStatements(statements),
    addToChain: (addition) => tx.addToChain({ ...addition, metered: isCounting ? addition.metered : [] }),
    addIdempotencyRecords: (rows) => tx.addIdempotencyRecords(rows),
  });
  return {
    store: {
      transact: (chains, work) => store.transact(chains, (tx) => work(through(tx))),
      probe: () => store.probe(),
      isUnavailable: (error) => store.isUnavailable(error),
      restartLog: () => store.restartLog(),
      close: () => store.close(),
    },
    setCounting(wanted) {
      isCounting = wanted;
    },
  };
}

interface Times {
  tookMs: number;
  cpuMs: number;
}

type Pair = (countingFirst: boolean) => Promise<{ counted: Times; uncounted: Times }>;

function pairsOf(
  committer: BatchCommitter,
  setCounting: (isCounting: boolean) => void,
  newAppend: () => Append,
  size: number,
): Pair {
  const timed = async (isCounting: boolean): Promise<Times> => {
    const batch = Array.from({ length: size }, newAppend);
    setCounting(isCounting);
    const cpuBefore = process.cpuUsage();
    const startedAt = performance.now();
    const answers = await committer.commit(batch);
    const tookMs = performance.now() - startedAt;
    const { user, system } = process.cpuUsage(cpuBefore);
    if (answers.some((answer) => answer !== null)) throw new Error(`refused: ${JSON.stringify(answers)}`);
    return { tookMs, cpuMs: (user + system) / 1000 };
  };
  return async (countingFirst) => {
    const first = await timed(countingFirst);
    const second = await timed(!countingFirst);
    return countingFirst ? { counted: first, uncounted: second } : { counted: second, uncounted: first };
  };
}

async function measurePairs(
  context: Context,
  committer: BatchCommitter,
  pair: Pair,
  size: number,
): Promise<Batches> {
  for (let place = 0; place < WARM_UP_PAIRS; place += 1) await pair(place % 2 === 0);
  const { seconds, rounds } = context.options;
  const times: Awaited<ReturnType<Pair>>[] = [];
  const endsAt = performance.now() + seconds * rounds * 1000;
  while (performance.now() < endsAt) {
    if (times.length % RESTART_AFTER === 0) committer.restartLog();
    times.push(await pair(times.length % 2 === 0));
  }
  const addedUs = (of: keyof Times) =>
    (median(times.map(({ counted, uncounted }) => counted[of] - uncounted[of])) * 1000) / size;
  return {
    size,
    pairs: times.length,
    withMs: median(times.map(({ counted }) => counted.tookMs)),
    withoutMs: median(times.map(({ uncounted }) => uncounted.tookMs)),
    addedUs: addedUs('tookMs'),
    addedCpuUs: addedUs('cpuMs'),
  };
}

/** Ordinary evaluations, as the service records them. */
function appendsFor({ chain, keyId }: OnTerms): () => Append {
  const { settings, version } = versionOf(DEFAULT_SETTINGS);
  const decision = decide(buildQuestion(ORDINARY, NO_FACTS, settings));
  const payload = evaluationRecordText(requestText(ORDINARY), decision, {
    facts: NO_FACTS,
    settingsVersion: version,
    keyId,
  });
  const ids = new IdSource(fillRandom);
  return () => {
    const created_at = Date.now();
    const id = ids.ordered('ev', created_at);
    const { action, agent_id: actor } = ORDINARY;
    const { verdict } = decision;
    return {
      chain,
      artifact: { id, artifact_type: 'governance_eval', action, verdict, actor, created_at, payload },
    };
  };
}
