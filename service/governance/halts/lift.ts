/** Lifts a halt, on purpose and on record. Lifting it again changes nothing. */
import { bound } from '../../database/append-store.ts';
import { changeGovernance, type GovernDeps, stampNow } from '../../evidence/index.ts';
import { findHalt, type HaltRecord } from './halt.ts';

/**
 * @param actor a key's id, or the operator. @param reason why, where somebody says so.
 * @throws {Failure} `not_found`; `unavailable`.
 */
export async function liftHalt(
  deps: GovernDeps,
  chain: number,
  actor: string,
  haltId: string,
  reason: string | null = null,
): Promise<HaltRecord> {
  const { db } = deps;
  const halt = await findHalt(db, chain, haltId);
  if (halt.lifted_at !== null) return halt;
  const stamp = stampNow(deps);
  const lifting = db
    .updateTable('halts')
    .set({ lifted_at: stamp.at, lifted_by: actor, lift_reason: reason, lift_evidence_id: stamp.id })
    .where('chain', '=', chain)
    .where('halt_id', '=', haltId)
    .where('lifted_at', 'is', null);
  // Where it is overtaken, somebody else has lifted it: it is never in force again.
  await changeGovernance(deps, {
    chain,
    stamp,
    action: 'halt.lift',
    actor,
    change: { halt_id: haltId, agent_id: halt.agent_id, reason },
    statements: [bound(lifting, 1)],
  });
  return findHalt(db, chain, haltId);
}
