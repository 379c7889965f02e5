/** The artifact that records a change of the tenant's governance and its actor. It commits together with the change. */
import { canonicalJson, type JsonObject } from '@assize/evidence-format';
import { type BoundStatement, bound } from '../../database/evidence/append-store.ts';
import type { Database } from '../../database/open.ts';
import type { WrittenEvent } from '../../database/tables/event.ts';
import type { Clock } from '../../foundation/clock.ts';
import type { IdSource } from '../../foundation/ids.ts';
import type { EvidenceAppender } from '../append/appender.ts';
import type { Append, AppendResult, ArtifactDraft } from '../artifact.ts';

export interface ChangeDeps {
  appender: EvidenceAppender;
  clock: Clock;
  ids: IdSource;
}

/** The actor of changes made on the command line, without a key. */
export const OPERATOR = 'operator';

/** The acting party, or a party together with a member's session, which is recorded too. */
export type Actor = string | { party: string; member: { sessionId: string } | null };

/** The id of the acting party. */
export function partyOf(actor: Actor): string {
  return typeof actor === 'string' ? actor : actor.party;
}

export interface Stamp {
  /** `ev_` + 24 hex. */
  id: string;
  /** ms since the epoch. */
  at: number;
}

export interface GovernanceChange {
  chain: number;
  /** The id and time of the artifact, if the change itself states them. */
  stamp?: Stamp;
  /** For example `key.create`. */
  action: string;
  /** A key, a member, or {@link OPERATOR}. */
  actor: Actor;
  /** The changed values, without secrets. */
  change: JsonObject;
  /** The statements that make the change. */
  statements: BoundStatement[];
  /** The events of the change. */
  events?: WrittenEvent[];
  /** Further artifacts of the same commit. */
  also?: ArtifactDraft[] | undefined;
}

export function stampNow({ clock, ids }: Pick<ChangeDeps, 'clock' | 'ids'>): Stamp {
  const at = clock.now();
  return { id: ids.ordered('ev', at), at };
}

/** The artifact of a change. */
export function changeDraft(
  { id, at }: Stamp,
  { action, actor, change }: Pick<GovernanceChange, 'action' | 'actor' | 'change'>,
): ArtifactDraft {
  const party = partyOf(actor);
  const member = typeof actor === 'string' ? null : actor.member;
  const session = member === null ? {} : { session_id: member.sessionId };
  return {
    id,
    artifact_type: 'governance_change',
    action,
    verdict: null,
    actor: party,
    created_at: at,
    payload: canonicalJson({ action, by: party, change, ...session }),
  };
}

/** A change as one commit. */
export function changeEntry(stamp: Stamp, wanted: GovernanceChange): Append {
  const { chain, also, statements, events } = wanted;
  return { chain, artifact: changeDraft(stamp, wanted), also, statements, events };
}

/** @returns `overtaken` if a statement did not touch the expected rows; then nothing changed. */
export function recordChange(deps: ChangeDeps, wanted: GovernanceChange): Promise<AppendResult> {
  return deps.appender.append(changeEntry(wanted.stamp ?? stampNow(deps), wanted));
}

/** The dependencies of a change of governance, which takes effect at once on this node and soon on every other. */
export interface GovernDeps extends ChangeDeps {
  db: Database;
  governance: { drop(chain: number): void };
}

/** The parts with their own revision, because they are large or change often. */
export type PartOfGovernance = 'tools' | 'targets';

/** As {@link recordChange}, and increases the chain's revision, or a part's, which tells other nodes to reload. */
export async function changeGovernance(
  deps: GovernDeps,
  wanted: GovernanceChange,
  part?: PartOfGovernance,
): Promise<AppendResult> {
  const statements = [...wanted.statements, nextRevision(deps.db, wanted.chain, part)];
  const result = await recordChange(deps, { ...wanted, statements });
  deps.governance.drop(wanted.chain);
  return result;
}

/** Increases the revision of a chain, or of a part, in the transaction of the change. */
export function nextRevision(db: Database, chain: number, part?: PartOfGovernance): BoundStatement {
  return bound(movedRevision(db, chain, part), 1);
}

/** Tells every node to reload, because texts were removed that it may hold in memory. */
export async function moveRevisions(db: Database, chain: number): Promise<void> {
  for (const part of [undefined, 'targets'] as const) await movedRevision(db, chain, part).execute();
}

function movedRevision(db: Database, chain: number, part?: PartOfGovernance) {
  const column = part === undefined ? 'revision' : (`${part}_revision` as const);
  return db
    .insertInto('governance_revisions')
    .values({ chain, revision: 0, [column]: 1 })
    .onConflict((conflict) =>
      conflict.column('chain').doUpdateSet((row) => ({
        [column]: row(`governance_revisions.${column}`, '+', 1),
      })),
    );
}
