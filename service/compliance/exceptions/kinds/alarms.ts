/** Alarms about the integrity of the evidence. */
import { ALARM_ACTIONS } from '../../../proof/alarms/index.ts';
import type { Reading } from '../reading.ts';
import { changesFound, type ExceptionKind, MAX_LISTED, shortened, unrecorded } from './kind.ts';

export const alarms: ExceptionKind = {
  id: 'alarm',
  title: 'Alarm about the evidence',
  rule: 'Verification found that evidence was altered or is missing, and raised an alarm.',
  async find(reading) {
    const recorded = await changesFound(reading, [ALARM_ACTIONS.raised], ({ index, problem, message }) => ({
      what: `${problem}${index === null ? '' : ` at record ${index}`}`,
      why: shortened(message),
    }));
    const others = await withoutRecord(reading);
    const listed = [...recorded.listed, ...others].sort((one, other) => other.at - one.at);
    return { count: recorded.count + others.length, listed: listed.slice(0, MAX_LISTED), unread: 0 };
  },
};

/** A damaged chain may be unable to record its alarm. */
async function withoutRecord({ db, chain, period, evidence }: Reading) {
  const rows = await db
    .selectFrom('integrity_alarms')
    .select(['alarm_id', 'problem', 'position', 'message', 'raised_at'])
    .where('chain', '=', chain)
    .where('raised_at', '>=', period.from)
    .where('raised_at', '<', period.to)
    .orderBy('raised_at', 'desc')
    .limit(MAX_LISTED)
    .execute();
  const raised = await evidence.newest(
    { artifactType: 'governance_change', action: ALARM_ACTIONS.raised },
    2 * MAX_LISTED,
  );
  const named = new Set(
    raised.map(({ payload }) => (payload?.change as { alarm_id?: string } | undefined)?.alarm_id),
  );
  return rows
    .filter(({ alarm_id }) => !named.has(alarm_id))
    .map(({ problem, position, message, raised_at }) =>
      unrecorded({
        at: raised_at,
        who: 'verification',
        what: `${problem}${position === null ? '' : ` at record ${position}`}, which the chain could not record`,
        why: shortened(message),
      }),
    );
}
