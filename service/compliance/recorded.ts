/** All compliance checks have a period, and become an artifact. */
import { canonicalJson, type JsonObject } from '@assize/evidence-format';
import { allowanceExceeded } from '../evidence/append/index.ts';
import type { ChangeDeps } from '../evidence/changes/index.ts';
import type { Period } from '../evidence/search/index.ts';
import { DAY_MS } from '../foundation/clock.ts';
import { Failure, type Fault } from '../foundation/failure.ts';
import type { Allowance } from '../foundation/meters.ts';

const DEFAULT_DAYS = 90;

interface WantedPeriod {
  /** ms since the epoch; by default 90 days before the end. */
  from?: number | undefined;
  /** Exclusive; by default now. */
  to?: number | undefined;
}

/** @throws {Failure} `invalid` where the period is empty or not over. */
export function pastPeriod({ from, to }: WantedPeriod, nowMs: number): Period {
  const end = to ?? nowMs;
  const start = from ?? end - DEFAULT_DAYS * DAY_MS;
  const faults: Fault[] = [];
  const ahead = 'Input should not lie in the future';
  if (from !== undefined && from > nowMs)
    faults.push({ field: ['from_date'], message: ahead, type: 'datetime_past' });
  if (end > nowMs) faults.push({ field: ['to_date'], message: ahead, type: 'datetime_past' });
  if (faults.length === 0 && start >= end) {
    const message = 'Input should be after the start of the period';
    faults.push({ field: ['to_date'], message, type: 'value_error' });
  }
  if (faults.length > 0) throw Failure.invalid(faults);
  return { from: start, to: end };
}

/** @returns the id of the artifact. @throws {Failure} `allowance_exceeded`; `unavailable`. */
export async function recordCheck(
  { appender, clock, ids }: ChangeDeps,
  { chain, actor, action }: { chain: number; actor: string; action: string },
  record: JsonObject,
  allowance: Allowance | undefined,
): Promise<string> {
  const nowMs = clock.now();
  const id = ids.ordered('ev', nowMs);
  const result = await appender.append({
    chain,
    artifact: {
      id,
      artifact_type: 'compliance_check',
      action,
      verdict: null,
      actor,
      created_at: nowMs,
      payload: canonicalJson(record),
    },
    ...(allowance === undefined ? {} : { allowance }),
  });
  if (result.kind === 'over' && allowance) throw allowanceExceeded(result, allowance, nowMs);
  if (result.kind !== 'appended') throw new Error(`a compliance check was not appended: ${result.kind}`);
  return id;
}
