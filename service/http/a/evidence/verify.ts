/** Surface A: verifies the chain and the truth of the evidence, shows their last known state, and acknowledges problems. */

import { truthFields } from '../../../audit/index.ts';
import { isoOrNull } from '../../../foundation/clock.ts';
import { Failure } from '../../../foundation/failure.ts';
import { type Alarm, acknowledgeAlarms, openAlarms } from '../../../proof/alarms/index.ts';
import { integrityStateOf, verificationFields } from '../../../proof/verification/index.ts';
import { Restores } from '../../answers/response-schemas.ts';
import { routesOf } from '../../answers/routes.ts';
import { MANAGE, principalOf, READ } from '../../callers/access.ts';
import type { Callers } from '../../callers/callers.ts';
import { orStream, WITH_PROGRESS, withProgress } from '../../callers/event-stream.ts';
import * as is from '../../schemas/fields.ts';
import { body, closed, described, describedRecord, object, record } from '../../schemas/objects.ts';
import type { Noun, Services } from '../../services.ts';

const route = routesOf('a', 'Evidence');

const foundFields = {
  index: is.orNull(is.integer('The record; null if the whole chain is concerned')),
  problem: is.text('The problem, in one word'),
  message: is.text(),
};

const OpenAlarm = record('IntegrityAlarm', {
  alarm_id: is.text(),
  ...foundFields,
  raised_at: is.time(),
});

const Truth = describedRecord(
  'TruthVerification',
  'The findings. A contradiction is an answer too, not an error',
  {
    overall_valid: is.flag(),
    registries_checked: is.integer('All registries, including empty ones'),
    consistency_score: is.number(
      '1 − gaps ⁄ items checked; 1 only if something was checked and nothing is wrong',
      { minimum: 0, maximum: 1 },
    ),
    gaps_detected: is.integer('The number of gaps, including those that are not listed'),
    verified_at: is.time('When the check began'),
    registries: is.list(
      object({
        name: is.text(),
        checked: is.integer('The number of items that were compared with their counterpart'),
        gaps: is.integer(),
      }),
    ),
    gaps: is.list(
      object({
        registry: is.text(),
        index: is.orNull(is.integer(), 'The index of the artifact concerned; null if there is none'),
        evidence_id: is.optional(is.text()),
        what: is.text('The problem, in a sentence'),
      }),
      'At most 100, spread evenly over the registries that have gaps',
    ),
  },
);

const VERIFY_TRUTH = route(
  'verifyTruth',
  'Compare everything that the service keeps with the evidence, in both directions',
  { description: `${WITH_PROGRESS} They count registries.`, 200: orStream(Truth) },
);

export const evidenceTruthA: Noun<Callers & Pick<Services, 'clock' | 'truth'>> = (app, services) => {
  app.get('/evidence/truth-verification', { config: READ, schema: VERIFY_TRUTH }, (request, reply) =>
    withProgress(services, request, reply, async (onProgress) =>
      truthFields(await services.truth.verify(principalOf(request).chain, onProgress)),
    ),
  );
};

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

const SHOW = route('getEvidenceHealth', 'See the result of the last verification, and the open alarms', {
  200: EvidenceHealth,
});

export const evidenceHealthA: Noun<Pick<Services, 'db'>> = (app, services) => {
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

/** A signed note is a few hundred bytes, more with witnesses. */
const MAX_CHECKPOINT_CHARACTERS = 16_384;

const Verification = describedRecord(
  'Verification',
  'The findings. A chain that is not sound is an answer too, not an error',
  {
    valid: is.flag(),
    mode: is.oneOf(
      ['incremental', 'full'],
      'Whether everything was verified now, or only the records added since the chain was last found sound',
    ),
    total_artifacts: is.integer('The number of records ever appended'),
    verified_count: is.integer('The number of records with a sound hash, link and payload'),
    pruned_count: is.integer('The number of payloads removed by retention'),
    redacted_count: is.integer('The number of redacted payloads'),
    chain_head_hash: is.text(),
    tree_size: is.integer(),
    root_hash: is.orNull(is.text('The root of the Merkle tree; null if a record is missing')),
    checkpoint: is.orNull(is.text('The newest signed checkpoint; a valid chain agrees with it')),
    verified_at: is.time(),
    first_invalid: is.orNull(object(foundFields)),
    restores: Restores,
    open_alarms: is.integer('Problems, found now or earlier, that have not been acknowledged yet'),
  },
);

const VERIFY = route('verifyEvidence', 'Recompute every hash, link and commitment of the chain', {
  querystring: closed({
    full: is.optional(is.flag('Verify everything again, including records that were verified before')),
    trusted_checkpoint: is.optional(
      is.text(
        'A signed checkpoint that you kept elsewhere (the note in base64url): the chain must begin with the records that it covers',
        { minLength: 1, maxLength: MAX_CHECKPOINT_CHARACTERS },
      ),
    ),
  }),
  description: WITH_PROGRESS,
  200: orStream(Verification),
});

const ACKNOWLEDGE = route(
  'acknowledgeIntegrityAlarms',
  'Acknowledge problems that verification found, so that evaluations can continue',
  {
    body: body([{ comment: 'A restored backup; the original is back' }], {
      comment: is.optional(is.text('The comment, which is recorded as evidence', { maxLength: 2000 })),
    }),
    200: described('Every alarm that was open', {
      acknowledged: is.list(OpenAlarm),
      acknowledged_at: is.time(),
    }),
  },
);

export const evidenceVerifyA: Noun<
  Callers & Pick<Services, 'appender' | 'chainHealth' | 'clock' | 'db' | 'evidenceVerifier' | 'ids'>
> = (app, services) => {
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

  app.post('/evidence/verify/acknowledge', { config: MANAGE, schema: ACKNOWLEDGE }, async (request) => {
    const actor = principalOf(request);
    const { chain } = actor;
    const { comment } = request.body;
    const { alarms, acknowledgedAt } = await acknowledgeAlarms(services, chain, { actor, comment });
    return {
      acknowledged: alarms.map(alarmToApi),
      acknowledged_at: new Date(acknowledgedAt).toISOString(),
    };
  });
};

/** @throws {Failure} `invalid` */
function noteOf(encoded: string): Uint8Array {
  if (/^[\w-]+={0,2}$/.test(encoded)) return Buffer.from(encoded, 'base64url');
  const message = 'The checkpoint is not written in base64url';
  throw Failure.invalid([{ field: ['trusted_checkpoint'], message, type: 'value_error' }]);
}

function alarmToApi({ alarmId, position, problem, message, raisedAt }: Alarm) {
  return {
    alarm_id: alarmId,
    index: position,
    problem,
    message,
    raised_at: new Date(raisedAt).toISOString(),
  };
}
