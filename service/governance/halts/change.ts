/**
 * Halts one agent or all of them, and lifts halts, with evidence. A halt holds at once on this node, and within a
 * second on every other. Halting a halted agent changes nothing, so you need not look first, and neither does lifting
 * a lifted halt.
 */
import { bound } from '../../database/evidence/append-store.ts';
import { eventOf } from '../../events/index.ts';
import {
  type Actor,
  changeGovernance,
  type GovernDeps,
  partyOf,
  stampNow,
} from '../../evidence/changes/index.ts';
import { retryOvertaken } from '../../foundation/retry.ts';
import { activeHalt, findHalt, HALT_PREFIX, type HaltRecord } from './halt.ts';

export interface WantedHalt {
  /** null for every agent, and for requests that name none. */
  agentId: string | null;
  reason: string;
}

/** An attempt fails only where another halt was created and lifted at the same time. */
const MAX_ATTEMPTS = 20;

/**
 * @param actor a key's id, or the operator.
 * @returns the existing halt, where there was one already. @throws {Failure} `unavailable`.
 */
export function createHalt(
  deps: GovernDeps,
  chain: number,
  actor: Actor,
  wanted: WantedHalt,
): Promise<HaltRecord> {
  return retryOvertaken('the halt', MAX_ATTEMPTS, async () => {
    const active = await activeHalt(deps.db, chain, wanted.agentId);
    return active ?? write(deps, chain, actor, wanted);
  });
}

/** undefined where another halt was written first. */
async function write(
  deps: GovernDeps,
  chain: number,
  actor: Actor,
  { agentId, reason }: WantedHalt,
): Promise<HaltRecord | undefined> {
  const { db, ids } = deps;
  const stamp = stampNow(deps);
  const { id: evidence_id, at } = stamp;
  const halt_id = ids.ordered(HALT_PREFIX, at);
  const row = {
    chain,
    halt_id,
    agent_id: agentId,
    reason,
    halted_at: at,
    halted_by: partyOf(actor),
    evidence_id,
  };
  const insertion = db
    .insertInto('halts')
    .values(row)
    .onConflict((conflict) => conflict.doNothing());
  const data = { halt_id, agent_id: agentId, evidence_id };
  const result = await changeGovernance(deps, {
    chain,
    stamp,
    action: 'halt.create',
    actor,
    change: { halt_id, agent_id: agentId, reason },
    statements: [bound(insertion, 1)],
    events: [eventOf(ids, { chain, type: 'agent.halted', data, at })],
  });
  return result.kind === 'appended' ? findHalt(db, chain, halt_id) : undefined;
}

/**
 * @param actor a key's id, or the operator. @param reason why, where one is given.
 * @throws {Failure} `not_found`; `unavailable`.
 */
export async function liftHalt(
  deps: GovernDeps,
  chain: number,
  actor: Actor,
  haltId: string,
  reason: string | null = null,
): Promise<HaltRecord> {
  const { db } = deps;
  const halt = await findHalt(db, chain, haltId);
  if (halt.lifted_at !== null) return halt;
  const stamp = stampNow(deps);
  const lifting = db
    .updateTable('halts')
    .set({ lifted_at: stamp.at, lifted_by: partyOf(actor), lift_reason: reason, lift_evidence_id: stamp.id })
    .where('chain', '=', chain)
    .where('halt_id', '=', haltId)
    .where('lifted_at', 'is', null);
  // If another request was faster, that one lifted the halt; a lifted halt is never in force again.
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
