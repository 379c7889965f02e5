/** Sets and lifts legal holds, with evidence. A hold is in force on every node as soon as it is recorded. */
import { canonicalJson, type JsonObject } from '@assize/evidence-format';
import { bound } from '../../database/evidence/append-store.ts';
import type { Database } from '../../database/open.ts';
import {
  type Actor,
  type ChangeDeps,
  partyOf,
  recordChange,
  stampNow,
} from '../../evidence/changes/index.ts';
import { Failure } from '../../foundation/failure.ts';
import { findHold, HOLD_PREFIX, type HoldFilter, type HoldRecord } from './hold.ts';
import { HOLD_ACTIONS } from './kept.ts';

export interface HoldDeps extends ChangeDeps {
  db: Database;
}

/** @param actor the party, or the operator. @throws {Failure} `invalid`; `unavailable`. */
export async function setHold(
  deps: HoldDeps,
  chain: number,
  actor: Actor,
  { filter, reason }: { filter: HoldFilter; reason: string },
): Promise<HoldRecord> {
  requirePeriod(filter);
  const stamp = stampNow(deps);
  const hold_id = deps.ids.ordered(HOLD_PREFIX, stamp.at);
  const change = { hold_id, filter: filter as unknown as JsonObject, reason };
  const insertion = deps.db.insertInto('evidence_holds').values({
    chain,
    hold_id,
    filter: canonicalJson(change.filter),
    reason,
    held_at: stamp.at,
    held_by: partyOf(actor),
    evidence_id: stamp.id,
  });
  const statements = [bound(insertion, 1)];
  await recordChange(deps, { chain, stamp, action: HOLD_ACTIONS.set, actor, change, statements });
  return findHold(deps.db, chain, hold_id);
}

/** Lifting a hold again changes nothing. @throws {Failure} `not_found`; `unavailable`. */
export async function liftHold(
  deps: HoldDeps,
  chain: number,
  actor: Actor,
  holdId: string,
  reason: string,
): Promise<HoldRecord> {
  const hold = await findHold(deps.db, chain, holdId);
  if (hold.lifted_at !== null) return hold;
  const stamp = stampNow(deps);
  const lifting = deps.db
    .updateTable('evidence_holds')
    .set({ lifted_at: stamp.at, lifted_by: partyOf(actor), lift_reason: reason, lift_evidence_id: stamp.id })
    .where('chain', '=', chain)
    .where('hold_id', '=', holdId)
    .where('lifted_at', 'is', null);
  const change = { hold_id: holdId, reason };
  const statements = [bound(lifting, 1)];
  // If another request was faster, it has lifted the hold, which is never in force again.
  await recordChange(deps, { chain, stamp, action: HOLD_ACTIONS.lifted, actor, change, statements });
  return findHold(deps.db, chain, holdId);
}

function requirePeriod({ from, to }: HoldFilter): void {
  if (from === undefined || to === undefined || Date.parse(from) < Date.parse(to)) return;
  const message = 'Input should be later than from_date';
  throw Failure.invalid([{ field: ['filter', 'to_date'], message, type: 'value_error' }]);
}
