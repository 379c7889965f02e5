/** The person who answers for a control of a framework, and for which period. Each control has one owner; earlier ones are evidence. */
import { canonicalJson, type JsonObject } from '@assize/evidence-format';
import type { Selectable } from 'kysely';
import { bound } from '../../database/evidence/append-store.ts';
import type { Database } from '../../database/open.ts';
import type { ControlOwnersTable } from '../../database/tables/evidence.ts';
import { type Actor, type ChangeDeps, recordChange, stampNow } from '../../evidence/changes/index.ts';

/** The action that records an owner. */
export const OWNER_SET = 'compliance.set_owner';

export type OwnerRow = Omit<Selectable<ControlOwnersTable>, 'chain'>;

export async function putOwner(
  deps: ChangeDeps & { db: Database },
  chain: number,
  actor: Actor,
  wanted: Omit<OwnerRow, 'evidence_id'>,
): Promise<OwnerRow> {
  const stamp = stampNow(deps);
  const row = { ...wanted, evidence_id: stamp.id };
  const put = deps.db
    .insertInto('control_owners')
    .values({ chain, ...row })
    .onConflict((conflict) => conflict.columns(['chain', 'framework', 'control']).doUpdateSet(row));
  const change = ownerStated(row);
  await recordChange(deps, { chain, stamp, action: OWNER_SET, actor, change, statements: [bound(put, 1)] });
  return row;
}

/** A row as the evidence states it. */
function ownerStated({
  framework,
  control,
  owner,
  from_at,
  to_at,
}: Omit<OwnerRow, 'evidence_id'>): JsonObject {
  return { framework, control, owner, from: iso(from_at), to: iso(to_at) };
}

export function isOwnerStated(change: JsonObject, row: OwnerRow): boolean {
  return canonicalJson(change) === canonicalJson(ownerStated(row));
}

export function ownerRows(db: Database, chain: number) {
  return db
    .selectFrom('control_owners')
    .select(['framework', 'control', 'owner', 'from_at', 'to_at', 'evidence_id'])
    .where('chain', '=', chain);
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}
