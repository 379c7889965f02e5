/** Lists incidents, newest first, and reads one with its history. */
import type { Database } from '../database/open.ts';
import { type Cursors, type ListById, type Page, pageById } from '../database/signed-cursor.ts';
import { changesOf } from '../evidence/changes/index.ts';
import { INCIDENT_CHANGES, INCIDENT_PREFIX, type IncidentRow, incidentsOf } from './incident.ts';

export interface IncidentFilter {
  status?: string | undefined;
  severity?: string | undefined;
  /** Only incidents to which this record belongs. */
  evidenceId?: string | undefined;
}

/** @throws {Failure} `invalid` for a cursor of another list. */
export function listIncidents(
  cursors: Cursors,
  chain: number,
  { status, severity, evidenceId }: IncidentFilter,
  limit: number,
  cursor?: string,
): Promise<Page<IncidentRow>> {
  const list: ListById<IncidentRow> = {
    secret: 'incident cursors',
    prefix: INCIDENT_PREFIX,
    chain,
    filters: [status, severity, evidenceId],
    idOf: ({ incident_id }) => incident_id,
    read(before, most) {
      let query = incidentsOf(cursors.db, chain);
      if (status !== undefined) query = query.where('status', '=', status);
      if (severity !== undefined) query = query.where('severity', '=', severity);
      // Ids are hex digits, so none can hold a wildcard.
      if (evidenceId !== undefined) query = query.where('records', 'like', `%"${evidenceId}"%`);
      if (before !== null) query = query.where('incident_id', '<', before);
      return query.orderBy('incident_id', 'desc').limit(most).execute();
    },
  };
  return pageById(cursors, list, limit, cursor);
}

export interface IncidentChange {
  evidenceId: string;
  action: string;
  by: string;
  /** ms since the epoch. */
  at: number;
  /** Why it was reopened; null for other changes. */
  reason: string | null;
}

/** The changes of an incident whose payloads exist, oldest first. */
export async function historyOfIncident(
  db: Database,
  chain: number,
  incidentId: string,
): Promise<IncidentChange[]> {
  const history: IncidentChange[] = [];
  for await (const page of changesOf(db, chain, INCIDENT_CHANGES)) {
    for (const { id, action, actor, at, change } of page) {
      if (change?.incident_id !== incidentId) continue;
      const reason = typeof change.reason === 'string' ? change.reason : null;
      history.push({ evidenceId: id, action, by: actor, at, reason });
    }
  }
  return history;
}

/** Serious incidents that are not reported yet, the most urgent first; at most 1,000. */
export function unreportedIncidents(db: Database, chain: number): Promise<IncidentRow[]> {
  return incidentsOf(db, chain)
    .where('report_due_at', 'is not', null)
    .where('reported_at', 'is', null)
    .orderBy('report_due_at')
    .limit(1000)
    .execute();
}

/** The incidents that were noticed in this time, newest first. @param from, to ms since the epoch; `to` is excluded. */
export async function incidentsNoticed(
  db: Database,
  chain: number,
  { from, to }: { from: number; to: number },
  most: number,
): Promise<IncidentRow[]> {
  return incidentsOf(db, chain)
    .where('noticed_at', '>=', from)
    .where('noticed_at', '<', to)
    .orderBy('noticed_at', 'desc')
    .orderBy('incident_id', 'desc')
    .limit(most)
    .execute();
}
