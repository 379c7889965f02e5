/**
 * The nodes that serve a database: each says every few seconds that it is there. Two neighbouring minor versions may
 * serve together, so a program that would be a third refuses to start, and learns here whose version is in the way.
 */
import type { Kysely } from 'kysely';
import type { Tables } from '../tables/index.ts';

/** How often a node says that it is there, ms. */
export const SEEN_EVERY_MS = 10_000;
/** A node that was silent for longer counts as gone, ms. It was killed, cut off or stopped in its tracks. */
const ALIVE_MS = 60_000;
/** Rows of nodes that were killed, ms. */
const KEPT_MS = 24 * 60 * 60 * 1000;

export interface ServingNode {
  nodeId: string;
  /** The version of its program. */
  program: string;
  /** The oldest minor version that may serve beside it. */
  oldestBeside: string;
}

/** @param except the id of the node that asks. */
export async function nodesAlive(
  db: Kysely<Tables>,
  nowMs: number,
  except: string | null = null,
): Promise<ServingNode[]> {
  const rows = await db
    .selectFrom('nodes')
    .select(['node_id', 'program', 'oldest_beside'])
    .where('seen_at', '>', nowMs - ALIVE_MS)
    .orderBy('node_id')
    .execute();
  return rows
    .filter(({ node_id }) => node_id !== except)
    .map(({ node_id, program, oldest_beside }) => ({
      nodeId: node_id,
      program,
      oldestBeside: oldest_beside,
    }));
}

export async function noteNode(db: Kysely<Tables>, node: ServingNode, nowMs: number): Promise<void> {
  const { nodeId: node_id, program, oldestBeside: oldest_beside } = node;
  await db
    .insertInto('nodes')
    .values({ node_id, program, oldest_beside, seen_at: nowMs })
    .onConflict((conflict) => conflict.column('node_id').doUpdateSet({ seen_at: nowMs }))
    .execute();
  await db
    .deleteFrom('nodes')
    .where('seen_at', '<', nowMs - KEPT_MS)
    .execute();
}

/** A newer program need not wait for this node any longer. */
export async function removeNode(db: Kysely<Tables>, nodeId: string): Promise<void> {
  await db.deleteFrom('nodes').where('node_id', '=', nodeId).execute();
}

/** Their versions, each once with the number of nodes: `0.1.0 (2 nodes), 0.2.0 (1 node)`. */
export function versionsOf(nodes: readonly ServingNode[]): string {
  const counts = new Map<string, number>();
  for (const { program } of nodes) counts.set(program, (counts.get(program) ?? 0) + 1);
  return [...counts]
    .map(([program, count]) => `${program} (${count} ${count === 1 ? 'node' : 'nodes'})`)
    .join(', ');
}
