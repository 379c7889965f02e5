/** Compares alarms with their evidence: none may vanish, or wrongly count as acknowledged or settled. */
import type { JsonObject } from '@assize/evidence-format';
import { type EarlierRows, earlierRows } from '../../../evidence/changes/index.ts';
import { ALARM_ACTIONS } from '../../../proof/alarms/index.ts';
import { EXPORTED } from '../../../proof/export/index.ts';
import { inTurn } from '../../comparing/naming.ts';
import { pagesBy, type RowOf, rowsOf } from '../../comparing/rows.ts';
import { type Records, stating } from '../../comparing/stating.ts';
import { checkEarlierRowsStatement } from '../../earlier-rows.ts';
import type { ChainOfRows } from '../../registry.ts';

const { raised, acknowledged, settled } = ALARM_ACTIONS;
/** Facts that an earlier version did not record. */
const RECORDED_SINCE = [raised, settled, EXPORTED];

type Row = RowOf<'integrity_alarms'>;
type Kinds = Readonly<Record<keyof typeof ALARM_ACTIONS, Records>>;
type Taken = ReturnType<EarlierRows['find']>;

const named = (alarmId: string) => `Alarm ${alarmId} is on record, but is not there.`;

const stated = stating({
  extra: ({ db, chain }) => earlierRows(db, chain),
  rows: (context) => pagesBy(rowsOf(context, 'integrity_alarms'), 'alarm_id'),
  nameOf: ({ alarm_id }) => alarm_id,
  partsOf: (change) => {
    if (!Array.isArray(change.alarms)) return [change];
    return change.alarms.map((part) =>
      typeof part === 'string' ? { alarm_id: part } : (part as JsonObject),
    );
  },
  nameIn: ({ alarm_id }) => String(alarm_id),
  records: { raised: [raised], acknowledged: [acknowledged], settled: [settled] },
  it: ({ alarm_id }) => `Alarm ${alarm_id}`,
  compare: (row, records, { extra: before }) => {
    const at = { position: row.position };
    const taken = before.find('alarms', row.alarm_id, row.raised_at);
    return [
      { what: faultOfRaising(row, records, taken), at },
      { what: faultsOfAcknowledging(row, records.acknowledged, before), at },
      { what: faultOfSettling(row, records.settled, taken, before), at },
    ];
  },
  left: {
    raised: { named, nameless: 'An alarm was raised here, but is not there.' },
    acknowledged: { named },
    settled: { named },
  },
});

function faultOfRaising(row: Row, { raised, acknowledged }: Kinds, taken: Taken): string | null {
  const { alarm_id, position, problem, message, raised_at } = row;
  const isSame = (record: JsonObject) => record.index === position && record.problem === problem;
  const record = raised.of(alarm_id).at(-1);
  if (record !== undefined) {
    const isAsRaised = isSame(record.change) && record.change.message === message && record.at === raised_at;
    return isAsRaised ? null : 'is not as it was raised';
  }
  if (raised.accountsFor(({ at }) => at === raised_at)) return null;
  // If the chain could not record the alarm, its acknowledgement records it.
  const other = taken?.recorded ?? acknowledged.of(alarm_id).at(-1)?.change;
  if (taken?.recorded === null || (other !== undefined && isSame(other))) return null;
  return `There is no record that alarm ${alarm_id} was raised.`;
}

function faultsOfAcknowledging(row: Row, records: Records, before: EarlierRows): string[] {
  const { alarm_id, acknowledged_at: at, acknowledged_by: by } = row;
  const fault = faultOfTime(records, alarm_id, at, before);
  const maker = records.of(alarm_id).at(-1)?.actor ?? by;
  return [
    ...(fault === null ? [] : [`${fault} that it was acknowledged`]),
    ...(fault === null && at !== null && maker !== by ? ['was noted by another'] : []),
    ...(at === null && by !== null ? ['is open, but names who acknowledged it'] : []),
  ];
}

function faultOfSettling(row: Row, records: Records, taken: Taken, before: EarlierRows): string | null {
  const fault = faultOfTime(records, row.alarm_id, row.gone_at, before);
  const wasGone = taken !== null && (taken.recorded?.gone_at ?? row.gone_at) === row.gone_at;
  return fault === null || wasGone ? null : `${fault} that it is gone`;
}

/** The difference between a time in a row and its record. */
function faultOfTime(
  records: Records,
  alarmId: string,
  at: number | null,
  before: EarlierRows,
): string | null {
  const record = records.of(alarmId).at(-1) ?? records.nameless.find((each) => each.at === at);
  if (record === undefined) return at === null ? null : 'has no record';
  if (at === null) return 'no longer says';
  // The earlier form states its own time.
  const isThen = record.at === at || record.position < before.position;
  return isThen ? null : 'says at another time than its record';
}

export const alarms = inTurn(
  (tally, context) => checkEarlierRowsStatement(tally, context, RECORDED_SINCE),
  stated,
);

/** The alarms that an earlier version kept without a record. */
export async function readEarlierAlarms(context: ChainOfRows): Promise<JsonObject> {
  const rows = await rowsOf(context, 'integrity_alarms').execute();
  return Object.fromEntries(
    rows.map(({ alarm_id, position: index, problem, gone_at }) => [alarm_id, { index, problem, gone_at }]),
  );
}
