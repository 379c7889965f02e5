/** The people who answer for the controls of frameworks, as reports and pages name them. */
import type { Database } from '../../database/open.ts';
import type { Actor, ChangeDeps } from '../../evidence/changes/index.ts';
import type { Period } from '../../evidence/search/index.ts';
import { Failure } from '../../foundation/failure.ts';
import { type OwnerRow, ownerRows, putOwner } from '../../governance/owners/index.ts';
import { findMember } from '../../members/index.ts';
import { FRAMEWORK_IDS, FRAMEWORKS, type FrameworkId } from '../frameworks/index.ts';

export interface OwnedControl {
  framework: string;
  control: string;
  title: string;
  /** A member, by id alone, since a report outlives their name. */
  owner: string;
  /** ISO 8601; the end is exclusive. */
  from: string;
  to: string;
  evidence_id: string;
}

export interface OwnerDeps extends ChangeDeps {
  db: Database;
}

interface WantedOwner extends Period {
  framework: FrameworkId;
  control: string;
  /** A member's id. */
  owner: string;
}

/** @throws {Failure} `not_found` for a control that does not exist; `invalid` for the member and the period. */
export async function setOwner(
  deps: OwnerDeps,
  { chain, tenantId, actor }: { chain: number; tenantId: string; actor: Actor },
  { framework, control, owner, from, to }: WantedOwner,
): Promise<OwnedControl> {
  const title = titleOf({ framework, control });
  if (from >= to) throw invalid('to_date', 'Input should be after from_date');
  if ((await findMember(deps.db, tenantId, owner)) === null) {
    throw invalid('owner', 'Input should be the id of a member');
  }
  const row = await putOwner(deps, chain, actor, { framework, control, owner, from_at: from, to_at: to });
  return ownedControl(row, title);
}

function invalid(field: string, message: string): Failure {
  return Failure.invalid([{ field: [field], message, type: 'value_error' }]);
}

/** By framework and control. @param period those whose period meets it; all by default. */
export async function ownersOf(db: Database, chain: number, period?: Period): Promise<OwnedControl[]> {
  let rows = ownerRows(db, chain);
  if (period !== undefined) rows = rows.where('from_at', '<', period.to).where('to_at', '>', period.from);
  const found = await rows.orderBy('framework').orderBy('control').execute();
  // A later version may no longer list a control.
  return found.map((row) => ownedControl(row, titleIn(row) ?? row.control));
}

function ownedControl({ from_at, to_at, ...row }: OwnerRow, title: string): OwnedControl {
  return { ...row, title, from: new Date(from_at).toISOString(), to: new Date(to_at).toISOString() };
}

/** @throws {Failure} `not_found` */
export function titleOf(named: { framework: string; control: string }): string {
  const title = titleIn(named);
  if (title === null)
    throw new Failure('not_found', 'There is no such framework, or it has no such control.');
  return title;
}

function titleIn({ framework, control }: { framework: string; control: string }): string | null {
  const id = FRAMEWORK_IDS.find((known) => known === framework);
  return id === undefined
    ? null
    : (FRAMEWORKS[id].controls.find((each) => each.id === control)?.title ?? null);
}
