/** The schemas of requests and answers about exports. */

import Type from 'typebox';
import { ARTIFACT_TYPES } from '../../../evidence/index.ts';
import { EXPORT_FORMATS } from '../../../proof/export/index.ts';
import { ArtifactTypeName } from '../../answers/enums.ts';
import { Restores } from '../../answers/response-schemas.ts';
import { routesOf } from '../../answers/routes.ts';
import { Moment } from '../../requests/evidence-filters.ts';
import * as is from '../../schemas/fields.ts';
import { described, describedRecord, namedBody, object } from '../../schemas/objects.ts';

const ArtifactTypes = is.list(ArtifactTypeName, 'Only these types, each listed once', {
  minItems: 1,
  maxItems: ARTIFACT_TYPES.length,
});

const ExportBody = namedBody('ExportRequest', [{ format: 'json', include_chain_verification: true }], {
  format: is.oneOf(EXPORT_FORMATS),
  from_date: is.optional(Moment('Recorded at this time or later')),
  to_date: is.optional(Moment('Recorded before this time')),
  artifact_types: is.optional(ArtifactTypes),
  csv_bom: is.optional(
    is.flag('Only with csv: begin with a byte order mark, so that Excel reads it as UTF-8', {
      default: false,
    }),
  ),
  include_chain_verification: is.optional(Type.Boolean({ default: false })),
});

const Created = describedRecord(
  'Export',
  'The export is tied to a signed checkpoint that covers everything recorded so far; the file is made at each download',
  {
    export_id: is.text(),
    format: is.oneOf(EXPORT_FORMATS),
    artifact_count: is.integer(),
    download_url: is.text('Works without a key, until expires_at'),
    expires_at: is.time(),
    restores: Restores,
    chain_verification: is.optional(
      described('The current size of the whole chain', { valid: is.flag(), total_verified: is.integer() }),
    ),
  },
);

const Definition = described('The contents of the export, and its downloads', {
  export_id: is.text(),
  format: is.oneOf(EXPORT_FORMATS),
  csv_bom: is.optional(is.flag('Whether the CSV begins with a byte order mark')),
  filter: object({
    from_date: is.orNull(is.time()),
    to_date: is.orNull(is.time()),
    artifact_types: is.orNull(is.list(is.text())),
  }),
  tree_size: is.integer('Artifacts at this index and later are not included'),
  checkpoint: is.text('The signed note of that size'),
  artifact_count: is.integer(),
  restores: Restores,
  created_at: is.time(),
  created_by: is.text('The id of a key, or `operator`'),
  expires_at: is.time('When the link expires; with a key you can download it later, too'),
  downloads: is.list(
    object({
      opened_by: is.text('The id of a key, `link` or `operator`'),
      started_at: is.time(),
      finished_at: is.orNull(is.time()),
      outcome: is.orNull(
        is.oneOf(['finished', 'broken_off']),
        'null while the download is running, or if its node stopped before the end',
      ),
      bytes: is.orNull(is.integer()),
    }),
    'The newest first',
  ),
});

const route = routesOf('a', 'Evidence');
const params = object({ export_id: is.text() });

export const CREATE = route(
  'exportEvidence',
  'Export evidence as JSON (which can be verified offline), CSV or PDF',
  { body: ExportBody, 200: Created },
);

export const SHOW = route('showExport', 'Get the contents of an export, and its downloads', {
  params,
  200: Definition,
});

export const DOWNLOAD = route('downloadExport', 'Download an export, with its link or with a key', {
  params,
  querystring: object({
    chain: is.optional(is.text('A link consists of these three parameters')),
    expires: is.optional(is.text()),
    signature: is.optional(is.text()),
  }),
  200: {
    description: 'The export as an attachment; its length is not known in advance',
    content: {
      'application/json': {
        schema: is.open('assize-evidence-export/1'),
      },
      'text/csv': { schema: is.text() },
      'application/pdf': { schema: Type.String({ contentMediaType: 'application/pdf' }) },
    },
  },
  never: [422],
});
