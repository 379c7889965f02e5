/** Checks an incident as a caller states it: all faults at once, before anything is written. */
import type { Database } from '../database/open.ts';
import { findArtifacts } from '../evidence/reading/index.ts';
import { Failure, type Fault } from '../foundation/failure.ts';
import { type Harm, reportDueAt } from './deadline.ts';
import { type IncidentRow, listsOf, type Severity, type Told } from './incident.ts';

/** Times are ms since the epoch. */
export interface StatedIncident {
  title: string;
  description: string;
  severity: Severity;
  harms: readonly Harm[];
  happenedAt: number;
  noticedAt: number;
  told: readonly Told[];
  /** Evidence ids. */
  records: readonly string[];
  /** The id of a member. */
  responsible: string | null;
}

interface Place {
  db: Database;
  chain: number;
  tenantId: string;
  /** Now, ms since the epoch. */
  at: number;
}

/**
 * @param before as it was; what it names already may be gone by now.
 * @throws {Failure} `invalid`.
 */
export async function requireSound(
  place: Place,
  stated: StatedIncident,
  before?: StatedIncident,
): Promise<void> {
  const isNew = stated.responsible !== before?.responsible;
  const faults = [
    ...faultsOfHarms(stated),
    ...faultsOfTimes(stated, place.at),
    ...(await faultsOfRecords(place, stated.records)),
    ...(isNew ? await faultsOfResponsible(place, stated.responsible) : []),
  ];
  if (faults.length > 0) throw Failure.invalid(faults);
}

/** The columns that state it, and the two times that follow from it. */
export function columnsOf({ harms, told, records, happenedAt, noticedAt, ...texts }: StatedIncident) {
  const authorities = told.filter(({ authority }) => authority).map(({ at }) => Date.parse(at));
  return {
    ...texts,
    harms: JSON.stringify(harms),
    told: JSON.stringify(told),
    records: JSON.stringify(records),
    happened_at: happenedAt,
    noticed_at: noticedAt,
    report_due_at: reportDueAt(harms, noticedAt),
    reported_at: authorities.length === 0 ? null : Math.min(...authorities),
  } satisfies Partial<IncidentRow>;
}

/** An incident as it was stated the last time. */
export function statedBy(row: IncidentRow): StatedIncident {
  return {
    title: row.title,
    description: row.description,
    severity: row.severity as Severity,
    ...listsOf(row),
    happenedAt: row.happened_at,
    noticedAt: row.noticed_at,
    responsible: row.responsible,
  };
}

function faultsOfHarms({ severity, harms }: StatedIncident): Fault[] {
  if (severity === 'serious' && harms.length === 0)
    return [faultIn(['harms'], 'A serious incident should name at least one harm')];
  if (severity !== 'serious' && harms.length > 0)
    return [
      faultIn(['harms'], 'Only a serious incident has harms: set severity to serious, or leave them out'),
    ];
  return new Set(harms).size < harms.length ? [faultIn(['harms'], 'Input should name each harm once')] : [];
}

const MINUTE_MS = 60_000;

/** By whole minutes: people note them or seconds, where a record's time is known to the millisecond. */
function isBefore(time: number, other: number): boolean {
  return Math.floor(time / MINUTE_MS) < Math.floor(other / MINUTE_MS);
}

function faultsOfTimes({ happenedAt, noticedAt, told }: StatedIncident, at: number): Fault[] {
  const faults: Fault[] = [];
  if (noticedAt > at) faults.push(faultIn(['noticed_at'], 'Input should not be in the future'));
  if (isBefore(noticedAt, happenedAt))
    faults.push(faultIn(['happened_at'], 'Input should not be later than noticed_at: it happened before'));
  told.forEach((each, place) => {
    const toldAt = Date.parse(each.at);
    const field = ['told', String(place), 'at'];
    if (toldAt > at) faults.push(faultIn(field, 'Input should not be in the future'));
    else if (isBefore(toldAt, happenedAt))
      faults.push(faultIn(field, 'Input should not be before it happened'));
  });
  return faults;
}

async function faultsOfRecords({ db, chain }: Place, records: readonly string[]): Promise<Fault[]> {
  if (records.length === 0) return [];
  const found = await findArtifacts(db, chain, records);
  return records.flatMap((id, place) => {
    const field = ['records', String(place)];
    if (records.indexOf(id) < place) return [faultIn(field, 'Input should name each record once')];
    return found.has(id) ? [] : [faultIn(field, 'Input should be the id of a record of this environment')];
  });
}

async function faultsOfResponsible({ db, tenantId }: Place, memberId: string | null): Promise<Fault[]> {
  if (memberId === null) return [];
  const member = await db
    .selectFrom('members')
    .select('member_id')
    .where('tenant_id', '=', tenantId)
    .where('member_id', '=', memberId)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  return member === undefined ? [faultIn(['responsible'], 'Input should be the id of a member')] : [];
}

function faultIn(field: readonly string[], message: string): Fault {
  return { field, message, type: 'value_error' };
}
