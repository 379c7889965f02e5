/** The schemas of requests and answers about exports. */

import Type from 'typebox';
import { ARTIFACT_TYPES } from '../../../evidence/index.ts';
import { EXPORT_FORMATS } from '../../../proof/export/index.ts';
import { ArtifactTypeName } from '../../answers/enums.ts';
import { named } from '../../answers/named.ts';
import { IsoTime, orNull, Restores, refusals } from '../../answers/response-schemas.ts';
import { Moment } from '../../requests/evidence-filters.ts';

const ArtifactTypes = Type.Array(ArtifactTypeName, {
  minItems: 1,
  maxItems: ARTIFACT_TYPES.length,
  description: 'Only these types, each listed once',
});

const ExportBody = named(
  'ExportRequest',
  Type.Object(
    {
      format: Type.Enum([...EXPORT_FORMATS]),
      from_date: Type.Optional(Moment('Recorded at this time or later')),
      to_date: Type.Optional(Moment('Recorded before this time')),
      artifact_types: Type.Optional(ArtifactTypes),
      csv_bom: Type.Optional(
        Type.Boolean({
          default: false,
          description: 'Only with csv: begin with a byte order mark, so that Excel reads it as UTF-8',
        }),
      ),
      include_chain_verification: Type.Optional(Type.Boolean({ default: false })),
    },
    { additionalProperties: false, examples: [{ format: 'json', include_chain_verification: true }] },
  ),
);

const Created = named(
  'Export',
  Type.Object(
    {
      export_id: Type.String(),
      format: Type.Enum([...EXPORT_FORMATS]),
      artifact_count: Type.Integer(),
      download_url: Type.String({ description: 'Works without a key, until expires_at' }),
      expires_at: IsoTime,
      restores: Restores,
      chain_verification: Type.Optional(
        Type.Object(
          { valid: Type.Boolean(), total_verified: Type.Integer() },
          { description: 'The current size of the whole chain' },
        ),
      ),
    },
    {
      description:
        'The export is tied to a signed checkpoint that covers everything recorded so far; the file is made at each download',
    },
  ),
);

const Definition = Type.Object(
  {
    export_id: Type.String(),
    format: Type.Enum([...EXPORT_FORMATS]),
    csv_bom: Type.Optional(Type.Boolean({ description: 'Whether the CSV begins with a byte order mark' })),
    filter: Type.Object({
      from_date: orNull(IsoTime),
      to_date: orNull(IsoTime),
      artifact_types: orNull(Type.Array(Type.String())),
    }),
    tree_size: Type.Integer({ description: 'Artifacts at this index and later are not included' }),
    checkpoint: Type.String({ description: 'The signed note of that size' }),
    artifact_count: Type.Integer(),
    restores: Restores,
    created_at: IsoTime,
    created_by: Type.String({ description: 'The id of a key, or `operator`' }),
    expires_at: Type.String({
      format: 'date-time',
      description: 'When the link expires; with a key you can download it later, too',
    }),
    downloads: Type.Array(
      Type.Object({
        opened_by: Type.String({ description: 'The id of a key, `link` or `operator`' }),
        started_at: IsoTime,
        finished_at: orNull(IsoTime),
        outcome: orNull(
          Type.Enum(['finished', 'broken_off']),
          'null while the download is running, or if its node stopped before the end',
        ),
        bytes: orNull(Type.Integer()),
      }),
      { description: 'The newest first' },
    ),
  },
  { description: 'The contents of the export, and its downloads' },
);

const TAGS = ['Evidence'];
const params = Type.Object({ export_id: Type.String() });

export const CREATE = {
  operationId: 'exportEvidence',
  summary: 'Export evidence as JSON (which can be verified offline), CSV or PDF',
  tags: TAGS,
  body: ExportBody,
  response: { 200: Created, ...refusals('a', 422) },
};

export const SHOW = {
  operationId: 'showExport',
  summary: 'Get the contents of an export, and its downloads',
  tags: TAGS,
  params,
  response: { 200: Definition, ...refusals('a', 404) },
};

export const DOWNLOAD = {
  operationId: 'downloadExport',
  summary: 'Download an export, with its link or with a key',
  tags: TAGS,
  params,
  querystring: Type.Object({
    chain: Type.Optional(Type.String({ description: 'A link consists of these three parameters' })),
    expires: Type.Optional(Type.String()),
    signature: Type.Optional(Type.String()),
  }),
  response: {
    200: {
      description: 'The export as an attachment; its length is not known in advance',
      content: {
        'application/json': {
          schema: Type.Object({}, { additionalProperties: true, description: 'assize-evidence-export/1' }),
        },
        'text/csv': { schema: Type.String() },
        'application/pdf': { schema: Type.String({ contentMediaType: 'application/pdf' }) },
      },
    },
    ...refusals('a', 404),
  },
};
