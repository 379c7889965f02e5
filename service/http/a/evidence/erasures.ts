/** Surface A: removes the content of one artifact, or of all records that name one person. */

import {
  certificateOf,
  eraseSubject,
  erasureFields,
  findErasure,
  listErasures,
  MAX_SUBJECT,
  searchFields,
  searchSubject,
} from '../../../proof/erasure/index.ts';
import { redact } from '../../../proof/removal/index.ts';
import { pageOfItems } from '../../answers/response-schemas.ts';
import { routesOf } from '../../answers/routes.ts';
import { principalOf, READ, WRITE } from '../../callers/access.ts';
import * as is from '../../schemas/fields.ts';
import { body, closed, described, describedRecord, object } from '../../schemas/objects.ts';
import type { Noun, Services } from '../../services.ts';

const route = routesOf('a', 'Evidence');

const RedactBody = body([{ reason: 'Erasure request 2026-117' }], {
  reason: is.text(
    'The reason, for people who ask later. It becomes evidence and is never removed, so write no personal data, and nothing that you are redacting',
    { minLength: 1, maxLength: 1000 },
  ),
});

const Redacted = described(
  'The artifact is redacted, now or earlier. Its hash, links and proofs still verify',
  {
    id: is.text(),
    redacted_at: is.time(),
    evidence_id: is.text(
      'The evidence of the redaction; the first, if the artifact was redacted or pruned before',
    ),
    payload_removed: is.flag('Whether payload and salt are gone; if false, they are removed within minutes'),
  },
);

const REDACT = route('redactEvidence', 'Remove the payload and salt of an artifact permanently', {
  params: object({ id: is.text() }),
  body: RedactBody,
  200: Redacted,
  also: [409],
});

export const evidenceRedactA: Noun<Pick<Services, 'appender' | 'clock' | 'db' | 'eraser' | 'ids'>> = (
  app,
  services,
) => {
  app.post('/evidence/:id/redact', { config: WRITE, schema: REDACT }, async (request) => {
    const { id } = request.params;
    const redaction = await redact(services, principalOf(request), id, request.body.reason);
    return {
      id: redaction.id,
      redacted_at: new Date(redaction.redactedAt).toISOString(),
      evidence_id: redaction.evidenceId,
      payload_removed: redaction.payloadRemoved,
    };
  });
};

const SUBJECT_HASH =
  'A keyed hash of the subject, which only this service can compute: the value itself is not kept';

const EraseBody = body(
  [{ subject: 'marie@example.com', reason: 'Erasure request 2026-117', preview: true }],
  {
    subject: is.text(
      'The value that identifies a person: an address, a number, a name. It is found as a value and within texts, regardless of case',
      { minLength: 1, maxLength: MAX_SUBJECT },
    ),
    reason: is.text(
      'The reason, for people who ask later. It becomes evidence and is never removed, so write no personal data',
      { minLength: 1, maxLength: 1000 },
    ),
    preview: is.optional(is.flag('Only show what would be removed, and remove nothing', { default: false })),
    except_held: is.optional(
      is.flag('Skip records that legal holds keep, instead of answering 409', { default: false }),
    ),
  },
);

const Preview = describedRecord('ErasurePreview', 'The current effect of an erasure', {
  subject_hash: is.text(SUBJECT_HASH),
  records: is.integer('The number of records that would be redacted'),
  by_type: is.dictionary(is.text(), is.integer()),
  evidence_ids: is.list(is.text(), 'The first 1,000 of them'),
  held: is.list(object({ hold_id: is.text(), records: is.integer() }), 'The records that legal holds keep'),
  kept: is.integer('Records of removals, holds and erasures that name the subject, and cannot be removed'),
  in_leaf: is.integer(
    'How many of the records name the subject as action or actor, which is hashed and stays',
  ),
  searched: described(
    'The progress of the search; it is incomplete while earlier records are being indexed',
    { records: is.integer(), of: is.integer(), complete: is.flag() },
  ),
});

const Erasure = describedRecord(
  'Erasure',
  'An erasure, which is certified once nothing that it found is left',
  {
    erasure_id: is.text(),
    status: is.oneOf(['removing', 'certified']),
    subject_hash: is.text(SUBJECT_HASH),
    records: is.integer('The number of records that were found, and are to be removed'),
    begun_at: is.time(),
    begun_by: is.text('A key or member, or operator for the command line'),
    evidence_id: is.text(),
    certified_at: is.orNull(is.time()),
    certificate_evidence_id: is.orNull(is.text()),
  },
);

const Certificate = describedRecord('ErasureCertificate', 'The removal, as recorded in the evidence', {
  erasure_id: is.text(),
  subject_hash: is.text(),
  begun_evidence_id: is.text(),
  begun_at: is.time(),
  begun_by: is.text(),
  removed: is.integer(),
  left: is.integer('How many records are kept by a legal hold that was set meanwhile'),
  positions_hash: is.text(),
  evidence_ids: is.list(is.text(), 'The first 1,000 of the removed records'),
  evidence_ids_hash: is.text('SHA-256 of all their ids, one per line'),
});

const ErasureWithCertificate = describedRecord('ErasureWithCertificate', 'An erasure', {
  ...Erasure.properties,
  certificate: is.orNull(Certificate),
});

const ERASE = route('eraseSubject', 'Remove every record that names a person, or preview the removal', {
  body: EraseBody,
  200: is.either([Preview, ErasureWithCertificate], 'The erasure; for a preview, what it would remove'),
  also: [409],
});

const LIST = route('listErasures', 'List erasures, newest first', {
  querystring: closed({ ...is.page }),
  200: pageOfItems(Erasure),
});

const GET = route('getErasure', 'Get one erasure and its certificate', {
  params: object({ erasure_id: is.text() }),
  200: ErasureWithCertificate,
});

export const erasuresA: Noun<
  Pick<Services, 'appender' | 'clock' | 'db' | 'eraser' | 'fillRandom' | 'ids' | 'lookers'>
> = (app, services) => {
  const whole = async (row: Awaited<ReturnType<typeof findErasure>>) => ({
    ...erasureFields(row),
    certificate: (await certificateOf(services.db, row)) as never,
  });

  app.post('/evidence/erasures', { config: WRITE, schema: ERASE }, async (request) => {
    const principal = principalOf(request);
    const { subject, reason, preview = false, except_held: exceptHeld = false } = request.body;
    if (preview) return searchFields(await searchSubject(services, principal.chain, subject));
    return whole(await eraseSubject(services, principal, { subject, reason, exceptHeld }));
  });

  app.get('/evidence/erasures', { config: READ, schema: LIST }, async (request) => {
    const { limit = 100, cursor } = request.query;
    const page = await listErasures(services, principalOf(request).chain, limit, cursor);
    return { items: page.items.map(erasureFields), next_cursor: page.nextCursor };
  });

  app.get('/evidence/erasures/:erasure_id', { config: READ, schema: GET }, async (request) =>
    whole(await findErasure(services.db, principalOf(request).chain, request.params.erasure_id)),
  );
};
