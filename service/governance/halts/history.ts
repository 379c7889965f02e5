/** Who was halted from when on and until when, by the evidence of halts and their lifting. */

import type { Database } from '../../database/open.ts';
import { changesOf, type HistoryEntry, type RecordedChange } from '../../evidence/index.ts';
import { haltsOf } from './halt.ts';

export interface HeldHalt {
  haltId: string;
  /** null for every agent. */
  agentId: string | null;
  /** false from where it was lifted on. */
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
      const isTold = typeof haltId === 'string' && (agentId === null || typeof agentId === 'string');
      yield { ...recorded, value: isTold ? { haltId, agentId, halted } : undefined };
    }
  }
}

/** What the halts themselves say of records whose payload is gone. */
async function keptOf(db: Database, chain: number, page: readonly RecordedChange[]) {
  const silent = page.flatMap(({ id, change }) => (change === null ? [id] : []));
  if (silent.length === 0) return new Map<string, { halt_id: string; agent_id: string | null }>();
  const rows = await haltsOf(db, chain)
    .where((row) => row.or([row('evidence_id', 'in', silent), row('lift_evidence_id', 'in', silent)]))
    .execute();
  return new Map(rows.flatMap((row) => [row.evidence_id, row.lift_evidence_id].map((id) => [id ?? '', row])));
}
