/**
 * The nodes that serve a database. Each one reports every few seconds. Two neighbouring minor versions may serve
 * together, so a program that would be a third refuses to start, and finds out here which version is in the way.
 */
import type { Kysely } from 'kysely';
import type { Tables } from '../tables/index.ts';

/** How often a node reports, ms. */
export const SEEN_EVERY_MS = 10_000;
/** A node that has been silent for longer counts as gone, ms: it was killed, cut off or suspended. */
const ALIVE_MS = 60_000;
/** How long the rows of killed nodes are kept, ms. */
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
  const nodes = await db
    .selectFrom('nodes')
    .select(['node_id as nodeId', 'program', 'oldest_beside as oldestBeside'])
    .where('seen_at', '>', nowMs - ALIVE_MS)
    .orderBy('node_id')
    .execute();
  return nodes.filter(({ nodeId }) => nodeId !== except);
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

/** From then on, a newer program doesn't wait for this node. */
export async function removeNode(db: Kysely<Tables>, nodeId: string): Promise<void> {
  await db.deleteFrom('nodes').where('node_id', '=', nodeId).execute();
}

/** The nodes' versions, each once with the number of nodes: `0.1.0 (2 nodes), 0.2.0 (1 node)`. */
export function versionsOf(nodes: readonly ServingNode[]): string {
  const counts = new Map<string, number>();
  for (const { program } of nodes) counts.set(program, (counts.get(program) ?? 0) + 1);
  return [...counts]
    .map(([program, count]) => `${program} (${count} ${count === 1 ? 'node' : 'nodes'})`)
    .join(', ');
}
