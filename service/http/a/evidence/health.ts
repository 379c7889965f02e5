/** Surface A: the known state of the chain, without a new verification. */

import { isoOrNull } from '../../../foundation/clock.ts';
import { integrityStateOf } from '../../../proof/verification/index.ts';
import { routesOf } from '../../answers/routes.ts';
import { principalOf, READ } from '../../callers/access.ts';
import * as is from '../../schemas/fields.ts';
import { describedRecord, object } from '../../schemas/objects.ts';
import type { Noun } from '../../services.ts';
import { alarmToApi, OpenAlarm } from './verify.ts';

const EvidenceHealth = describedRecord(
  'EvidenceHealth',
  'The last known state. To check it now, verify the chain',
  {
    status: is.oneOf(
      ['sound', 'failed'],
      'failed while an alarm is open: every evaluation is blocked until it is acknowledged',
    ),
    failed_since: is.orNull(is.time(), 'When the oldest open alarm was raised; null if there is none'),
    open_alarms: is.list(OpenAlarm, 'Oldest first; at most 1,000'),
    total_artifacts: is.integer(),
    sound_at: is.orNull(
      is.time(),
      'When a verification, full or of new records only, last found the chain sound; null if none has',
    ),
    fully_sound_at: is.orNull(is.time(), 'When a full verification last found it sound; one runs each day'),
    checkpoint: is.orNull(
      object({ size: is.integer(), signed_at: is.time() }),
      'The newest signed checkpoint: the number of records that it covers',
    ),
  },
);

const route = routesOf('a', 'Evidence');

const SHOW = route('getEvidenceHealth', 'See the result of the last verification, and the open alarms', {
  200: EvidenceHealth,
});

export const evidenceHealthA: Noun = (app, services) => {
  app.get('/evidence/health', { config: READ, schema: SHOW }, async (request) => {
    const { alarms, checkpoint, ...state } = await integrityStateOf(services.db, principalOf(request).chain);
    return {
      status: alarms.length === 0 ? ('sound' as const) : ('failed' as const),
      failed_since: isoOrNull(alarms[0]?.raisedAt ?? null),
      open_alarms: alarms.map(alarmToApi),
      total_artifacts: state.totalArtifacts,
      sound_at: isoOrNull(state.soundAt),
      fully_sound_at: isoOrNull(state.fullySoundAt),
      checkpoint: checkpoint && {
        size: checkpoint.size,
        signed_at: new Date(checkpoint.signedAt).toISOString(),
      },
    };
  });
};
