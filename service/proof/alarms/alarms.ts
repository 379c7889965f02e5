/** Alarms: findings about a chain. Until a person acknowledges it, an alarm blocks every evaluation of its chain. */

import type { JsonObject } from '@assize/evidence-format';
import type { Logger } from 'pino';
import { chainId } from '../../database/chain-id.ts';
import { bound } from '../../database/evidence/append-store.ts';
import type { Database } from '../../database/open.ts';
import { eventOf, writeEvent } from '../../events/index.ts';
import {
  type Actor,
  type ChangeDeps,
  partyOf,
  recordChange,
  stampNow,
} from '../../evidence/changes/index.ts';
import type { ChainHealth } from '../../evidence/index.ts';
import { Failure } from '../../foundation/failure.ts';

export interface Finding {
  /** The position in the chain; null if it concerns no single record. */
  position: number | null;
  /** The problem, from a closed list; together with the position it identifies the finding. */
  problem: string;
  /** One sentence for a reader. */
  message: string;
}

export interface Alarm extends Finding {
  alarmId: string;
  /** ms since the epoch. */
  raisedAt: number;
}

export interface AlarmDeps extends ChangeDeps {
  db: Database;
  log: Logger;
}

/** The actions that record an alarm: raised, settled (its cause is gone), acknowledged. */
export const ALARM_ACTIONS = {
  raised: 'evidence.alarm',
  acknowledged: 'evidence.acknowledge',
  settled: 'evidence.settle',
} as const;

/** The actor of verification. */
const VERIFICATION = 'verification';

const INTEGRITY_FAILED = 'evidence.integrity_failed';
/** The maximum acknowledged in one artifact, which names all of them. */
const MAX_AT_ONCE = 1000;
const RETRY_AFTER_SECONDS = 1;

/** Raises an alarm unless the finding has one. If the chain can't take an artifact, it is raised without evidence. */
export async function raiseAlarm(deps: AlarmDeps, chain: number, finding: Finding): Promise<void> {
  const { db, ids, log } = deps;
  const { position, problem, message } = finding;
  if (await isRaised(db, chain, finding)) return;
  const stamp = stampNow(deps);
  const alarm_id = ids.ordered('alm', stamp.at);
  const row = { chain, alarm_id, position, problem, message, raised_at: stamp.at };
  const recorded = { chain_id: chainId(chain), index: position, problem };
  const event = eventOf(ids, {
    chain,
    type: INTEGRITY_FAILED,
    data: { alarm_id, ...recorded, message },
    at: stamp.at,
  });
  const raised = (to: Database) =>
    to
      .insertInto('integrity_alarms')
      .values(row)
      .onConflict((conflict) => conflict.doNothing());
  let isNew: boolean;
  try {
    const { kind } = await recordChange(deps, {
      chain,
      stamp,
      action: ALARM_ACTIONS.raised,
      actor: VERIFICATION,
      change: { alarm_id, index: position, problem, message },
      statements: [bound(raised(db), 1)],
      events: [event],
    });
    isNew = kind === 'appended';
  } catch (error) {
    log.error({ err: error, ...recorded }, 'the chain could not record this alarm');
    isNew = await db.transaction().execute(async (tx) => {
      const { numInsertedOrUpdatedRows } = await raised(tx).executeTakeFirst();
      if (numInsertedOrUpdatedRows !== 1n) return false;
      await writeEvent(tx, event);
      return true;
    });
  }
  if (isNew) log.error({ event: INTEGRITY_FAILED, ...recorded }, message);
}

/** Uses the index of unsettled alarms, so that a repeated finding costs no append. */
async function isRaised(db: Database, chain: number, { position, problem }: Finding): Promise<boolean> {
  const same = unsettledAlarms(db, chain)
    .where('problem', '=', problem)
    .where('position', position === null ? 'is' : '=', position);
  return (await same.limit(1).executeTakeFirst()) !== undefined;
}

/** A query for alarms whose cause may still be there, acknowledged or not. */
export function unsettledAlarms(db: Database, chain: number) {
  return db
    .selectFrom('integrity_alarms')
    .select('alarm_id')
    .where('chain', '=', chain)
    .where('gone_at', 'is', null);
}

