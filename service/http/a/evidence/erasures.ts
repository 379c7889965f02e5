/** Surface A: previews, begins and reads erasures of all records that name one person. */
import Type from 'typebox';
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
import { named } from '../../answers/named.ts';
import { IsoTime, orNull, pageOfItems, refusals } from '../../answers/response-schemas.ts';
import { principalOf } from '../../callers/access.ts';
import { pageCursor, pageLimit } from '../../requests/evidence-filters.ts';
import type { Noun, Services } from '../../services.ts';

const SUBJECT_HASH =
  'A keyed hash of the subject, which only this service can compute: the value itself is not kept';

const EraseBody = Type.Object(
  {
    subject: Type.String({
      minLength: 1,
      maxLength: MAX_SUBJECT,
      description:
        'The value that identifies a person: an address, a number, a name. It is found as a value and within texts, regardless of case',
    }),
    reason: Type.String({
      minLength: 1,
      maxLength: 1000,
      description:
        'The reason, for people who ask later. It becomes evidence and is never removed, so write no personal data',
    }),
    preview: Type.Optional(
      Type.Boolean({ default: false, description: 'Only show what would be removed, and remove nothing' }),
    ),
    except_held: Type.Optional(
      Type.Boolean({
        default: false,
        description: 'Skip records that legal holds keep, instead of answering 409',
      }),
    ),
  },
  {
    additionalProperties: false,
    examples: [{ subject: 'marie@example.com', reason: 'Erasure request 2026-117', preview: true }],
  },
);

const Preview = named(
  'ErasurePreview',
  Type.Object(
    {
      subject_hash: Type.String({ description: SUBJECT_HASH }),
      records: Type.Integer({ description: 'The number of records that would be redacted' }),
      by_type: Type.Record(Type.String(), Type.Integer()),
      evidence_ids: Type.Array(Type.String(), { description: 'The first 1,000 of them' }),
      held: Type.Array(Type.Object({ hold_id: Type.String(), records: Type.Integer() }), {
        description: 'The records that legal holds keep',
      }),
      kept: Type.Integer({
        description: 'Records of removals, holds and erasures that name the subject, and cannot be removed',
      }),
      in_leaf: Type.Integer({
        description: 'How many of the records name the subject as action or actor, which is hashed and stays',
      }),
      searched: Type.Object(
        { records: Type.Integer(), of: Type.Integer(), complete: Type.Boolean() },
        {
          description: 'The progress of the search; it is incomplete while earlier records are being indexed',
        },
      ),
    },
    { description: 'The current effect of an erasure' },
  ),
);

const Erasure = named(
  'Erasure',
  Type.Object(
    {
      erasure_id: Type.String(),
      status: Type.Enum(['removing', 'certified']),
      subject_hash: Type.String({ description: SUBJECT_HASH }),
      records: Type.Integer({ description: 'The number of records that were found, and are to be removed' }),
      begun_at: IsoTime,
      begun_by: Type.String({ description: 'A key or member, or operator for the command line' }),
      evidence_id: Type.String(),
      certified_at: orNull(IsoTime),
      certificate_evidence_id: orNull(Type.String()),
    },
    { description: 'An erasure, which is certified once nothing that it found is left' },
  ),
);

const Certificate = named(
  'ErasureCertificate',
  Type.Object(
    {
      erasure_id: Type.String(),
      subject_hash: Type.String(),
      begun_evidence_id: Type.String(),
      begun_at: IsoTime,
      begun_by: Type.String(),
      removed: Type.Integer(),
      left: Type.Integer({ description: 'How many records are kept by a legal hold that was set meanwhile' }),
      positions_hash: Type.String(),
      evidence_ids: Type.Array(Type.String(), { description: 'The first 1,000 of the removed records' }),
      evidence_ids_hash: Type.String({ description: 'SHA-256 of all their ids, one per line' }),
    },
    { description: 'The removal, as recorded in the evidence' },
  ),
);

const ErasureWithCertificate = named(
  'ErasureWithCertificate',
  Type.Object({ ...Erasure.properties, certificate: orNull(Certificate) }, { description: 'An erasure' }),
);

const TAGS = ['Evidence'];
const WRITE = { scope: 'evidence:write' } as const;
const READ = { scope: 'evidence:read', payloads: 'none' } as const;

const ERASE = {
  operationId: 'eraseSubject',
  summary: 'Remove every record that names a person, or preview the removal',
  tags: TAGS,
  body: EraseBody,
  response: {
    200: Type.Union([Preview, ErasureWithCertificate], {
      description: 'The erasure; for a preview, what it would remove',
    }),
    ...refusals('a', 409, 422),
  },
};

const LIST = {
  operationId: 'listErasures',
  summary: 'List erasures, newest first',
  tags: TAGS,
  querystring: Type.Object({ limit: pageLimit, cursor: pageCursor }, { additionalProperties: false }),
  response: { 200: pageOfItems(Erasure), ...refusals('a', 422) },
};

const GET = {
  operationId: 'getErasure',
  summary: 'Get one erasure and its certificate',
  tags: TAGS,
  params: Type.Object({ erasure_id: Type.String() }),
  response: { 200: ErasureWithCertificate, ...refusals('a', 404) },
};

export const erasuresA: Noun<
  Pick<Services, 'appender' | 'clock' | 'db' | 'eraser' | 'fillRandom' | 'ids' | 'lookers'>
> = (app, { services }, done) => {
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
  done();
};
