/** Lists sessions, the one that was opened last first, with their ids as long as the evidence states them. */
import type { Database } from '../database/open.ts';
import { type Cursors, type ListById, type Page, pageById } from '../database/signed-cursor.ts';
import { findArtifacts } from '../evidence/reading/index.ts';
import { isoOrNull } from '../foundation/clock.ts';
import { hasEnded, type SessionRow, sessionsOf } from './session.ts';

export interface ShownSession {
  row: SessionRow;
  /** null where the payload that states it was removed. */
  sessionId: string | null;
}

/** @throws {Failure} `invalid` for a cursor of another list. */
export async function listSessions(
  cursors: Cursors,
  chain: number,
  agentId: string | undefined,
  limit: number,
  cursor?: string,
): Promise<Page<ShownSession>> {
  const list: ListById<SessionRow> = {
    secret: 'session cursors',
    prefix: 'ev',
    chain,
    filters: [agentId],
    idOf: ({ evidence_id }) => evidence_id,
    read(before, most) {
      let query = sessionsOf(cursors.db, chain);
      if (agentId !== undefined) query = query.where('agent_id', '=', agentId);
      if (before !== null) query = query.where('evidence_id', '<', before);
      return query.orderBy('evidence_id', 'desc').limit(most).execute();
    },
  };
  const page = await pageById(cursors, list, limit, cursor);
  return { items: await withIds(cursors.db, chain, page.items), nextCursor: page.nextCursor };
}

async function withIds(db: Database, chain: number, rows: readonly SessionRow[]): Promise<ShownSession[]> {
  if (rows.length === 0) return [];
  const artifacts = await findArtifacts(
    db,
    chain,
    rows.map(({ evidence_id }) => evidence_id),
  );
  return rows.map((row) => {
    const { session_id } = (artifacts.get(row.evidence_id)?.payload?.change ?? {}) as { session_id?: string };
    return { row, sessionId: session_id ?? null };
  });
}

/** A session as the API and the command line show it. @param at now, ms since the epoch. */
export function sessionFields({ row, sessionId }: ShownSession, at: number) {
  const isEnded = hasEnded(row, at);
  return {
    session_id: sessionId,
    session_key: row.session_key,
    agent_id: row.agent_id,
    status: isEnded ? ('ended' as const) : ('open' as const),
    opened_at: new Date(row.opened_at).toISOString(),
    expires_at: new Date(row.expires_at).toISOString(),
    ended_at: isoOrNull(isEnded ? (row.ended_at ?? row.expires_at) : null),
    results: row.results,
    incomplete: row.incomplete === 1 || row.emptied > 0,
    confidentiality: row.confidentiality,
    has_content: row.has_content === 1,
  };
}
