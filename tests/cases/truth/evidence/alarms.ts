/** Tampering with alarms; an open one blocks evaluations. */
import { raiseAlarm } from '@assize/service/proof/alarms/index.ts';
import { type RawBuilder, sql } from 'kysely';
import { at, run, type Tampering } from '../tampering.ts';

const alarm = (
  promise: string,
  change: RawBuilder<unknown>,
  index: Tampering['index'],
  what: RegExp,
): Tampering => ({
  promise,
  tables: ['integrity_alarms'],
  tamper: run(({ chain }) => sql`${change} AND chain = ${chain}`),
  registry: 'alarms',
  index,
  what,
});

const SECOND = () => 2;
export const ALARMS: Tampering[] = [
  alarm(
    'an-alarm-that-is-gone',
    sql`DELETE FROM integrity_alarms WHERE position = 2`,
    at('evidence.acknowledge'),
    /is on record, but is not there/,
  ),
  alarm(
    'an-alarm-of-another-record',
    sql`UPDATE integrity_alarms SET position = 3 WHERE position = 2`,
    () => 3,
    /not as it was raised/,
  ),
  alarm(
    'an-alarm-acknowledged-by-another-key',
    sql`UPDATE integrity_alarms SET acknowledged_by = 'key_1' WHERE position = 2`,
    SECOND,
    /noted by another/,
  ),
  {
    promise: 'an-open-alarm-that-names-who-acknowledged-it',
    tables: ['integrity_alarms'],
    tamper: async (db, { service, chain }) => {
      await raiseAlarm(service, chain, { position: 7, problem: 'wrong_hash', message: 'Record 7.' });
      await sql`UPDATE integrity_alarms SET acknowledged_by = 'key_1' WHERE acknowledged_at IS NULL`.execute(
        db,
      );
    },
    registry: 'alarms',
    index: () => 7,
    what: /is open, but names who acknowledged it/,
  },
  alarm(
    'an-alarm-reopened',
    sql`UPDATE integrity_alarms SET acknowledged_at = NULL WHERE position = 2`,
    SECOND,
    /no longer says that it was acknowledged/,
  ),
  alarm(
    'an-alarm-marked-as-gone',
    sql`UPDATE integrity_alarms SET gone_at = 1 WHERE position = 2`,
    SECOND,
    /no record that it is gone/,
  ),
  {
    promise: 'an-invented-alarm-with-an-acknowledgement',
    tables: ['integrity_alarms'],
    tamper: run(
      ({ chain }) =>
        sql`INSERT INTO integrity_alarms (chain, alarm_id, position, problem, message, raised_at, acknowledged_at,
            acknowledged_by)
          VALUES (${chain}, 'alm_0123456789abcdef01234567', 5, 'wrong_hash', 'm', 1, 1, 'key_1')`,
    ),
    registry: 'alarms',
    index: () => 5,
    what: /no record that alarm alm_0123456789abcdef01234567 was raised/,
  },
];
