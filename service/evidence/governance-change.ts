/** The artifact that says how the tenant's governance was altered, by whom: it commits together with the change itself. */
import { canonicalJson, type JsonObject } from '@assize/evidence-format';
import { type BoundStatement, bound } from '../database/append-store.ts';
import type { Database } from '../database/open.ts';
import type { WrittenEvent } from '../database/tables/event.ts';
import type { Clock } from '../foundation/clock.ts';
import type { IdSource } from '../foundation/ids.ts';
import type { EvidenceAppender } from './append/append.ts';
import type { AppendResult } from './artifact.ts';

export interface ChangeDeps {
  appender: EvidenceAppender;
  clock: Clock;
  ids: IdSource;
}

/** Who changes something when no key does: whoever has the machine and runs the command line. */
export const OPERATOR = 'operator';

export interface Stamp {
  /** `ev_` + 24 hex. */
  id: string;
  /** ms since the epoch. */
  at: number;
}

export interface GovernanceChange {
  chain: number;
  /** Of the artifact, where the change itself states them. */
  stamp?: Stamp;
  /** Such as `key.create`. */
  action: string;
  /** A key's id, or {@link OPERATOR}. */
  actor: string;
  /** What changed, without secrets. */
  change: JsonObject;
  /** The change itself. */
  statements: BoundStatement[];
  /** What is told of it. */
  events?: WrittenEvent[];
}

export function stampNow({ clock, ids }: Pick<ChangeDeps, 'clock' | 'ids'>): Stamp {
  const at = clock.now();
  return { id: ids.ordered('ev', at), at };
}

/** @returns `overtaken` where a statement did not touch the rows it had to; then nothing changed. */
export function recordChange(deps: ChangeDeps, wanted: GovernanceChange): Promise<AppendResult> {
  const { id, at } = wanted.stamp ?? stampNow(deps);
  return deps.appender.append({
    chain: wanted.chain,
    artifact: {
      id,
      artifact_type: 'governance_change',
      action: wanted.action,
      verdict: null,
      actor: wanted.actor,
      created_at: at,
      payload: canonicalJson({ action: wanted.action, by: wanted.actor, change: wanted.change }),
    },
    statements: wanted.statements,
    events: wanted.events,
  });
}

/** What a change of how a chain is governed needs, so that it holds at once here and soon on every other node. */
export interface GovernDeps extends ChangeDeps {
  db: Database;
  governance: { drop(chain: number): void };
}

/**
 * Records a change that verdicts depend on, and moves the chain's revision with it, by which other nodes see that they
 * have to look again.
 * @returns as {@link recordChange}.
 */
export async function changeGovernance(deps: GovernDeps, wanted: GovernanceChange): Promise<AppendResult> {
  const statements = [...wanted.statements, nextRevision(deps.db, wanted.chain)];
  const result = await recordChange(deps, { ...wanted, statements });
  deps.governance.drop(wanted.chain);
  return result;
}

function nextRevision(db: Database, chain: number): BoundStatement {
  const query = db
    .insertInto('governance_revisions')
    .values({ chain, revision: 1 })
    .onConflict((conflict) =>
      conflict.column('chain').doUpdateSet((row) => ({
        revision: row('governance_revisions.revision', '+', 1),
      })),
    );
  return bound(query, 1);
}
