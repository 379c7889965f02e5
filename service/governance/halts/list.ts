/** The halts of a chain, newest first, page by page. */
import type { Database } from '../../database/open.ts';
import { type Cursors, type ListById, type Page, pageById } from '../../database/signed-cursor.ts';
import { changesOf, type HistoryEntry, type RecordedChange } from '../../evidence/changes/index.ts';
import { HALT_PREFIX, type HaltRecord, haltsOf } from './halt.ts';

export const HALT_FILTERS = ['in_force', 'all'] as const;
export type HaltFilter = (typeof HALT_FILTERS)[number];

/** @throws {Failure} `invalid` for a cursor of another list. */
export function listHalts(
  cursors: Cursors,
  chain: number,
  filter: HaltFilter,
  limit: number,
  cursor?: string,
): Promise<Page<HaltRecord>> {
  const list: ListById<HaltRecord> = {
    secret: 'halt cursors',
    prefix: HALT_PREFIX,
    chain,
    filters: [filter],
    idOf: ({ halt_id }) => halt_id,
    read(before, most) {
      let page = matching(cursors.db, chain, filter);
      if (before !== null) page = page.where('halt_id', '<', before);
      return page.orderBy('halt_id', 'desc').limit(most).execute();
    },
  };
  return pageById(cursors, list, limit, cursor);
}

function matching(db: Database, chain: number, filter: HaltFilter) {
  const all = haltsOf(db, chain);
  return filter === 'all' ? all : all.where('lifted_at', 'is', null);
}

export interface HeldHalt {
  haltId: string;
  /** null for every agent. */
  agentId: string | null;
  /** false from the moment when the halt was lifted. */
  halted: boolean;
}

const MADE = 'halt.create';

/** In the order of the chain. */
export async function* haltHistory(
  db: Database,
  chain: number,
): AsyncGenerator<HistoryEntry<HeldHalt>, void> {
  for await (const page of changesOf(db, chain, [MADE, 'halt.lift'])) {
    const kept = await keptOf(db, chain, page);
    for (const { change, ...recorded } of page) {
      const halted = recorded.action === MADE;
      const { halt_id: haltId, agent_id: agentId } = change ?? kept.get(recorded.id) ?? {};
      const isComplete = typeof haltId === 'string' && (agentId === null || typeof agentId === 'string');
      yield { ...recorded, value: isComplete ? { haltId, agentId, halted } : undefined };
    }
  }
}

/** Reads the halts of records whose payload is gone. */
async function keptOf(db: Database, chain: number, page: readonly RecordedChange[]) {
  const silent = page.flatMap(({ id, change }) => (change === null ? [id] : []));
  if (silent.length === 0) return new Map<string, { halt_id: string; agent_id: string | null }>();
  const rows = await haltsOf(db, chain)
    .where((row) => row.or([row('evidence_id', 'in', silent), row('lift_evidence_id', 'in', silent)]))
    .execute();
  return new Map(rows.flatMap((row) => [row.evidence_id, row.lift_evidence_id].map((id) => [id ?? '', row])));
}
