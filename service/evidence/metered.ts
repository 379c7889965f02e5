/** What artifacts add to the meters: counted where they become durable, so that the counters can't differ from them. */
import type { ArtifactRow, Metered } from '../database/append-store.ts';
import type { Database } from '../database/open.ts';

/** The month of a time, UTC: year × 12 + month, counted from 0. @param ms since the epoch. */
export function monthOf(ms: number): number {
  const date = new Date(ms);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
}

/** Adds what the artifact counts to that of its month. What alters governance counts nowhere. */
export function meter(metered: Metered[], { artifact_type, created_at, payload }: ArtifactRow): void {
  if (artifact_type === 'governance_change') return;
  const month = monthOf(created_at);
  let counts = metered.find((each) => each.month === month);
  if (counts === undefined) {
    counts = { month, evaluations: 0, emissions: 0, compliance_checks: 0, payload_bytes: 0 };
    metered.push(counts);
  }
  counts.emissions += 1;
  counts.payload_bytes += payload.length;
  if (artifact_type === 'governance_eval') counts.evaluations += 1;
  else if (artifact_type === 'compliance_check') counts.compliance_checks += 1;
}

/** @param tx the transaction that removes them. @param bytes of payloads of metered artifacts. */
export async function countRemoved(tx: Database, chain: number, nowMs: number, bytes: number): Promise<void> {
  const none = { evaluations: 0, emissions: 0, compliance_checks: 0, payload_bytes: 0 };
  await tx
    .insertInto('usage_counters')
    .values({ chain, month: monthOf(nowMs), ...none, removed_bytes: bytes })
    .onConflict((conflict) =>
      conflict
        .columns(['chain', 'month'])
        .doUpdateSet((row) => ({ removed_bytes: row('usage_counters.removed_bytes', '+', bytes) })),
    )
    .execute();
}
