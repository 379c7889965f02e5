/**
 * An approval by a human makes the targets of the action known: for that agent, effect and role, for a time. A rejection
 * forgets them. Nothing else teaches, so an agent can't earn a target by acting.
 */

import { nameKey } from '@assize/act-reading/names';
import type { Reach, ReadReach } from '@assize/act-reading/targets';
import { nameOf } from '@assize/act-reading/targets';
import type { JsonObject } from '@assize/evidence-format';
import { type BoundStatement, bound } from '../../database/evidence/append-store.ts';
import type { Database } from '../../database/open.ts';
import { nextRevision } from '../../evidence/changes/index.ts';
import { DAY_MS } from '../../foundation/clock.ts';
import type { IdSource } from '../../foundation/ids.ts';
import { TARGET_PREFIX, targetsOf } from '../known-target.ts';
import { hexOf, type TargetHashes } from './hashes.ts';

export interface MemoryDeps {
  db: Database;
  ids: IdSource;
  hashes: TargetHashes;
}

export interface Lesson {
  chain: number;
  agentId: string;
  /** The targets of the action, as the evaluation that asked recorded them. */
  reaches: readonly Reach[];
  approvalId: string;
  /** The artifact of the decision. */
  evidenceId: string;
  /** ms since the epoch. */
  at: number;
}

/** An action with more targets teaches nothing: no human has looked at each. */
const MAX_LEARNED = 100;

export interface Taught {
  statements: BoundStatement[];
  /**
   * For the record of the decision: the hashes of the targets that it taught, or the ids of those that it made the
   * service forget. Only the evaluation states a target in the clear, so that one redaction removes it.
   */
  record: JsonObject;
}

const NOTHING: Taught = { statements: [], record: {} };

/** @param days how long the targets stay known. */
export function remember(deps: MemoryDeps, lesson: Lesson, days: number): Taught {
  const { db, ids, hashes } = deps;
  const { chain, agentId, approvalId, evidenceId, at } = lesson;
  const learned = readable(lesson.reaches).filter(({ effect }) => effect !== 'read');
  if (days === 0 || learned.length === 0 || learned.length > MAX_LEARNED) return NOTHING;
  const rows = learned.map((reach) => ({
    chain,
    target_id: ids.ordered(TARGET_PREFIX, at),
    hash: hashes.of(chain, nameOf(reach)),
    kind: reach.kind,
    role: reach.role,
    agent_id: agentId,
    effect: reach.effect,
    source: 'approval' as const,
    name: null,
    until_at: at + days * DAY_MS,
    created_at: at,
    created_by: approvalId,
    evidence_id: evidenceId,
    approval_id: approvalId,
  }));
  const insertion = db.insertInto('known_targets').values(rows);
  return {
    statements: [bound(insertion, rows.length), nextRevision(db, chain, 'targets')],
    record: {
      remembered: rows.map(({ target_id, hash, kind, role, agent_id, effect, name, until_at }) => {
        return { target_id, hash: hexOf(hash), kind, role, agent_id, effect, name, until: until_at };
      }),
    },
  };
}

/** Forgets what earlier approvals taught about these targets, under every spelling of the agent. */
export async function forget(deps: MemoryDeps, lesson: Lesson): Promise<Taught> {
  const { db, hashes } = deps;
  const { chain, agentId, evidenceId, at } = lesson;
  const rejected = readable(lesson.reaches);
  if (rejected.length === 0) return NOTHING;
  const sought = rejected.map((reach) => hashes.of(chain, nameOf(reach)));
  const remembered = await targetsOf(db, chain)
    .where('source', '=', 'approval')
    .where('hash', 'in', sought)
    .where('removed_at', 'is', null)
    .execute();
  const isRejected = (row: (typeof remembered)[number]) =>
    nameKey(row.agent_id ?? '') === nameKey(agentId) &&
    rejected.some((reach) => {
      const hash = hashes.of(chain, nameOf(reach));
      return row.effect === reach.effect && row.role === reach.role && Buffer.compare(row.hash, hash) === 0;
    });
  const ids: string[] = remembered.filter(isRejected).map((row) => row.target_id);
  if (ids.length === 0) return NOTHING;
  const removal = db
    .updateTable('known_targets')
    .set({ removed_at: at, removed_evidence_id: evidenceId })
    .where('chain', '=', chain)
    .where('target_id', 'in', ids)
    .where('removed_at', 'is', null);
  return {
    statements: [bound(removal, ids.length), nextRevision(db, chain, 'targets')],
    record: { forgotten: ids },
  };
}

/** Returns the readable reaches, each once. */
function readable(reaches: readonly Reach[]): ReadReach[] {
  const seen = new Map<string, ReadReach>();
  for (const reach of reaches) {
    if ('unreadable' in reach) continue;
    seen.set(JSON.stringify([reach.effect, reach.role, nameOf(reach)]), reach);
  }
  return [...seen.values()];
}
