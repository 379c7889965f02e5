/** Compares known targets with the evidence that states them: a change of the tenant, or a decision on an approval. */

import { nameOf, normalise } from '@assize/act-reading/targets';
import {
  type KnownTargetRow,
  removedIn,
  type StatedTarget,
  TARGETS_ADDED,
  TARGETS_REMOVED,
  targetsIn,
  targetsOf,
} from '../../../targets/index.ts';
import { hexOf, storedTargetHashes, type TargetHashes } from '../../../targets/known/index.ts';
import { type Act, actsOfType } from '../../comparing/acts.ts';
import { differing, inTurn, naming } from '../../comparing/naming.ts';
import { pagesBy } from '../../comparing/rows.ts';
import type { Check } from '../../registry.ts';

const rows = naming({
  extra: ({ db }) => storedTargetHashes(db),
  rows: ({ db, chain }) => pagesBy(targetsOf(db, chain), 'target_id'),
  names: ['evidence_id', 'removed_evidence_id'],
  it: ({ target_id }) => `The known target ${target_id}`,
  compare: (row, { evidence_id, removed_evidence_id }, { extra: hashes }) =>
    faultOfRow(row, evidence_id, hashes) ?? faultOfRemoval(row, removed_evidence_id),
});

function faultOfRow(row: KnownTargetRow, act: Act | undefined, hashes: TargetHashes | null): string | null {
  const isRecord = row.source === 'record';
  if (!isRecord && row.source !== 'approval') return 'is known from nowhere';
  const isStating = isRecord ? act?.action === TARGETS_ADDED : act?.type === 'action_approved';
  if (act === undefined || !isStating) return 'is stated by no artifact';
  if (act.at !== row.created_at) return 'is from another time than its artifact';
  const isBy = isRecord
    ? act.actor === row.created_by && row.approval_id === null
    : row.created_by === row.approval_id;
  if (!isBy) return 'is by another than its artifact says';
  const { payload } = act;
  if (payload === null) return null;
  if (!isRecord && payload.approval_id !== row.approval_id) return 'was taught by another approval';
  const stated = targetsIn(payload).find(({ target_id }) => target_id === row.target_id);
  if (stated === undefined) return 'is not among those that its artifact states';
  const others = differing({
    kind: [stated.kind, row.kind],
    role: [stated.role, row.role],
    agent_id: [stated.agent_id, row.agent_id],
    effect: [stated.effect, row.effect],
    name: [stated.name, row.name],
    until: [stated.until, row.until_at],
    'its hash': [hashOf(row.chain, stated, hashes), hexOf(row.hash)],
  });
  return others.length === 0 ? null : `is otherwise than its artifact says: ${others.join(', ')}`;
}

/** It is computed from what is stated in the clear. */
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

function faultOfRemoval(row: KnownTargetRow, act: Act | undefined): string | null {
  const { removed_at, removed_evidence_id } = row;
  if (removed_at === null && removed_evidence_id === null) return null;
  if (act === undefined || (act.action !== TARGETS_REMOVED && act.type !== 'action_rejected')) {
    return 'was removed by no artifact';
  }
  if (act.at !== removed_at) return 'was removed at another time than its artifact says';
  const isStated = act.payload === null || removedIn(act.payload).includes(row.target_id);
  return isStated ? null : 'is not among those that its artifact removes';
}

/** Targets that artifacts state or remove, and that the table does not have so. */
const forgotten: Check = async (tally, context) => {
  const { db, chain, size: end } = context;
  const changes = { actions: [TARGETS_ADDED, TARGETS_REMOVED], end };
  for (const type of ['governance_change', 'action_approved', 'action_rejected'] as const) {
    for await (const page of actsOfType(context, type, type === 'governance_change' ? changes : { end })) {
      for (const act of page) {
        const stated = targetsIn(act.payload).map(({ target_id }) => target_id);
        const removed = removedIn(act.payload);
        if (stated.length + removed.length === 0) continue;
        const found = targetsOf(db, chain).where('target_id', 'in', [...stated, ...removed]);
        const byId = new Map((await found.execute()).map((row) => [row.target_id, row]));
        tally.checked();
        const missing = stated.filter((id) => byId.get(id)?.evidence_id !== act.id).length;
        if (missing > 0) tally.gap(`${missing} stated known targets are not there.`, act);
        const kept = removed.filter((id) => byId.get(id)?.removed_evidence_id !== act.id).length;
        if (kept > 0) tally.gap(`${kept} removed known targets are there still.`, act);
      }
    }
  }
};

export const knownTargets = inTurn(rows, forgotten);
