/** States a removal before it is carried out: its artifact and its row in one transaction, and only once. */

import { type JsonObject, REMOVAL_ACTIONS, type RemovalKind } from '@assize/evidence-format';
import type { Selectable } from 'kysely';
import { bound } from '../../database/evidence/append-store.ts';
import type { Database } from '../../database/open.ts';
import type { RemovalsTable } from '../../database/tables/evidence.ts';
import { type ChangeDeps, recordChange, stampNow } from '../../evidence/changes/index.ts';
import type { Hold } from '../holds/hold.ts';

export type StatedRemoval = Selectable<RemovalsTable>;

/** Kinds of removals that already cover a removal at the same place. */
const MADE_NEEDLESS_BY: Record<RemovalKind, readonly RemovalKind[]> = {
  redaction: ['redaction', 'retention'],
  retention: ['retention'],
};

export interface Statement {
  chain: number;
  kind: RemovalKind;
  first: number;
  end: number;
  /** The actor. */
  actor: string;
  /** The content of the artifact. */
  change: JsonObject;
  /** Defaults to the kinds that cover such a removal; empty for payloads that an earlier one left because of a hold. */
  needlessBy?: readonly RemovalKind[] | undefined;
}

export interface StateDeps extends ChangeDeps {
  db: Database;
}

/** Does nothing if it is already stated, or a hold was set since. @param holds in force, which do not forbid it. */
export async function stateRemoval(
  deps: StateDeps,
  holds: readonly Hold[],
  wanted: Statement,
): Promise<void> {
  const { chain, kind, first, end, actor, change, needlessBy = MADE_NEEDLESS_BY[kind] } = wanted;
  const stamp = stampNow(deps);
  // Appends to one chain happen one after another, so no other process states the same between query and insertion.
  const row = deps.db
    .selectNoFrom(({ val }) => [
      val(chain).as('chain'),
      val(stamp.id).as('evidence_id'),
      val(kind).as('kind'),
      val(first).as('first'),
      val(end).as('behind_last'),
      val(stamp.at).as('stated_at'),
    ])
    .where(({ not, exists }) =>
      not(exists(covering(deps.db, chain, needlessBy, first, end).select('evidence_id'))),
    );
  const insertion = deps.db
    .insertInto('removals')
    .columns(['chain', 'evidence_id', 'kind', 'first', 'behind_last', 'stated_at'])
    .expression(row);
  await recordChange(deps, {
    chain,
    stamp,
    action: REMOVAL_ACTIONS[kind],
    actor,
    change,
    statements: [bound(otherHolds(deps.db, chain, holds), 0), bound(insertion, 1)],
  });
}

/** Legal holds in force that are not among `holds`. */
export function otherHolds(db: Database, chain: number, holds: readonly Hold[]) {
  const inForce = db
    .selectFrom('evidence_holds')
    .select('hold_id')
    .where('chain', '=', chain)
    .where('lifted_at', 'is', null);
  const known = holds.map(({ id }) => id);
  return known.length === 0 ? inForce : inForce.where('hold_id', 'not in', known);
}

/** The first stated removal of the artifact at the position; null if there is none. */
export async function removalOf(
  db: Database,
  chain: number,
  position: number,
  kinds: readonly RemovalKind[] = MADE_NEEDLESS_BY.redaction,
): Promise<StatedRemoval | null> {
  const found = await covering(db, chain, kinds, position, position + 1)
    .selectAll()
    .orderBy('stated_at')
    .orderBy('evidence_id')
    .limit(1)
    .executeTakeFirst();
  return found ?? null;
}

/** Unfinished removals of all chains, or of one, in the order of their statements. */
export function removalsUnderWay(db: Database, chain?: number): Promise<StatedRemoval[]> {
  const underWay = db.selectFrom('removals').selectAll().where('removed_at', 'is', null);
  return (chain === undefined ? underWay : underWay.where('chain', '=', chain))
    .orderBy('chain')
    .orderBy('stated_at')
    .execute();
}

function covering(db: Database, chain: number, kinds: readonly RemovalKind[], first: number, end: number) {
  return db
    .selectFrom('removals')
    .where('chain', '=', chain)
    .where(({ eb, val }) => (kinds.length === 0 ? eb(val(1), '=', 0) : eb('kind', 'in', kinds)))
    .where('first', '<', end)
    .where('behind_last', '>', first);
}
