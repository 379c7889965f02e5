/**
 * Truth verification of a chain: every registry is checked, two at a time, and the gaps are added up. A score of 1 means
 * that something was checked and nothing was wrong. Chains take turns on two threads, so a long check of one chain does
 * not delay the others.
 */

import type { Database } from '../database/open.ts';
import type { Clock } from '../foundation/clock.ts';
import { Failure } from '../foundation/failure.ts';
import type { Finding } from '../proof/alarms/index.ts';
import type { SigningView } from '../proof/verification/index.ts';
import { type Gap, MAX_GAPS_SHOWN, type Registry, type RegistryReport } from './registry.ts';
import { TRUTH_THREADS, type TruthThreads } from './truth-threads.ts';

export interface TruthVerification {
  overallValid: boolean;
  /** 1 − gaps ⁄ items checked, and never below 0. */
  consistencyScore: number;
  /** The number of all gaps, including those that `gaps` has no room for. */
  gapsDetected: number;
  /** When the run began, ms since the epoch. */
  verifiedAt: number;
  /** All registries that were checked, including empty ones. */
  registries: { name: string; checked: number; gaps: number }[];
  /** At most 100, shared equally between the registries that have gaps. */
  gaps: (Gap & { registry: string })[];
}

type OnProgress = (done: number, total: number) => void;

interface Run {
  found: Promise<TruthVerification>;
  watchers: OnProgress[];
}

export type TruthVerifier = ReturnType<typeof truthVerifier>;

export interface TruthDeps {
  db: Database;
  clock: Clock;
  signing: SigningView;
  /** Closed with the verifier. */
  threads: TruthThreads;
  raise(chain: number, finding: Finding): Promise<void>;
}

/** Together these runs keep one processor busy; evaluations need one too. */
const MAX_RUNS = 4;
const MAX_WAITING = 32;
const RETRY_AFTER_SECONDS = 5;

export function truthVerifier(deps: TruthDeps, registries: () => Promise<readonly Registry[]>) {
  const { db, clock, signing, threads } = deps;
  const underWay = new Map<number, Run>();
  const inSlot = slots(MAX_RUNS);
  let closed = false;

  async function run(chain: number, watchers: readonly OnProgress[]): Promise<TruthVerification> {
    if (closed) throw unavailable('the service is stopping');
    const context = await contextOf(db, chain);
    const verifiedAt = clock.now();
    const reports: [Registry, RegistryReport][] = [];
    const all = await registries();
    const left = all.entries();
    let done = 0;
    const lane = async (): Promise<void> => {
      for (const [place, registry] of left) {
        if (closed) throw unavailable('the service is stopping');
        const extra = await registry.before?.({ db, chain, signing });
        const question = { registry: registry.name, extra, context: { ...context, nowMs: clock.now() } };
        reports[place] = [registry, await threads.ask(question)];
        done += 1;
        for (const watch of watchers) watch(done, all.length);
      }
    };
    const lanes = await Promise.allSettled(Array.from({ length: TRUTH_THREADS }, lane));
    for (const ended of lanes) if (ended.status === 'rejected') throw ended.reason;
    await raiseAlarms(deps, chain, reports);
    return { ...summaryOf(reports), verifiedAt };
  }

  return {
    /**
     * Verifies what the chain holds now; a run under way is shared. @throws {Failure} `unavailable`
     * @param onProgress gets the number of registries that are done, and of all.
     */
    verify(chain: number, onProgress: OnProgress = () => undefined): Promise<TruthVerification> {
      const running = underWay.get(chain);
      if (running !== undefined) {
        running.watchers.push(onProgress);
        return running.found;
      }
      if (underWay.size >= MAX_RUNS + MAX_WAITING) return Promise.reject(unavailable('too many runs wait'));
      const watchers = [onProgress];
      const found = inSlot(() => run(chain, watchers)).finally(() => underWay.delete(chain));
      underWay.set(chain, { found, watchers });
      return found;
    },
    /** Breaks off what is under way. */
    async close() {
      closed = true;
      await threads.close();
      await Promise.allSettled([...underWay.values()].map(({ found }) => found));
      // The last run may have started it again before it saw.
      await threads.close();
    },
  };
}

/** Artifacts that are appended from now on are not part of the run. */
async function contextOf(db: Database, chain: number) {
  const { tenant_id: tenantId, ...head } = await db
    .selectFrom('chains')
    .select(['chain', 'size', 'tenant_id', 'environment'])
    .where('chain', '=', chain)
    .executeTakeFirstOrThrow();
  return { ...head, tenantId };
}

/** @returns a function that runs at most so many at once, and queues the others in their order. */
function slots(most: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let free = most;
  return async (work) => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) free += 1;
      else next();
    }
  };
}

function unavailable(why: string): Failure {
  return Failure.unavailable(RETRY_AFTER_SECONDS, new Error(why));
}

/** For each registry that concerns the evidence itself, the first gap is enough for an alarm. */
async function raiseAlarms(
  { raise }: TruthDeps,
  chain: number,
  reports: readonly [Registry, RegistryReport][],
): Promise<void> {
  for (const [{ alarm }, { gaps }] of reports) {
    const [first] = gaps;
    if (alarm === undefined || first === undefined) continue;
    const { problem = alarm, index: position, what: message } = first;
    await raise(chain, { position, problem, message });
  }
}

export function summaryOf(
  reports: readonly [{ name: string }, RegistryReport][],
): Omit<TruthVerification, 'verifiedAt'> {
  let [items, gapsDetected] = [0, 0];
  for (const [, { checked, gapCount }] of reports) {
    items += checked;
    gapsDetected += gapCount;
  }
  return {
    overallValid: items > 0 && gapsDetected === 0,
    // If there was nothing to check, nothing was confirmed.
    consistencyScore: items === 0 ? 0 : Math.max(0, 1 - gapsDetected / items),
    gapsDetected,
    registries: reports.map(([{ name }, { checked, gapCount }]) => ({ name, checked, gaps: gapCount })),
    gaps: fairShares(reports.map(([{ name }, { gaps }]) => gaps.map((gap) => ({ ...gap, registry: name })))),
  };
}

/** A registry with thousands of gaps leaves room for the one gap of another. */
function fairShares<T>(lists: readonly T[][]): T[] {
  const wanted = lists.map(() => 0);
  for (let left = MAX_GAPS_SHOWN; left > 0; ) {
    const open = lists.flatMap(({ length }, place) => ((wanted[place] ?? 0) < length ? [place] : []));
    if (open.length === 0) break;
    for (const place of open.slice(0, left)) wanted[place] = (wanted[place] ?? 0) + 1;
    left -= Math.min(open.length, left);
  }
  return lists.flatMap((list, place) => list.slice(0, wanted[place]));
}

/** As it is published. */
export function truthFields({ registries, gaps, ...found }: TruthVerification) {
  return {
    overall_valid: found.overallValid,
    registries_checked: registries.length,
    consistency_score: found.consistencyScore,
    gaps_detected: found.gapsDetected,
    verified_at: new Date(found.verifiedAt).toISOString(),
    registries,
    gaps: gaps.map(({ registry, index, evidenceId, what }) => ({
      registry,
      index,
      ...(evidenceId === undefined ? {} : { evidence_id: evidenceId }),
      what,
    })),
  };
}
