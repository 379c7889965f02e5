/** Counts artifacts, and checks hard allowances, in the transaction that makes the artifacts durable. */
import {
  type AppendTransaction,
  type ArtifactRow,
  type ChainAddition,
  type ChainMonth,
  chainMonthKey,
  type Metered,
  NOTHING_COUNTED,
} from '../../database/evidence/append-store.ts';
import type { Database } from '../../database/open.ts';
import { Failure } from '../../foundation/failure.ts';
import {
  type Allowance,
  COUNTERS,
  type Counter,
  type Counts,
  METER,
  meterWords,
} from '../../foundation/meters.ts';
import { monthOf, secondsToNextMonth } from '../../foundation/month.ts';
import { type Append, ARTIFACT_TYPES, type ArtifactType } from '../artifact.ts';

/** The counters that an artifact adds to. The first counts the fewest types: its limit is named, its count returned. */
const COUNTED_BY = new Map<string, readonly Counter[]>(
  ARTIFACT_TYPES.map((type) => [
    type,
    COUNTERS.filter(({ types }: { types: readonly ArtifactType[] }) => types.includes(type))
      .toSorted((one, other) => one.types.length - other.types.length)
      .map(({ column }) => column),
  ]),
);

function countersOf(artifactType: string): readonly Counter[] {
  return COUNTED_BY.get(artifactType) ?? [];
}

/** Adds the artifact to the counts of its month. */
export function meter(metered: Metered[], { artifact_type, created_at, payload }: ArtifactRow): void {
  const counters = countersOf(artifact_type);
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

/** Adds this many artifacts of a type to the counts. */
export function count(counts: Counts, artifactType: string, artifacts: number): void {
  for (const counter of countersOf(artifactType)) counts[counter] += artifacts;
}

export type AllowanceCheck =
  /** `used`: the count of the first counter that it adds to, with this one. */
  { room: true; used: number } | { room: false; counter: Counter; used: number };

/** Whether a batch may still take an entry with an allowance. Heads are locked, so counts don't change meanwhile. */
export class Allowances {
  readonly #before: ReadonlyMap<string, Counts>;

  private constructor(before: ReadonlyMap<string, Counts>) {
    this.#before = before;
  }

  /** One query for the whole batch, if any entry has an allowance. */
  static async before(tx: AppendTransaction, batch: readonly Append[]): Promise<Allowances> {
    const wanted = new Map<string, ChainMonth>();
    for (const { chain, artifact, allowance } of batch) {
      if (allowance === undefined) continue;
      const one = { chain, month: monthOf(artifact.created_at) };
      wanted.set(chainMonthKey(one), one);
    }
    return new Allowances(wanted.size === 0 ? new Map() : await tx.countsOf([...wanted.values()]));
  }

  /** @param addition the batch's additions to the entry's chain so far. */
  roomFor(
    { chain, artifact, also = [] }: Append,
    allowance: Allowance,
    addition: Pick<ChainAddition, 'metered'> | undefined,
  ): AllowanceCheck {
    const counters = countersOf(artifact.artifact_type);
    const behind: Counts = { ...NOTHING_COUNTED };
    for (const { artifact_type } of also) count(behind, artifact_type, 1);
    const month = monthOf(artifact.created_at);
    const before = this.#before.get(chainMonthKey({ chain, month })) ?? NOTHING_COUNTED;
    const added = addition?.metered.find((each) => each.month === month) ?? NOTHING_COUNTED;
    for (const counter of counters) {
      const limit = allowance[counter];
      const used = before[counter] + added[counter];
      if (limit !== null && used + behind[counter] >= limit) return { room: false, counter, used };
    }
    const [first] = counters;
    return { room: true, used: first === undefined ? 0 : before[first] + added[first] + 1 };
  }
}

/** The refusal of an entry for which an allowance had no room. */
export function allowanceExceeded(
  { counter, used }: { counter: Counter; used: number },
  allowance: Allowance,
  nowMs: number,
): Failure {
  const limit = allowance[counter] ?? used;
  const counted = COUNTERS.find(({ column }) => column === counter);
  if (counted === undefined) throw new Error(`there is no meter for the counter ${counter}`);
  return Failure.allowanceExceeded(
    { type: METER[counted.meter].usageType ?? '', limit, current: used },
    `The monthly allowance of ${limit} ${meterWords(counted.meter)} is used up.`,
    secondsToNextMonth(nowMs),
  );
}

/** @param tx the transaction that removes them. @param bytes the size of the payloads of metered artifacts. */
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
