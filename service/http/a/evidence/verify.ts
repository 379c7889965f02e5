/** Surface A: verifies the chain, and acknowledges problems that were found. */

import Type from 'typebox';
import { Failure } from '../../../foundation/failure.ts';
import { type Alarm, acknowledgeAlarms, openAlarms } from '../../../proof/alarms/index.ts';
import { verificationFields } from '../../../proof/verification/index.ts';
import { named } from '../../answers/named.ts';
import { IsoTime, orNull, Restores, refusals } from '../../answers/response-schemas.ts';
import { principalOf } from '../../callers/access.ts';
import type { Callers } from '../../callers/callers.ts';
import { orStream, WITH_PROGRESS, withProgress } from '../../callers/event-stream.ts';
import type { Noun, Services } from '../../services.ts';

const TAGS = ['Evidence'];

/** A signed note is a few hundred bytes, more with witnesses. */
const MAX_CHECKPOINT_CHARACTERS = 16_384;

const foundFields = {
  index: orNull(Type.Integer({ description: 'The record; null if the whole chain is concerned' })),
  problem: Type.String({ description: 'The problem, in one word' }),
  message: Type.String(),
};

export const OpenAlarm = named(
  'IntegrityAlarm',
  Type.Object({ alarm_id: Type.String(), ...foundFields, raised_at: IsoTime }),
);

const Verification = named(
  'Verification',
  Type.Object(
    {
      valid: Type.Boolean(),
      mode: Type.Enum(['incremental', 'full'], {
        description:
          'Whether everything was verified now, or only the records added since the chain was last found sound',
      }),
      total_artifacts: Type.Integer({ description: 'The number of records ever appended' }),
      verified_count: Type.Integer({
        description: 'The number of records with a sound hash, link and payload',
      }),
      pruned_count: Type.Integer({
        description: 'The number of payloads removed by retention',
      }),
      redacted_count: Type.Integer({ description: 'The number of redacted payloads' }),
      chain_head_hash: Type.String(),
      tree_size: Type.Integer(),
      root_hash: orNull(
        Type.String({ description: 'The root of the Merkle tree; null if a record is missing' }),
      ),
      checkpoint: orNull(
        Type.String({
          description: 'The newest signed checkpoint; a valid chain agrees with it',
        }),
      ),
      verified_at: IsoTime,
      first_invalid: orNull(Type.Object(foundFields)),
      restores: Restores,
      open_alarms: Type.Integer({
        description: 'Problems, found now or earlier, that have not been acknowledged yet',
      }),
    },
    { description: 'The findings. A chain that is not sound is an answer too, not an error' },
  ),
);

const VERIFY = {
  operationId: 'verifyEvidence',
  summary: 'Recompute every hash, link and commitment of the chain',
  tags: TAGS,
  querystring: Type.Object(
    {
      full: Type.Optional(
        Type.Boolean({ description: 'Verify everything again, including records that were verified before' }),
      ),
      trusted_checkpoint: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: MAX_CHECKPOINT_CHARACTERS,
          description:
            'A signed checkpoint that you kept elsewhere (the note in base64url): the chain must begin with the records that it covers',
        }),
      ),
    },
    { additionalProperties: false },
  ),
  description: WITH_PROGRESS,
  response: { 200: orStream(Verification), ...refusals('a', 422) },
};

const ACKNOWLEDGE = {
  operationId: 'acknowledgeIntegrityAlarms',
  summary: 'Acknowledge problems that verification found, so that evaluations can continue',
  tags: TAGS,
  body: Type.Object(
    {
      comment: Type.Optional(
        Type.String({ maxLength: 2000, description: 'The comment, which is recorded as evidence' }),
      ),
    },
    { additionalProperties: false, examples: [{ comment: 'A restored backup; the original is back' }] },
  ),
  response: {
    200: Type.Object(
      {
        acknowledged: Type.Array(OpenAlarm),
        acknowledged_at: IsoTime,
      },
      { description: 'Every alarm that was open' },
    ),
    ...refusals('a', 422),
  },
};

const READ = { scope: 'evidence:read', payloads: 'none' } as const;

export const evidenceVerifyA: Noun<
  Callers & Pick<Services, 'appender' | 'chainHealth' | 'clock' | 'db' | 'evidenceVerifier' | 'ids'>
> = (app, { services }, done) => {
  app.get('/evidence/verify', { config: READ, schema: VERIFY }, (request, reply) => {
    const { chain } = principalOf(request);
    const { full, trusted_checkpoint: encoded } = request.query;
    const trustedCheckpoint = encoded === undefined ? undefined : noteOf(encoded);
    return withProgress(services, request, reply, async (onProgress) => {
      const wanted = { full, trustedCheckpoint, onProgress };
      const found = await services.evidenceVerifier.verify(chain, wanted);
      return { ...verificationFields(found), open_alarms: (await openAlarms(services.db, chain)).length };
    });
  });

  app.post(
    '/evidence/verify/acknowledge',
    { config: { scope: 'keys:manage' }, schema: ACKNOWLEDGE },
    async (request) => {
      const actor = principalOf(request);
      const { chain } = actor;
      const { comment } = request.body;
      const { alarms, acknowledgedAt } = await acknowledgeAlarms(services, chain, { actor, comment });
      return {
        acknowledged: alarms.map(alarmToApi),
        acknowledged_at: new Date(acknowledgedAt).toISOString(),
      };
    },
  );
  done();
};

/** @throws {Failure} `invalid` */
function noteOf(encoded: string): Uint8Array {
  if (/^[\w-]+={0,2}$/.test(encoded)) return Buffer.from(encoded, 'base64url');
  const message = 'The checkpoint is not written in base64url';
  throw Failure.invalid([{ field: ['trusted_checkpoint'], message, type: 'value_error' }]);
}

export function alarmToApi({ alarmId, position, problem, message, raisedAt }: Alarm) {
  return {
    alarm_id: alarmId,
    index: position,
    problem,
    message,
    raised_at: new Date(raisedAt).toISOString(),
  };
}
