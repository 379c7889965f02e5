/**
 * Compares alarms with their evidence: that each was raised, that it was acknowledged, and that its cause was gone. An
 * open alarm blocks evaluations, so none may vanish or wrongly count as acknowledged or settled.
 */

import type { JsonObject } from '@assize/evidence-format';
import type { Selectable } from 'kysely';
import type { IntegrityAlarmsTable } from '../../database/tables/evidence.ts';
import {
  changesOf,
  type EarlierRows,
  earlierRows,
  type RecordedChange,
} from '../../evidence/changes/index.ts';
import { ALARM_ACTIONS } from '../../proof/alarms/index.ts';
import { EXPORTED } from '../../proof/export/index.ts';
import { checkEarlierRowsStatement } from '../earlier-rows.ts';
import type { ChainOfRows, CheckContext, Registry, Tally } from '../registry.ts';
import { rowsBy, takeOut } from './rows.ts';

export const alarmsRegistry: Registry = { name: 'alarms', check };

/** Facts that an earlier version did not record. */
const RECORDED_SINCE = [ALARM_ACTIONS.raised, ALARM_ACTIONS.settled, EXPORTED];

type Row = Selectable<IntegrityAlarmsTable>;
type Act = keyof typeof ALARM_ACTIONS;

/** @property recorded the part that concerns this alarm. */
interface Record {
  change: RecordedChange;
  recorded: JsonObject;
}

/** By the alarm they name or, if their payload is gone, by their time. */
type Records = { [act in Act]: { byAlarm: Map<string, Record>; nameless: RecordedChange[] } };

/** Rows are read first: each was written together with its record, which a later read then finds. */
async function check(tally: Tally, context: CheckContext): Promise<void> {
  const { db, chain, size } = context;
  const rows = await rowsBy(alarmsOf(context), 'alarm_id');
  const records = await readRecords(context);
  const before = await earlierRows(db, chain);
  await checkEarlierRowsStatement(tally, context, RECORDED_SINCE);
  for (const row of rows.values()) {
    for (const what of faultsOf(row, records, before)) tally.gap(what, row.position);
    tally.checked(3);
  }
  for (const { byAlarm } of Object.values(records)) {
    for (const [alarmId, { change }] of byAlarm) {
      if (rows.has(alarmId)) continue;
      tally.unmatched([change], size, `Alarm ${alarmId} is on record, but is not there.`);
    }
  }
  for (const { position, id } of records.raised.nameless) {
    if (position < size) tally.gap('An alarm was raised here, but is not there.', position, id);
  }
}

function alarmsOf({ db, chain }: ChainOfRows) {
  return db.selectFrom('integrity_alarms').selectAll().where('chain', '=', chain);
}

async function readRecords({ db, chain }: CheckContext): Promise<Records> {
  const none = () => ({ byAlarm: new Map<string, Record>(), nameless: [] as RecordedChange[] });
  const records: Records = { raised: none(), acknowledged: none(), settled: none() };
  for await (const page of changesOf(db, chain, Object.values(ALARM_ACTIONS))) {
    for (const change of page) {
      const act = (Object.keys(ALARM_ACTIONS) as Act[]).find((name) => ALARM_ACTIONS[name] === change.action);
      if (act === undefined) continue;
      if (change.change === null) records[act].nameless.push(change);
      for (const recorded of statedAlarms(change.change))
        records[act].byAlarm.set(String(recorded.alarm_id), { change, recorded });
    }
  }
  return records;
}

function statedAlarms(change: JsonObject | null): JsonObject[] {
  if (change === null) return [];
  if (!Array.isArray(change.alarms)) return [change];
  return change.alarms.map((recorded) =>
    typeof recorded === 'string' ? { alarm_id: recorded } : (recorded as JsonObject),
  );
}

function faultsOf(row: Row, records: Records, before: EarlierRows): string[] {
  const it = `Alarm ${row.alarm_id}`;
  const noted = faultOf(records.acknowledged, row.alarm_id, row.acknowledged_at, before);
  const gone = faultOf(records.settled, row.alarm_id, row.gone_at, before);
  const taken = before.find('alarms', row.alarm_id, row.raised_at);
  return [
    ...(faultOfRaising(row, records, taken) ?? []),
    ...(noted === null ? [] : [`${it} ${noted} that it was acknowledged.`]),
    ...(noted === null && row.acknowledged_at !== null && !isBy(row, records)
      ? [`${it} was noted by another.`]
      : []),
    ...(row.acknowledged_at === null && row.acknowledged_by !== null
      ? [`${it} is open, but names who acknowledged it.`]
      : []),
    ...(gone === null || (taken !== null && (taken.recorded?.gone_at ?? row.gone_at) === row.gone_at)
      ? []
      : [`${it} ${gone} that it is gone.`]),
  ];
}

function faultOfRaising(
  row: Row,
  { raised, acknowledged }: Records,
  taken: { recorded: JsonObject | null } | null,
) {
  const { alarm_id, position, problem, message, raised_at } = row;
  const recorded = raised.byAlarm.get(alarm_id);
  const isSame = (record: JsonObject) => record.index === position && record.problem === problem;
  if (recorded !== undefined) {
    if (
      isSame(recorded.recorded) &&
      recorded.recorded.message === message &&
      recorded.change.at === raised_at
    )
      return null;
    return [`Alarm ${alarm_id} is not as it was raised.`];
  }
  if (takeOut(raised.nameless, ({ at }) => at === raised_at)) return null;
  // If the chain could not record the alarm, its acknowledgement records it.
  const record = taken?.recorded ?? acknowledged.byAlarm.get(alarm_id)?.recorded;
  if (taken?.recorded === null || (record !== undefined && isSame(record))) return null;
  return [`There is no record that alarm ${alarm_id} was raised.`];
}

/** The difference between a time in a row and its record. */
function faultOf(
  { byAlarm, nameless }: Records[Act],
  alarmId: string,
  at: number | null,
  before: EarlierRows,
): string | null {
  const record = byAlarm.get(alarmId)?.change ?? nameless.find((each) => each.at === at);
  if (record === undefined) return at === null ? null : 'has no record';
  if (at === null) return 'does not say any more';
  // The earlier form states its own time.
  return record.at === at || record.position < before.position
    ? null
    : 'says at another time than its record';
}

function isBy(row: Row, { acknowledged }: Records): boolean {
  const record = acknowledged.byAlarm.get(row.alarm_id);
  return record === undefined || record.change.actor === row.acknowledged_by;
}

/** The alarms that an earlier version kept without a record. */
export async function readEarlierAlarms(context: ChainOfRows): Promise<JsonObject> {
  const rows = await alarmsOf(context).execute();
  return Object.fromEntries(
    rows.map(({ alarm_id, position: index, problem, gone_at }) => [alarm_id, { index, problem, gone_at }]),
  );
}
