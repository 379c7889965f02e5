/** An incident: what happened, how serious it is, who was told, and how it was closed. */
import { type JsonObject, parseJson } from '@assize/evidence-format';
import type { Selectable } from 'kysely';
import type { Database } from '../database/open.ts';
import type { IncidentsTable } from '../database/tables/evidence.ts';
import { isoOrNull } from '../foundation/clock.ts';
import { Failure } from '../foundation/failure.ts';
import type { Harm } from './deadline.ts';

export const INCIDENT_PREFIX = 'inc';

/** `serious` in the sense of the EU AI Act, Article 3(49): it did or may have done one of the harms. */
export const SEVERITIES = ['serious', 'major', 'minor'] as const;
export type Severity = (typeof SEVERITIES)[number];

export const INCIDENT_STATUSES = ['open', 'closed'] as const;
export type IncidentStatus = (typeof INCIDENT_STATUSES)[number];

/** The changes of an incident, by the names that records give them, and its status after each; undefined: as before. */
export const STATUS_AFTER: Readonly<Record<string, IncidentStatus | undefined>> = {
  'incident.open': 'open',
  'incident.change': 'open',
  'incident.close': 'closed',
  'incident.reopen': 'open',
};
export const INCIDENT_CHANGES = Object.keys(STATUS_AFTER);

/** The longest texts, in characters, and the longest lists. */
export const LIMITS = { title: 200, text: 4000, who: 200, told: 100, records: 100 };

/** A person, customer or authority who knows of an incident, and since when. */
export interface Told {
  who: string;
  /** ISO 8601, UTC. */
  at: string;
  how: string;
  /** Whether they are an authority to which serious incidents are reported. */
  authority: boolean;
}

export type IncidentRow = Omit<Selectable<IncidentsTable>, 'chain'>;

export function incidentsOf(db: Database, chain: number) {
  return db
    .selectFrom('incidents')
    .select(['incident_id', 'title', 'description', 'severity', 'harms', 'happened_at', 'noticed_at'])
    .select(['told', 'records', 'responsible', 'status', 'cause', 'remedy', 'report_due_at', 'reported_at'])
    .select(['opened_at', 'opened_by', 'closed_at', 'version', 'evidence_id'])
    .where('chain', '=', chain);
}

/** @throws {Failure} `not_found`. */
export async function findIncident(db: Database, chain: number, incidentId: string): Promise<IncidentRow> {
  const row = await incidentsOf(db, chain).where('incident_id', '=', incidentId).executeTakeFirst();
  if (row === undefined) throw new Failure('not_found', 'There is no such incident.');
  return row;
}

/** The lists of an incident, which its row keeps as JSON. */
export function listsOf({ harms, told, records }: Pick<IncidentRow, 'harms' | 'told' | 'records'>) {
  return {
    harms: parseJson(harms) as unknown as Harm[],
    told: parseJson(told) as unknown as Told[],
    records: parseJson(records) as unknown as string[],
  };
}

/** An incident as the record of a change states it, whole. */
export function recordedIncident(
  row: Omit<IncidentRow, 'evidence_id' | 'opened_at' | 'opened_by'>,
): JsonObject {
  const { harms, told, records } = listsOf(row);
  return {
    incident_id: row.incident_id,
    title: row.title,
    description: row.description,
    severity: row.severity,
    harms,
    happened_at: new Date(row.happened_at).toISOString(),
    noticed_at: new Date(row.noticed_at).toISOString(),
    told: told.map((each) => ({ ...each })),
    records,
    responsible: row.responsible,
    status: row.status,
    cause: row.cause,
    remedy: row.remedy,
    report_due_at: isoOrNull(row.report_due_at),
    reported_at: isoOrNull(row.reported_at),
    closed_at: isoOrNull(row.closed_at),
    version: row.version,
  };
}

/** `none`: it need not be reported. */
export const REPORT_STATES = ['none', 'due', 'overdue', 'in_time', 'late'] as const;
export type ReportState = (typeof REPORT_STATES)[number];

/** @param at now, ms since the epoch. */
export function reportStateOf(
  { report_due_at: due, reported_at: reported }: Pick<IncidentRow, 'report_due_at' | 'reported_at'>,
  at: number,
): ReportState {
  if (due === null) return 'none';
  if (reported === null) return at > due ? 'overdue' : 'due';
  return reported <= due ? 'in_time' : 'late';
}

/** Removes the texts that the last record of an incident states; it states all of them. */
export async function emptyIncident(db: Database, chain: number, evidenceId: string): Promise<void> {
  await db
    .updateTable('incidents')
    .set({ title: '', description: '', told: '[]', cause: null, remedy: null })
    .where('chain', '=', chain)
    .where('evidence_id', '=', evidenceId)
    .execute();
}
