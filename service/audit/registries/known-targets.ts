/**
 * Compares known targets with the evidence that states them: a change of the tenant, or the decision on an approval. A
 * row must be what its artifact says, and no stated target may be missing.
 */

import { nameOf, normalise } from '@assize/act-reading/targets';
import type { JsonObject } from '@assize/evidence-format';
import { type LeafAndPayload, leavesOfType, readPayload } from '../../evidence/reading/index.ts';
import {
  type KnownTargetRow,
  removedIn,
  type StatedTarget,
  TARGETS_ADDED,
  TARGETS_REMOVED,
  targetsIn,
  targetsOf,
} from '../../targets/index.ts';
import { hexOf, storedTargetHashes, type TargetHashes } from '../../targets/known/index.ts';
import type { CheckContext, Registry, Tally } from '../registry.ts';
import { leavesNamedIn, pagesBy } from './rows.ts';

export const knownTargetsRegistry: Registry = { name: 'known_targets', check };

/** Rows are read first: each was written together with its artifact, which a later read then finds. */
async function check(tally: Tally, context: CheckContext): Promise<void> {
  const { db, chain } = context;
  const hashes = await storedTargetHashes(db);
  for await (const rows of pagesBy(targetsOf(db, chain), 'target_id')) {
    const leaves = await leavesNamedIn(context, rows, 'evidence_id', 'removed_evidence_id');
    const payloads = new Map([...leaves].map(([id, leaf]) => [id, payloadOf(leaf)]));
    for (const row of rows) {
      const leaf = leaves.get(row.evidence_id);
      const what =
        faultOfRow(row, leaf, payloads.get(row.evidence_id) ?? null, hashes) ??
        faultOfRemoval(
          row,
          leaves.get(row.removed_evidence_id ?? ''),
          payloads.get(row.removed_evidence_id ?? '') ?? null,
        );
      tally.compared(what, leaf?.position, row.evidence_id);
    }
  }
  await findForgotten(tally, context);
}

function payloadOf({ payload }: LeafAndPayload): JsonObject | null {
  return payload === null ? null : readPayload(payload);
}

function faultOfRow(
  row: KnownTargetRow,
  leaf: LeafAndPayload | undefined,
  payload: JsonObject | null,
  hashes: TargetHashes | null,
): string | null {
  const it = `The known target ${row.target_id}`;
  const isRecord = row.source === 'record';
  if (!isRecord && row.source !== 'approval') return `${it} is known from nowhere.`;
  const isStating = isRecord ? leaf?.action === TARGETS_ADDED : leaf?.artifact_type === 'action_approved';
  if (leaf === undefined || !isStating) return `${it} is stated by no artifact.`;
  if (leaf.created_at !== row.created_at) return `${it} is from another time than its artifact.`;
  if (
    isRecord ? leaf.actor !== row.created_by || row.approval_id !== null : row.created_by !== row.approval_id
  ) {
    return `${it} is by another than its artifact says.`;
  }
  if (payload === null) return null;
  if (!isRecord && payload.approval_id !== row.approval_id) return `${it} was taught by another approval.`;
  const stated = targetsIn(payload).find(({ target_id }) => target_id === row.target_id);
  if (stated === undefined) return `${it} is not among those that its artifact states.`;
  const others = differences(row, stated, hashes);
  return others.length === 0 ? null : `${it} is otherwise than its artifact says: ${others.join(', ')}.`;
}

function differences(row: KnownTargetRow, stated: StatedTarget, hashes: TargetHashes | null): string[] {
  const others: string[] = [];
  for (const part of ['kind', 'role', 'agent_id', 'effect', 'name'] as const) {
    if (row[part] !== stated[part]) others.push(part);
  }
  if (row.until_at !== stated.until) others.push('until');
  if (hashOf(row.chain, stated, hashes) !== hexOf(row.hash)) others.push('its hash');
  return others;
}

/** Of what is stated in the clear it is computed. */
function hashOf(
  chain: number,
  { kind, value, hash }: StatedTarget,
  hashes: TargetHashes | null,
): string | undefined {
  if (value === undefined) return hash;
  const [target] = normalise(kind, value);
  const isNamed = target !== undefined && 'value' in target && hashes !== null;
  return isNamed ? hexOf(hashes.of(chain, nameOf(target))) : undefined;
}

function faultOfRemoval(
  row: KnownTargetRow,
  leaf: LeafAndPayload | undefined,
  payload: JsonObject | null,
): string | null {
  const { removed_at, removed_evidence_id } = row;
  if (removed_at === null && removed_evidence_id === null) return null;
  const it = `The known target ${row.target_id}`;
  if (leaf === undefined || (leaf.action !== TARGETS_REMOVED && leaf.artifact_type !== 'action_rejected')) {
    return `${it} was removed by no artifact.`;
  }
  if (leaf.created_at !== removed_at) return `${it} was removed at another time than its artifact says.`;
  const isStated = payload === null || removedIn(payload).includes(row.target_id);
  return isStated ? null : `${it} is not among those that its artifact removes.`;
}

/** Targets that artifacts state or remove, and that the table does not have so. */
async function findForgotten(tally: Tally, { db, chain, size }: CheckContext): Promise<void> {
  for (const type of ['governance_change', 'action_approved', 'action_rejected'] as const) {
    for await (const page of leavesOfType(db, chain, type, size)) {
      for (const leaf of page) {
        if (type === 'governance_change' && leaf.action !== TARGETS_ADDED && leaf.action !== TARGETS_REMOVED)
          continue;
        const payload = payloadOf(leaf);
        const stated = targetsIn(payload).map(({ target_id }) => target_id);
        const removed = removedIn(payload);
        if (stated.length + removed.length === 0) continue;
        const rows = await targetsOf(db, chain)
          .where('target_id', 'in', [...stated, ...removed])
          .execute();
        const byId = new Map(rows.map((row) => [row.target_id, row]));
        tally.checked();
        const missing = stated.filter((id) => byId.get(id)?.evidence_id !== leaf.id);
        if (missing.length > 0)
          tally.gap(`${missing.length} stated known targets are not there.`, leaf.position, leaf.id);
        const kept = removed.filter((id) => byId.get(id)?.removed_evidence_id !== leaf.id);
        if (kept.length > 0)
          tally.gap(`${kept.length} removed known targets are there still.`, leaf.position, leaf.id);
      }
    }
  }
}
