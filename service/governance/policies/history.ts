/** Reads from the evidence of each change which policies were in force together from then on. */

import type { JsonObject } from '@assize/evidence-format';
import type { Database } from '../../database/open.ts';
import { changesOf, type HistoryEntry, historyOf } from '../../evidence/changes/index.ts';
import { type Member, recordedSet, SWITCHED, setVersionOf } from './compiled/set.ts';

export interface HeldPolicies {
  /** The name that evaluations give the set; null where none is in force. */
  version: string | null;
  members: readonly Member[];
}

/** Before the first change. */
export const NO_POLICIES: HeldPolicies = { version: null, members: [] };

/** In the order of the chain. */
export async function* policyHistory(
  db: Database,
  chain: number,
): AsyncGenerator<HistoryEntry<HeldPolicies>, void> {
  const rows = await db
    .selectFrom('policies')
    .select(['name', 'active_version', 'evidence_id'])
    .where('chain', '=', chain)
    .execute();
  const now = rows.flatMap(({ name, active_version: version }) =>
    version === null ? [] : [{ name, version }],
  );
  const last = new Set(rows.map(({ evidence_id }) => evidence_id));
  yield* historyOf<HeldPolicies>(changesOf(db, chain, SWITCHED), {
    after: (change) => (change.policies === null ? NO_POLICIES : (recordedSet(change) ?? undefined)),
    before: beforeOf,
    now: (id) => (last.has(id) ? heldOf(now) : undefined),
  });
}

/** A change affects one policy, so the others were in force before it too. */
function beforeOf(change: JsonObject): HeldPolicies | undefined {
  const after = change.policies === null ? [] : recordedSet(change)?.members;
  const { name, from } = change;
  if (after === undefined || typeof name !== 'string') return undefined;
  const others = after.filter((member) => member.name !== name);
  return heldOf(typeof from === 'number' ? [...others, { name, version: from }] : others);
}

function heldOf(members: readonly Member[]): HeldPolicies {
  return members.length === 0 ? NO_POLICIES : { version: setVersionOf(members), members };
}
