/**
 * Adds and removes the tenant's records of targets, with evidence: the artifact states them in the clear, the table
 * stores hashes. An existing record is left as it is, so you can import the same file again.
 */

import type { Target } from '@assize/act-reading/targets';
import { nameOf, normalise } from '@assize/act-reading/targets';
import type { JsonObject } from '@assize/evidence-format';
import { bound } from '../database/evidence/append-store.ts';
import {
  type Actor,
  changeGovernance,
  type GovernDeps,
  partyOf,
  type Stamp,
  stampNow,
} from '../evidence/changes/index.ts';
import { Failure, type Fault } from '../foundation/failure.ts';
import type { FillRandom } from '../foundation/ids.ts';
import { retryOvertaken } from '../foundation/retry.ts';
import { hexOf, type TargetHashes, targetHashes } from './known/hashes.ts';
import {
  findTarget,
  type KnownTargetRow,
  TARGET_PREFIX,
  type TargetRecord,
  targetsOf,
} from './known-target.ts';

export const TARGETS_ADDED = 'targets.add';
export const TARGETS_REMOVED = 'targets.remove';
/** The limit for one change, which is one artifact. */
export const MAX_TARGETS_AT_ONCE = 1000;

const MAX_ATTEMPTS = 5;
/** The most names that one query asks for. */
const HASHES_AT_ONCE = 500;

export interface TargetDeps extends GovernDeps {
  fillRandom: FillRandom;
}

export interface Added {
  rows: KnownTargetRow[];
  /** The number of targets that were known before. */
  alreadyKnown: number;
}

interface ReadRecord {
  written: TargetRecord;
  target: Target;
  hash: Uint8Array;
}

/**
 * Adds all targets or none.
 * @param actor a key's id, or the operator.
 * @throws {Failure} `invalid`, with the field of each record that can't be read; `unavailable`.
 */
export async function addTargets(
  deps: TargetDeps,
  chain: number,
  actor: Actor,
  records: readonly TargetRecord[],
): Promise<Added> {
  const hashes = await targetHashes(deps.db, deps.fillRandom);
  const read = readAll(hashes, chain, records);
  return retryOvertaken('the known targets', MAX_ATTEMPTS, async () => {
    const known = await keysKnown(deps, chain, read);
    const wanted = new Map<string, ReadRecord>();
    for (const record of read) if (!known.has(keyOf(record))) wanted.set(keyOf(record), record);
    const alreadyKnown = read.length - wanted.size;
    if (wanted.size === 0) return { rows: [], alreadyKnown };
    const stamp = stampNow(deps);
    const made = [...wanted.values()].map((record) => ({
      ...record,
      row: rowOf(deps, chain, actor, stamp, record),
    }));
    const rows = made.map(({ row }) => row);
    const insertion = deps.db.insertInto('known_targets').values(rows);
    const result = await changeGovernance(
      deps,
      {
        chain,
        stamp,
        action: TARGETS_ADDED,
        actor,
        change: { targets: made.map(({ row, target }) => statedOf(row, target)) },
        statements: [bound(insertion, rows.length)],
      },
      'targets',
    );
    return result.kind === 'appended' ? { rows, alreadyKnown } : undefined;
  });
}

/** Returns the faults of a record, at its place in the list. */
export function faultsOfTarget(
  { kind, value }: Pick<TargetRecord, 'kind' | 'value'>,
  at: readonly string[],
): Fault[] {
  const read = normalise(kind, value);
  const [first] = read;
  const why =
    first !== undefined && 'unreadable' in first
      ? first.unreadable
      : read.length > 1
        ? 'it names several targets'
        : null;
  if (why === null) return [];
  return [{ field: [...at, 'value'], message: `Input should be one ${kind}: ${why}`, type: 'value_error' }];
}

function readAll(hashes: TargetHashes, chain: number, records: readonly TargetRecord[]): ReadRecord[] {
  const faults = records.flatMap((record, place) => faultsOfTarget(record, ['targets', String(place)]));
  if (faults.length > 0) throw Failure.invalid(faults);
  return records.map((written) => {
    const [target] = normalise(written.kind, written.value) as Target[];
    if (target === undefined) throw new Error('a target without faults can be read');
    return { written, target, hash: hashes.of(chain, nameOf(target)) };
  });
}

/** Two records with the same key are equal. */
function keyOf({ hash, written }: ReadRecord): string {
  const { role = null, agent_id = null, effect = null, until = null, name = null } = written;
  return JSON.stringify([hexOf(hash), role, agent_id, effect, until, name]);
}

async function keysKnown(
  { db }: TargetDeps,
  chain: number,
  read: readonly ReadRecord[],
): Promise<Set<string>> {
  const keys = new Set<string>();
  for (let from = 0; from < read.length; from += HASHES_AT_ONCE) {
    const hashes = read.slice(from, from + HASHES_AT_ONCE).map(({ hash }) => hash);
    const rows = await targetsOf(db, chain)
      .where('hash', 'in', hashes)
      .where('source', '=', 'record')
      .where('removed_at', 'is', null)
      .execute();
    for (const { hash, role, agent_id, effect, until_at, name } of rows) {
      keys.add(JSON.stringify([hexOf(hash), role, agent_id, effect, until_at, name]));
    }
  }
  return keys;
}

function rowOf(
  { ids }: TargetDeps,
  chain: number,
  actor: Actor,
  { id, at }: Stamp,
  { written, target, hash }: ReadRecord,
): KnownTargetRow {
  return {
    chain,
    target_id: ids.ordered(TARGET_PREFIX, at),
    hash,
    kind: target.kind,
    role: written.role ?? null,
    agent_id: written.agent_id ?? null,
    effect: written.effect ?? null,
    source: 'record',
    name: written.name ?? null,
    until_at: written.until ?? null,
    created_at: at,
    created_by: partyOf(actor),
    evidence_id: id,
    approval_id: null,
    removed_at: null,
    removed_evidence_id: null,
  };
}

/** The record as the artifact states it: in the clear, with what it covers. */
function statedOf(row: KnownTargetRow, { value }: Target): JsonObject {
  const { target_id, kind, role, agent_id, effect, name, until_at } = row;
  return { target_id, kind, value, role, agent_id, effect, name, until: until_at };
}

/**
 * Removing a target again changes nothing, even one that is known by approvals.
 * @throws {Failure} `not_found`; `unavailable`.
 */
export function removeTarget(
  deps: TargetDeps,
  chain: number,
  actor: Actor,
  targetId: string,
): Promise<KnownTargetRow> {
  return retryOvertaken('the known target', MAX_ATTEMPTS, async () => {
    const row = await findTarget(deps.db, chain, targetId);
    if (row.removed_at !== null) return row;
    const stamp = stampNow(deps);
    const removal = deps.db
      .updateTable('known_targets')
      .set({ removed_at: stamp.at, removed_evidence_id: stamp.id })
      .where('chain', '=', chain)
      .where('target_id', '=', targetId)
      .where('removed_at', 'is', null);
    const change = {
      chain,
      stamp,
      action: TARGETS_REMOVED,
      actor,
      change: { target_ids: [targetId] },
      statements: [bound(removal, 1)],
    };
    const { kind } = await changeGovernance(deps, change, 'targets');
    return kind === 'appended' ? { ...row, removed_at: stamp.at, removed_evidence_id: stamp.id } : undefined;
  });
}
