/** Surface A: the known state of the chain, without a new verification. */

import Type from 'typebox';
import { isoOrNull } from '../../../foundation/clock.ts';
import { integrityStateOf } from '../../../proof/verification/index.ts';
import { named } from '../../answers/named.ts';
import { IsoTime, orNull, refusals } from '../../answers/response-schemas.ts';
import { principalOf } from '../../callers/access.ts';
import type { Noun, Services } from '../../services.ts';
import { alarmToApi, OpenAlarm } from './verify.ts';

const EvidenceHealth = named(
  'EvidenceHealth',
  Type.Object(
    {
      status: Type.Enum(['sound', 'failed'], {
        description: 'failed while an alarm is open: every evaluation is blocked until it is acknowledged',
      }),
      failed_since: orNull(IsoTime, 'When the oldest open alarm was raised; null if there is none'),
      open_alarms: Type.Array(OpenAlarm, { description: 'Oldest first; at most 1,000' }),
      total_artifacts: Type.Integer(),
      sound_at: orNull(
        IsoTime,
        'When a verification, full or of new records only, last found the chain sound; null if none has',
      ),
      fully_sound_at: orNull(IsoTime, 'When a full verification last found it sound; one runs each day'),
      checkpoint: orNull(
        Type.Object({ size: Type.Integer(), signed_at: IsoTime }),
        'The newest signed checkpoint: the number of records that it covers',
      ),
    },
    { description: 'The last known state. To check it now, verify the chain' },
  ),
);

const SHOW = {
  operationId: 'getEvidenceHealth',
  summary: 'See the result of the last verification, and the open alarms',
  tags: ['Evidence'],
  response: { 200: EvidenceHealth, ...refusals('a') },
};

export const evidenceHealthA: Noun<Pick<Services, 'db'>> = (app, { services }, done) => {
  app.get(
    '/evidence/health',
    { config: { scope: 'evidence:read', payloads: 'none' }, schema: SHOW },
    async (request) => {
      const { alarms, checkpoint, ...state } = await integrityStateOf(
        services.db,
        principalOf(request).chain,
      );
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
    },
  );
  done();
};
