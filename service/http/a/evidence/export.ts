/** Surface A: defines, describes and downloads exports, with a key or by a link alone. */

import { finished, Readable } from 'node:stream';
import { statedRestoreFields } from '@assize/evidence-format';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ARTIFACT_TYPES } from '../../../evidence/index.ts';
import { requireDistinct, requireOrder } from '../../../evidence/search/index.ts';
import { Failure } from '../../../foundation/failure.ts';
import {
  createExport,
  csvBomOf,
  downloadsOf,
  EXPORT_FORMATS,
  type ExportDefinition,
  fileNameOf,
  findExport,
  type LinkQuery,
  linkQuery,
  openDownload,
  readLink,
  refuseExpired,
  termsOf,
} from '../../../proof/export/index.ts';
import { restoresOf } from '../../../proof/restore/index.ts';
import { environmentOf } from '../../../tenants/index.ts';
import { ArtifactTypeName } from '../../answers/enums.ts';
import { attachment, Pdf } from '../../answers/files.ts';
import { Restores } from '../../answers/response-schemas.ts';
import { inTypes, routesOf } from '../../answers/routes.ts';
import { principalOf } from '../../callers/access.ts';
import { isUnderSandbox } from '../../callers/callers.ts';
import { parseMoment } from '../../requests/evidence-filters.ts';
import * as is from '../../schemas/fields.ts';
import { described, describedRecord, namedBody, object } from '../../schemas/objects.ts';
import type { Noun, Services } from '../../services.ts';

type Needs = Pick<
  Services,
  'appender' | 'clock' | 'config' | 'db' | 'evidenceVerifier' | 'fillRandom' | 'ids' | 'renderings' | 'traced'
>;

const ArtifactTypes = is.list(ArtifactTypeName, 'Only these types, each listed once', {
  minItems: 1,
  maxItems: ARTIFACT_TYPES.length,
});

const ExportBody = namedBody('ExportRequest', [{ format: 'json', include_chain_verification: true }], {
  format: is.oneOf(EXPORT_FORMATS),
  from_date: is.optional(is.moment('Recorded at this time or later')),
  to_date: is.optional(is.moment('Recorded before this time')),
  artifact_types: is.optional(ArtifactTypes),
  csv_bom: is.optional(
    is.flag('Only with csv: begin with a byte order mark, so that Excel reads it as UTF-8', {
      default: false,
    }),
  ),
  include_chain_verification: is.optional(is.flag({ default: false })),
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

const CREATE = route(
  'exportEvidence',
  'Export evidence as JSON (which can be verified offline), CSV or PDF',
  { body: ExportBody, 200: Created },
);

const SHOW = route('showExport', 'Get the contents of an export, and its downloads', {
  params,
  200: Definition,
});

const DOWNLOAD = route('downloadExport', 'Download an export, with its link or with a key', {
  params,
  querystring: object({
    chain: is.optional(is.text('A link consists of these three parameters')),
    expires: is.optional(is.text()),
    signature: is.optional(is.text()),
  }),
  200: inTypes('The export as an attachment; its length is not known in advance', {
    'application/json': is.open('assize-evidence-export/1'),
    'text/csv': is.text(),
    'application/pdf': Pdf,
  }),
  never: [422],
});

const SCOPE = { scope: 'evidence:read' } as const;

export const evidenceExportA: Noun<Needs> = (app, services) => {
  app.addHook('preClose', async () => services.renderings.finish());

  app.post('/evidence/export', { config: SCOPE, schema: CREATE }, async (request) => {
    const { format, artifact_types: artifactTypes = null } = request.body;
    const [from, to] = [parseMoment(request.body.from_date), parseMoment(request.body.to_date)];
    requireOrder(from, to, ['to_date']);
    requireDistinct(artifactTypes ?? [], ['artifact_types']);
    const { chain, party } = principalOf(request);
    const bom = csvBomOf(format, request.body.csv_bom, ['csv_bom']);
    const filter = { from: from ?? null, to: to ?? null, artifactTypes, ...bom };
    const verification = request.body.include_chain_verification ? await verified(services, chain) : {};
    const definition = await createExport(services, chain, { format, filter, createdBy: party });
    const { export_id, artifact_count, expires_at } = definition;
    const link = new URLSearchParams(await linkQuery(services, definition));
    const prefix = isUnderSandbox(request) ? `/sandbox${app.prefix}` : app.prefix;
    const address = `${services.config.baseUrl}${prefix}/evidence/export/${export_id}/download`;
    return {
      export_id,
      format,
      artifact_count,
      download_url: `${address}?${link}`,
      expires_at: new Date(expires_at).toISOString(),
      restores: await restoresWithin(services, definition),
      ...verification,
    };
  });

  app.get('/evidence/export/:export_id', { config: SCOPE, schema: SHOW }, async (request) => {
    const definition = await findExport(services.db, principalOf(request).chain, request.params.export_id);
    return {
      ...toShown(definition),
      restores: await restoresWithin(services, definition),
      downloads: await downloadsOf(services.db, definition),
    };
  });

  app.get(
    '/evidence/export/:export_id/download',
    { config: { ...SCOPE, orSignedLink: true }, schema: DOWNLOAD },
    async (request, reply) => {
      const { export_id: exportId } = request.params;
      const by = request.principal ?? (await bearerOf(services, request));
      const definition = await findExport(services.db, by.chain, exportId);
      if (!request.principal) refuseExpired(services.clock, definition.expires_at);
      return send(services, definition, by.party, request, reply);
    },
  );
};

/** The chain of a request that has a link and no key. */
async function bearerOf(services: Needs, request: FastifyRequest) {
  const { export_id: exportId } = request.params as { export_id: string };
  const chain = await readLink(services, exportId, request.query as LinkQuery);
  if (isUnderSandbox(request) && (await environmentOf(services.db, chain)) !== 'sandbox') {
    throw new Failure('wrong_environment', 'The sandbox address takes links to sandbox exports only.');
  }
  return { chain, party: 'link' };
}

async function send(
  services: Needs,
  definition: ExportDefinition,
  openedBy: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const headers = attachment(fileNameOf(definition), definition.format);
  // An empty stream: the length of the body is not known before it is rendered.
  if (request.method === 'HEAD') return reply.headers(headers).send(Readable.from([]));
  const { content, ended } = await openDownload(services, definition, openedBy);
  finished(reply.raw, (error) => {
    ended(!error && content.readableEnded).catch((cause: unknown) =>
      request.log.error({ err: cause }, 'could not record the end of a download'),
    );
  });
  return reply.headers(headers).send(content);
}

async function restoresWithin({ db }: Needs, { chain, size }: ExportDefinition) {
  return (await restoresOf(db, chain, size)).map(statedRestoreFields);
}

async function verified(services: Needs, chain: number) {
  const { valid, verifiedCount } = await services.evidenceVerifier.verify(chain);
  return { chain_verification: { valid, total_verified: verifiedCount } };
}

function toShown(definition: ExportDefinition) {
  const { link_expires_at: expires_at, ...terms } = termsOf(definition);
  const { created_at, created_by } = definition;
  return { ...terms, created_at: new Date(created_at).toISOString(), created_by, expires_at };
}
