/**
 * Opens incidents, changes, closes and reopens them. Each is one record that states the whole incident and who did it,
 * and commits with the row.
 */
import type { JsonObject } from '@assize/evidence-format';
import { bound } from '../database/evidence/append-store.ts';
import type { Database } from '../database/open.ts';
import { eventOf } from '../events/index.ts';
import { type Actor, type ChangeDeps, partyOf, recordChange, stampNow } from '../evidence/changes/index.ts';
import { isoOrNull } from '../foundation/clock.ts';
import { Failure } from '../foundation/failure.ts';
import { retryOvertaken } from '../foundation/retry.ts';
import { findIncident, INCIDENT_PREFIX, type IncidentRow, recordedIncident } from './incident.ts';
import { columnsOf, requireSound, type StatedIncident, statedBy } from './wanted.ts';

export interface IncidentDeps extends ChangeDeps {
  db: Database;
}

/** The chain of an incident, and who acts. */
export interface IncidentPlace {
  chain: number;
  tenantId: string;
  actor: Actor;
}

/** An attempt fails only because of another change. */
const MAX_ATTEMPTS = 20;

/** @throws {Failure} `invalid`, `unavailable`. */
export async function openIncident(
  deps: IncidentDeps,
  { chain, tenantId, actor }: IncidentPlace,
  stated: StatedIncident,
): Promise<IncidentRow> {
  const stamp = stampNow(deps);
  await requireSound({ db: deps.db, chain, tenantId, at: stamp.at }, stated);
  const row: IncidentRow = {
    incident_id: deps.ids.ordered(INCIDENT_PREFIX, stamp.at),
    ...columnsOf(stated),
    status: 'open',
    cause: null,
    remedy: null,
    opened_at: stamp.at,
    opened_by: partyOf(actor),
    closed_at: null,
    version: 1,
    evidence_id: stamp.id,
  };
  const { incident_id, severity, report_due_at } = row;
  const data = { incident_id, severity, report_due_at: isoOrNull(report_due_at), evidence_id: stamp.id };
  const result = await recordChange(deps, {
    chain,
    stamp,
    action: 'incident.open',
    actor,
    change: recordedIncident(row),
    statements: [bound(deps.db.insertInto('incidents').values({ chain, ...row }), 1)],
    events: [eventOf(deps.ids, { chain, type: 'incident.opened', data, at: stamp.at })],
  });
  if (result.kind !== 'appended') throw new Error(`${incident_id} was not written`);
  return row;
}

/**
 * @param version the one that the caller expects; any by default.
 * @throws {Failure} `not_found`; `invalid`; `conflict` if it is closed, or was changed meanwhile; `unavailable`.
 */
export function changeIncident(
  deps: IncidentDeps,
  place: IncidentPlace,
  incidentId: string,
  change: Partial<StatedIncident>,
  version?: number,
): Promise<IncidentRow> {
  return changeRow(deps, place, incidentId, async (row) => {
    if (row.status === 'closed')
      throw Failure.conflict('incident_closed', 'The incident is closed. Reopen it to change it.');
    if (version !== undefined && version !== row.version)
      throw Failure.conflict('incident_changed', `The incident is at version ${row.version}.`);
    const before = statedBy(row);
    const stated = { ...before, ...change };
    await requireSound({ ...place, db: deps.db, at: deps.clock.now() }, stated, before);
    // A removal may have emptied the list of those who were told.
    const kept = change.told === undefined ? { reported_at: row.reported_at } : {};
    return { action: 'incident.change', set: { ...columnsOf(stated), ...kept } };
  });
}

/** @throws {Failure} `not_found`; `conflict` if it is closed already; `unavailable`. */
export function closeIncident(
  deps: IncidentDeps,
  place: IncidentPlace,
  incidentId: string,
  why: { cause: string; remedy: string },
): Promise<IncidentRow> {
  return changeRow(deps, place, incidentId, async (row) => {
    if (row.status === 'closed') throw Failure.conflict('incident_closed', 'The incident is closed already.');
    return { action: 'incident.close', set: { ...why, status: 'closed' } };
  });
}

/** @param reason is recorded. @throws {Failure} `not_found`; `conflict` if it is open; `unavailable`. */
export function reopenIncident(
  deps: IncidentDeps,
  place: IncidentPlace,
  incidentId: string,
  reason: string,
): Promise<IncidentRow> {
  return changeRow(deps, place, incidentId, async (row) => {
    if (row.status === 'open') throw Failure.conflict('incident_open', 'The incident is open.');
    return { action: 'incident.reopen', set: { status: 'open', closed_at: null }, also: { reason } };
  });
}

interface Wanted {
  action: 'incident.change' | 'incident.close' | 'incident.reopen';
  set: Partial<IncidentRow>;
  /** Further members of the record. */
  also?: JsonObject;
}

function changeRow(
  deps: IncidentDeps,
  place: IncidentPlace,
  incidentId: string,
  wantedOf: (row: IncidentRow) => Promise<Wanted>,
): Promise<IncidentRow> {
  return retryOvertaken(incidentId, MAX_ATTEMPTS, async () => {
    const row = await findIncident(deps.db, place.chain, incidentId);
    return write(deps, place, row, await wantedOf(row));
  });
}

/** @returns undefined where another change came first. */
async function write(
  deps: IncidentDeps,
  { chain, actor }: IncidentPlace,
  row: IncidentRow,
  { action, set, also = {} }: Wanted,
): Promise<IncidentRow | undefined> {
  const stamp = stampNow(deps);
  const closing = action === 'incident.close' ? { closed_at: stamp.at } : {};
  const changed = { ...row, ...set, ...closing, version: row.version + 1, evidence_id: stamp.id };
  const update = deps.db
    .updateTable('incidents')
    .set(changed)
    .where('chain', '=', chain)
    .where('incident_id', '=', row.incident_id)
    .where('version', '=', row.version)
    // A removal empties its texts without a new version.
    .where('title', '=', row.title);
  const data = { incident_id: row.incident_id, severity: row.severity, evidence_id: stamp.id };
  const event = eventOf(deps.ids, { chain, type: 'incident.closed', data, at: stamp.at });
  const result = await recordChange(deps, {
    chain,
    stamp,
    action,
    actor,
    change: { ...recordedIncident(changed), ...also },
    statements: [bound(update, 1)],
    events: action === 'incident.close' ? [event] : [],
  });
  return result.kind === 'appended' ? changed : undefined;
}
