/**
 * Compares keys with the evidence of their creation and revocation: no key without the record of who created it, none
 * with another scope or state than recorded, and none missing. A record without its payload still counts by its time.
 */

import type { JsonObject } from '@assize/evidence-format';
import type { Selectable } from 'kysely';
import type { ApiKeysTable } from '../../database/tables/index.ts';
import { changeIn } from '../../evidence/changes/index.ts';
import { type LeafAndPayload, leavesOfType } from '../../evidence/reading/index.ts';
import { isoOrNull } from '../../foundation/clock.ts';
import { fingerprintOf } from '../../keys/index.ts';
import type { CheckContext, Registry, Tally } from '../registry.ts';
import { rowsBy, takeOut } from './rows.ts';

export const keysRegistry: Registry = { name: 'keys', check };

type Row = Selectable<ApiKeysTable>;

/** Records of one kind: by the key they name or, if their payload is gone, by their time. */
interface Records {
  byKey: Map<string, LeafAndPayload & { change: JsonObject }>;
  /** Each accounts for one key. */
  nameless: LeafAndPayload[];
}

/** Rows are read first: each was written together with its record, which a later read then finds. */
async function check(tally: Tally, context: CheckContext): Promise<void> {
  const { db, tenantId, environment } = context;
  const keys = db.selectFrom('api_keys').selectAll().where('tenant_id', '=', tenantId);
  const rows = await rowsBy(keys.where('environment', '=', environment), 'key_id');
  const created: Records = { byKey: new Map(), nameless: [] };
  const revoked: Records = { byKey: new Map(), nameless: [] };
  for await (const page of leavesOfType(context.db, context.chain, 'governance_change')) {
    for (const leaf of page) {
      if (leaf.action === 'key.create') take(tally, created, leaf);
      else if (leaf.action === 'key.revoke') take(tally, revoked, leaf);
    }
  }
  for (const row of rows.values()) {
    tally.checked();
    checkCreation(tally, row, created);
    if (row.revoked_at !== null || revoked.byKey.has(row.key_id)) checkRevocation(tally, row, revoked);
  }
  checkRecords(tally, context.size, rows, created, 'This key was created, but is not there.');
  checkRecords(tally, context.size, rows, revoked, 'This key was revoked, but is not there.');
}

function take(tally: Tally, { byKey, nameless }: Records, leaf: LeafAndPayload): void {
  if (leaf.payload === null) {
    nameless.push(leaf);
    return;
  }
  const change = changeIn(leaf.payload);
  if (change === null) tally.compared('This record of a key names none.', leaf.position, leaf.id);
  else byKey.set(String(change.key_id), { ...leaf, change });
}

function checkCreation(tally: Tally, row: Row, { byKey, nameless }: Records): void {
  const record = byKey.get(row.key_id);
  if (record === undefined) {
    const isOfRow = ({ created_at, actor }: LeafAndPayload) =>
      created_at === row.created_at && (row.made_by ?? actor) === actor;
    if (takeOut(nameless, isOfRow)) return;
    tally.gap(`There is no record of who created key ${row.key_id}.`);
    return;
  }
  const { change } = record;
  const stored: Record<string, unknown> = {
    made_by: row.made_by,
    name: row.name,
    environment: row.environment,
    scopes: row.scopes,
    expires_at: isoOrNull(row.expires_at),
    secret_fingerprint: fingerprintOf(row.secret_hash),
  };
  // An earlier version did not store the maker; its record has it as the actor.
  const { made_by: madeBy = row.made_by === null ? null : record.actor } = change;
  const recorded: Record<string, unknown> = {
    ...change,
    made_by: madeBy,
    scopes: JSON.stringify(change.scopes),
  };
  const other = Object.keys(stored).filter((name) => stored[name] !== recorded[name]);
  if (row.created_at !== record.created_at) other.push('created_at');
  if (other.length === 0) return;
  const what = `Key ${row.key_id} is not as it was created: ${other.join(', ')}.`;
  tally.gap(what, record.position, record.id);
}

function checkRevocation(tally: Tally, row: Row, { byKey, nameless }: Records): void {
  const record = byKey.get(row.key_id);
  tally.checked();
  if (record === undefined) {
    if (takeOut(nameless, ({ created_at }) => created_at === row.revoked_at)) return;
    tally.gap(`There is no record of who revoked key ${row.key_id}.`);
  } else if (row.revoked_at === null) {
    tally.gap(`Key ${row.key_id} was revoked, but is not any more.`, record.position, record.id);
  } else if (row.revoked_at !== record.created_at) {
    const what = `Key ${row.key_id} was revoked at another time than is on record.`;
    tally.gap(what, record.position, record.id);
  }
}

/** Call it after the rows have taken their records. */
function checkRecords(
  tally: Tally,
  size: number,
  rows: ReadonlyMap<string, Row>,
  { byKey, nameless }: Records,
  what: string,
): void {
  const named = [...byKey].flatMap(([keyId, record]) => (rows.has(keyId) ? [] : [record]));
  tally.unmatched([...named, ...nameless], size, what);
}
