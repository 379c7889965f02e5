/**
 * Alarms: what was found wrong with a chain, kept until a person with the authority to do so has taken note of it. An
 * alarm that nobody has acknowledged blocks every evaluation of its chain.
 */
import type { JsonObject } from '@assize/evidence-format';
import type { Logger } from 'pino';
import { bound } from '../../database/append-store.ts';
import type { Database } from '../../database/open.ts';
import { eventOf, writeEvent } from '../../events/index.ts';
import type { Clock } from '../../foundation/clock.ts';
import { Failure } from '../../foundation/failure.ts';
import type { IdSource } from '../../foundation/ids.ts';
import { chainId } from '../artifact.ts';
import { type ChangeDeps, recordChange } from '../governance-change.ts';
import type { ChainHealth } from './chain-health.ts';

export interface Finding {
  /** Where in the chain; null for what concerns no single record. */
  position: number | null;
  /** What is wrong, in one word of a closed list; with the position it says which finding this is. */
  problem: string;
  /** One sentence for a person. */
  message: string;
}

export interface Alarm extends Finding {
  alarmId: string;
  /** ms since the epoch. */
  raisedAt: number;
}

export interface AlarmDeps {
  db: Database;
  clock: Clock;
  ids: IdSource;
  log: Logger;
}

const INTEGRITY_FAILED = 'evidence.integrity_failed';
/** How many are acknowledged in one go: the artifact names them all. */
const MOST_AT_ONCE = 1000;
const RETRY_AFTER_SECONDS = 1;

/** Raises an alarm, unless the same finding has one already, acknowledged or not. */
export async function raiseAlarm(
  { db, clock, ids, log }: AlarmDeps,
  chain: number,
  finding: Finding,
): Promise<void> {
  const { position, problem, message } = finding;
  const nowMs = clock.now();
  const alarm_id = ids.ordered('alm', nowMs);
  const told = { chain_id: chainId(chain), index: position, problem };
  const isNew = await db.transaction().execute(async (tx) => {
    const raised = await tx
      .insertInto('integrity_alarms')
      .values({ chain, alarm_id, position, problem, message, raised_at: nowMs })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (raised.numInsertedOrUpdatedRows !== 1n) return false;
    const data = { alarm_id, ...told, message };
    await writeEvent(tx, eventOf(ids, { chain, type: INTEGRITY_FAILED, data, at: nowMs }));
    return true;
  });
  if (isNew) log.error({ event: INTEGRITY_FAILED, ...told }, message);
}

/** Those that nobody has acknowledged, oldest first; at most 1,000. */
export async function openAlarms(db: Database, chain: number): Promise<Alarm[]> {
  const rows = await db
    .selectFrom('integrity_alarms')
    .select(['alarm_id', 'position', 'problem', 'message', 'raised_at'])
    .where('chain', '=', chain)
    .where('acknowledged_at', 'is', null)
    .orderBy('raised_at')
    .orderBy('alarm_id')
    .limit(MOST_AT_ONCE)
    .execute();
  return rows.map(({ alarm_id, raised_at, ...finding }) => {
    return { ...finding, alarmId: alarm_id, raisedAt: raised_at };
  });
}

/** How many were raised in a period, acknowledged or not. @param period ms since the epoch; its end is not in it. */
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

export interface Acknowledgement {
  /** Who takes note: a key's id. */
  actor: string;
  comment?: string;
}

/**
 * Takes note of every open alarm of the chain; that somebody did is evidence, in the same transaction. Where there is
 * none, nothing is written.
 * @returns what was acknowledged.
 * @throws {Failure} `unavailable` where alarms come in faster than they can be acknowledged.
 */
export async function acknowledgeAlarms(
  deps: ChangeDeps & { db: Database; chainHealth: ChainHealth },
  chain: number,
  { actor, comment }: Acknowledgement,
): Promise<{ alarms: Alarm[]; acknowledgedAt: number }> {
  const { db, clock } = deps;
  const acknowledgedAt = clock.now();
  const alarms = await openAlarms(db, chain);
  if (alarms.length === 0) return { alarms, acknowledgedAt };
  const ids = alarms.map(({ alarmId }) => alarmId);
  const taken = db
    .updateTable('integrity_alarms')
    .set({ acknowledged_at: acknowledgedAt, acknowledged_by: actor })
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
    action: 'evidence.acknowledge',
    actor,
    change,
    statements,
  });
  deps.chainHealth.forget(chain);
  if (result.kind !== 'appended') {
    throw Failure.unavailable(
      RETRY_AFTER_SECONDS,
      new Error('somebody else acknowledged some of the alarms'),
    );
  }
  return { alarms, acknowledgedAt };
}

/** What was acknowledged and is found no more: should it come again, it is a new finding. */
export async function settleAlarms(db: Database, chain: number, nowMs: number): Promise<void> {
  await db
    .updateTable('integrity_alarms')
    .set({ gone_at: nowMs })
    .where('chain', '=', chain)
    .where('acknowledged_at', 'is not', null)
    .where('gone_at', 'is', null)
    .execute();
}