/** The alarms that are not acknowledged, oldest first; at most 1,000. */
export async function openAlarms(db: Database, chain: number): Promise<Alarm[]> {
  const rows = await db
    .selectFrom('integrity_alarms')
    .select(['alarm_id', 'position', 'problem', 'message', 'raised_at'])
    .where('chain', '=', chain)
    .where('acknowledged_at', 'is', null)
    .orderBy('raised_at')
    .orderBy('alarm_id')
    .limit(MAX_AT_ONCE)
    .execute();
  return rows.map(({ alarm_id, raised_at, ...finding }) => {
    return { ...finding, alarmId: alarm_id, raisedAt: raised_at };
  });
}

/** The number raised in a period, acknowledged or not. @param period ms since the epoch; its end is exclusive. */
export async function alarmsRaisedIn(
  db: Database,
  chain: number,
  period: { from: number; to: number },
): Promise<number> {
  const row = await db
    .selectFrom('integrity_alarms')
    .select(({ fn }) => fn.countAll<number | string>().as('alarms'))
    .where('chain', '=', chain)
    .where('raised_at', '>=', period.from)
    .where('raised_at', '<', period.to)
    .executeTakeFirstOrThrow();
  return Number(row.alarms);
}

/**
 * Acknowledges every open alarm of the chain, and records that; without one, nothing is written.
 * @throws {Failure} `unavailable` if alarms arrive faster than they can be acknowledged.
 */
export async function acknowledgeAlarms(
  deps: ChangeDeps & { db: Database; chainHealth: ChainHealth },
  chain: number,
  { actor, comment }: { actor: Actor; comment?: string },
): Promise<{ alarms: Alarm[]; acknowledgedAt: number }> {
  const { db, clock } = deps;
  const acknowledgedAt = clock.now();
  const alarms = await openAlarms(db, chain);
  if (alarms.length === 0) return { alarms, acknowledgedAt };
  const ids = alarms.map(({ alarmId }) => alarmId);
  const taken = db
    .updateTable('integrity_alarms')
    .set({ acknowledged_at: acknowledgedAt, acknowledged_by: partyOf(actor) })
    .where('chain', '=', chain)
    .where('acknowledged_at', 'is', null)
    .where('alarm_id', 'in', ids);
  const change: JsonObject = {
    alarms: alarms.map(({ alarmId, position, problem }) => ({ alarm_id: alarmId, index: position, problem })),
    ...(comment === undefined ? {} : { comment }),
  };
  const statements = [bound(taken, ids.length)];
  const result = await recordChange(deps, {
    chain,
    action: ALARM_ACTIONS.acknowledged,
    stamp: { id: deps.ids.ordered('ev', acknowledgedAt), at: acknowledgedAt },
    actor,
    change,
    statements,
  });
  deps.chainHealth.forget(chain);
  if (result.kind !== 'appended') {
    throw Failure.unavailable(
      RETRY_AFTER_SECONDS,
      new Error('another caller acknowledged some of the alarms'),
    );
  }
  return { alarms, acknowledgedAt };
}

/**
 * Settles acknowledged alarms that a full verification no longer found: the same fault is then a new finding.
 * @param since when it began, ms since the epoch: later alarms may concern records that it had already read.
 */
export async function settleAlarms(
  deps: ChangeDeps & { db: Database },
  chain: number,
  since: number,
): Promise<void> {
  const acknowledged = unsettledAlarms(deps.db, chain)
    .where('acknowledged_at', 'is not', null)
    .where('raised_at', '<=', since);
  await settleThese(deps, chain, await acknowledged.limit(MAX_AT_ONCE).execute());
}

/** Settles alarms whose cause is gone; evidence records it in the same transaction. */
export async function settleThese(
  deps: ChangeDeps & { db: Database },
  chain: number,
  gone: readonly { alarm_id: string }[],
): Promise<void> {
  if (gone.length === 0) return;
  const alarms = gone.map(({ alarm_id }) => alarm_id);
  const { db } = deps;
  const stamp = stampNow(deps);
  const settled = db
    .updateTable('integrity_alarms')
    .set({ gone_at: stamp.at })
    .where('chain', '=', chain)
    .where('gone_at', 'is', null)
    .where('alarm_id', 'in', alarms);
  const { settled: action } = ALARM_ACTIONS;
  const statements = [bound(settled, alarms.length)];
  // This is overtaken if another node has settled them.
  await recordChange(deps, { chain, stamp, action, actor: VERIFICATION, change: { alarms }, statements });
}
