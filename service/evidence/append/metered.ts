/**
 * What artifacts add to the meters: counted where they become durable, so that the counters can't differ from them, and
 * held there against the allowance of who has to stop at it.
 */
import {
  type AppendTransaction,
  type ArtifactRow,
  type ChainAddition,
  type Counter,
  type Counts,
  type Metered,
  NOTHING_COUNTED,
} from '../../database/append-store.ts';
import type { Database } from '../../database/open.ts';
import { Failure } from '../../foundation/failure.ts';
import type { Allowance, Append, ArtifactType } from '../artifact.ts';

/** The month of a time, UTC: year × 12 + month, counted from 0. @param ms since the epoch. */
export function monthOf(ms: number): number {
  const date = new Date(ms);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
}

/** Its first moment, ms since the epoch; the end of the one before. */
export function startOf(month: number): number {
  return Date.UTC(Math.floor(month / 12), month % 12);
}

const COUNTERS: Record<ArtifactType, readonly Counter[]> = {
  governance_eval: ['evaluations', 'emissions'],
  action_executed: ['emissions'],
  action_approved: ['emissions'],
  action_rejected: ['emissions'],
  compliance_check: ['compliance_checks', 'emissions'],
  trust_update: ['emissions'],
  // What alters governance counts nowhere.
  governance_change: [],
};

/** Adds what the artifact counts to that of its month. */
export function meter(metered: Metered[], { artifact_type, created_at, payload }: ArtifactRow): void {
  const counters = COUNTERS[artifact_type as ArtifactType];
  if (counters.length === 0) return;
  const month = monthOf(created_at);
  let counts = metered.find((each) => each.month === month);
  if (counts === undefined) {
    counts = { month, ...NOTHING_COUNTED, payload_bytes: 0 };
    metered.push(counts);
  }
  counts.payload_bytes += payload.length;
  for (const counter of counters) counts[counter] += 1;
}

/** Adds what so many artifacts of a type count. */
export function count(counts: Counts, artifactType: string, artifacts: number): void {
  for (const counter of COUNTERS[artifactType as ArtifactType]) counts[counter] += artifacts;
}

export type Room =
  /** Counted with this one: those of the first counter that it adds to. */
  { room: true; used: number } | { room: false; counter: Counter; used: number };

/** Whether a batch may still take an entry that has an allowance. Heads are held, so nobody else counts meanwhile. */
export class Allowances {
  readonly #tx: AppendTransaction;
  readonly #before = new Map<string, Counts>();

  constructor(tx: AppendTransaction) {
    this.#tx = tx;
  }

  /** @param addition what the batch adds to the entry's chain so far. */
  async roomFor(
    { chain, artifact, also = [] }: Append,
    allowance: Allowance,
    addition: Pick<ChainAddition, 'metered'> | undefined,
  ): Promise<Room> {
    const counters = COUNTERS[artifact.artifact_type];
    const behind: Counts = { ...NOTHING_COUNTED };
    for (const { artifact_type } of also) count(behind, artifact_type, 1);
    const month = monthOf(artifact.created_at);
    const before = await this.#countsBefore(chain, month);
    const added = addition?.metered.find((each) => each.month === month) ?? NOTHING_COUNTED;
    for (const counter of counters) {
      const limit = allowance[counter];
      const used = before[counter] + added[counter];
      if (limit !== null && used + behind[counter] >= limit) return { room: false, counter, used };
    }
    const [first = 'emissions'] = counters;
    return { room: true, used: before[first] + added[first] + 1 };
  }

  async #countsBefore(chain: number, month: number): Promise<Counts> {
    const key = `${chain}/${month}`;
    const known = this.#before.get(key) ?? (await this.#tx.countsOf(chain, month));
    this.#before.set(key, known);
    return known;
  }
}

/** As the published header names what ran out. */
const USAGE_TYPES: Record<Counter, string> = {
  evaluations: 'governance_eval',
  emissions: 'evidence_emission',
  compliance_checks: 'compliance_check',
};

const NAMES: Record<Counter, string> = {
  evaluations: 'governance evaluations',
  emissions: 'evidence emissions',
  compliance_checks: 'compliance checks',
};

/** The refusal of what an allowance had no room for. */
export function allowanceExceeded(
  { counter, used }: { counter: Counter; used: number },
  allowance: Allowance,
  nowMs: number,
): Failure {
  const limit = allowance[counter] ?? used;
  return Failure.allowanceExceeded(
    { type: USAGE_TYPES[counter], limit, current: used },
    `The monthly allowance of ${limit} ${NAMES[counter]} is used up.`,
    secondsToNextMonth(nowMs),
  );
}

export function secondsToNextMonth(nowMs: number): number {
  return Math.ceil((startOf(monthOf(nowMs) + 1) - nowMs) / 1000);
}

/** @param tx the transaction that removes them. @param bytes of payloads of metered artifacts. */
export async function countRemoved(tx: Database, chain: number, nowMs: number, bytes: number): Promise<void> {
  await tx
    .insertInto('usage_counters')
    .values({ chain, month: monthOf(nowMs), ...NOTHING_COUNTED, payload_bytes: 0, removed_bytes: bytes })
    .onConflict((conflict) =>
      conflict
        .columns(['chain', 'month'])
        .doUpdateSet((row) => ({ removed_bytes: row('usage_counters.removed_bytes', '+', bytes) })),
    )
    .execute();
}
