/**
 * When each agent was seen, registered or not. The first evaluation of an agent commits with its evidence; its last one
 * is written by a chore, so after a crash it may be some seconds too early.
 */
import { nameKey } from '@assize/act-reading/names';
import { type BoundStatement, bound } from '../database/evidence/append-store.ts';
import type { Database } from '../database/open.ts';
import type { Chore } from '../foundation/chores.ts';

export interface Sighting {
  chain: number;
  agentId: string;
  /** How the agent was known: claimed, key or token. */
  how: string;
  /** The evaluation. */
  evidenceId: string;
  /** ms since the epoch. */
  at: number;
}

export interface AgentSightings {
  /** The statements to commit with the evaluation; none for an agent that this node has seen. */
  firstSeen(sighting: Sighting): BoundStatement[];
  /** Notes an evaluation that is committed. */
  seen(sighting: Sighting): void;
  chore: Chore;
}

/** An agent beyond these costs one more statement when it is seen again. */
const MAX_REMEMBERED = 100_000;
const EVERY_MS = 5000;

export function agentSightings(db: Database): AgentSightings {
  const seen = new Map<string, Sighting>();
  let changed = new Set<string>();

  function forgetAll(): void {
    seen.clear();
    changed.clear();
  }

  async function write(): Promise<void> {
    const lately = [...changed].flatMap((key) => seen.get(key) ?? []);
    changed = new Set();
    // One by one: a transaction over several rows could deadlock with one that commits evaluations.
    for (const { chain, agentId, how, at } of lately) {
      await db
        .updateTable('agent_sightings')
        .set({ last_seen_at: at, how })
        .where('chain', '=', chain)
        .where('name_key', '=', nameKey(agentId))
        .where('last_seen_at', '<', at)
        .execute();
    }
  }

  return {
    firstSeen({ chain, agentId, how, evidenceId, at }) {
      if (seen.has(keyOf(chain, agentId))) return [];
      const row = { first_seen_at: at, first_evidence_id: evidenceId, last_seen_at: at };
      const insertion = db
        .insertInto('agent_sightings')
        .values({ chain, name_key: nameKey(agentId), agent_id: agentId, how, ...row })
        .onConflict((conflict) => conflict.columns(['chain', 'name_key']).doUpdateSet({ how }));
      return [bound(insertion, 1)];
    },
    seen(sighting) {
      const key = keyOf(sighting.chain, sighting.agentId);
      if (seen.size >= MAX_REMEMBERED && !seen.has(key)) forgetAll();
      seen.set(key, sighting);
      changed.add(key);
    },
    chore: { name: 'record when agents were last seen', everyMs: EVERY_MS, run: write, last: true },
  };
}

function keyOf(chain: number, agentId: string): string {
  return `${chain} ${agentId}`;
}
