/** Surface A: define an export, see who downloaded it, and download it, with a key or by its link alone. */
import { finished, Readable } from 'node:stream';
import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import {
  ARTIFACT_TYPES,
  createExport,
  downloadsOf,
  EXPORT_FORMATS,
  type ExportDefinition,
  type ExportDownload,
  fileNameOf,
  findExport,
  type LinkQuery,
  linkQuery,
  openDownload,
  readLink,
  requireOrder,
  verifyChain,
} from '../../evidence/index.ts';
import { Failure } from '../../foundation/failure.ts';
import { environmentOf } from '../../tenants/index.ts';
import { principalOf } from '../access.ts';
import { Moment, momentMs } from '../evidence-filters.ts';
import { refusals } from '../response-schemas.ts';
import type { Services } from '../services.ts';

const IsoTime = Type.String({ format: 'date-time' });
const IsoTimeOrNull = Type.Union([IsoTime, Type.Null()]);
const ArtifactTypes = Type.Array(Type.Enum([...ARTIFACT_TYPES]), { minItems: 1, uniqueItems: true });

const ExportBody = Type.Object(
  {
    format: Type.Enum([...EXPORT_FORMATS]),
    from_date: Type.Optional(Moment('Recorded at this time or later')),
    to_date: Type.Optional(Moment('Recorded before this time')),
    artifact_types: Type.Optional(ArtifactTypes),
    include_chain_verification: Type.Optional(Type.Boolean({ default: false })),
  },
  { additionalProperties: false, examples: [{ format: 'json', include_chain_verification: true }] },
);

const Created = Type.Object(
  {
    export_id: Type.String(),
    format: Type.Enum([...EXPORT_FORMATS]),
    artifact_count: Type.Integer(),
    download_url: Type.String({ description: 'Opens without a key until expires_at' }),
    expires_at: IsoTime,
    chain_verification: Type.Optional(
      Type.Object(
        { valid: Type.Boolean(), total_verified: Type.Integer() },
        { description: 'Of the whole chain, as it is now' },
      ),
    ),
  },
  { description: 'Pinned to a signed checkpoint that covers all there was; rendered at each download' },
);

const Definition = Type.Object(
  {
    export_id: Type.String(),
    format: Type.Enum([...EXPORT_FORMATS]),
    filter: Type.Object({
      from_date: IsoTimeOrNull,
      to_date: IsoTimeOrNull,
      artifact_types: Type.Union([Type.Array(Type.String()), Type.Null()]),
    }),
    tree_size: Type.Integer({ description: 'Artifacts at this index and later are not part of it' }),
    checkpoint: Type.String({ description: 'The signed note of that size' }),
    artifact_count: Type.Integer(),
    created_at: IsoTime,
    created_by: Type.String({ description: 'A key, or `operator`' }),
    expires_at: Type.String({ format: 'date-time', description: 'Of the link; a key opens it ever after' }),
    downloads: Type.Array(
      Type.Object({
        opened_by: Type.String({ description: 'A key, `link` or `operator`' }),
        started_at: IsoTime,
        finished_at: IsoTimeOrNull,
        outcome: Type.Union([Type.Enum(['finished', 'broken_off']), Type.Null()], {
          description: 'null while it is under way, or where its node ended before it did',
        }),
        bytes: Type.Union([Type.Integer(), Type.Null()]),
      }),
      { description: 'The newest first' },
    ),
  },
  { description: 'What was asked for, and who downloaded it' },
);

const MEDIA_TYPES = {
  json: 'application/json; charset=utf-8',
  csv: 'text/csv; charset=utf-8; header=present',
  pdf: 'application/pdf',
} as const;

const SCOPE = { scope: 'evidence:read' } as const;
const TAGS = ['Evidence'];
const params = Type.Object({ export_id: Type.String() });

const CREATE = {
  operationId: 'exportEvidence',
  summary: 'Export evidence as JSON that verifies itself, as CSV or as PDF',
  tags: TAGS,
  body: ExportBody,
  response: { 200: Created, ...refusals('a', 422) },
};

const SHOW = {
  operationId: 'showExport',
  summary: 'What an export contains, and who downloaded it',
  tags: TAGS,
  params,
  response: { 200: Definition, ...refusals('a', 404) },
};

const DOWNLOAD = {
  operationId: 'downloadExport',
  summary: 'Download an export, by its link or with a key',
  tags: TAGS,
  params,
  querystring: Type.Object({
    chain: Type.Optional(Type.String({ description: 'These three are what a link consists of' })),
    expires: Type.Optional(Type.String()),
    signature: Type.Optional(Type.String()),
  }),
  response: refusals('a', 404),
};

export const evidenceExportA: FastifyPluginCallbackTypebox<{ services: Services }> = (
  app,
  { services },
  done,
) => {
  app.addHook('preClose', async () => services.renderings.finish());

  app.post('/evidence/export', { config: SCOPE, schema: CREATE }, async (request) => {
    const { format, artifact_types: artifactTypes = null } = request.body;
    const [from, to] = [momentMs(request.body.from_date), momentMs(request.body.to_date)];
    requireOrder(from, to, ['body', 'to_date']);
    const { chain, keyId } = principalOf(request);
    const filter = { from: from ?? null, to: to ?? null, artifactTypes };
    const definition = await createExport(services, chain, { format, filter, createdBy: keyId });
    const { exportId, artifactCount, expiresAt } = definition;
    const link = new URLSearchParams(await linkQuery(services, definition));
    const address = `${services.config.baseUrl}${app.prefix}/evidence/export/${exportId}/download`;
    return {
      export_id: exportId,
      format,
      artifact_count: artifactCount,
      download_url: `${address}?${link}`,
      expires_at: new Date(expiresAt).toISOString(),
      ...(request.body.include_chain_verification ? await verified(services, chain) : {}),
    };
  });

  app.get('/evidence/export/:export_id', { config: SCOPE, schema: SHOW }, async (request) => {
    const definition = await findExport(services.db, principalOf(request).chain, request.params.export_id);
    return {
      ...toShown(definition),
      downloads: (await downloadsOf(services.db, definition)).map(toDownload),
    };
  });

  app.get(
    '/evidence/export/:export_id/download',
    { config: { ...SCOPE, orSignedLink: true }, schema: DOWNLOAD },
    async (request, reply) => {
      const { export_id: exportId } = request.params;
      const by = request.principal ?? (await bearerOf(request.query, exportId));
      return send(request, reply, await findExport(services.db, by.chain, exportId), by.keyId);
    },
  );

  /** Whoever came by a link alone. */
  async function bearerOf(query: LinkQuery, exportId: string) {
    const chain = await readLink(services, exportId, query);
    if (app.prefix.startsWith('/sandbox') && (await environmentOf(services.db, chain)) !== 'sandbox') {
      throw new Failure('wrong_environment', 'The sandbox address takes links to sandbox exports only.');
    }
    return { chain, keyId: 'link' };
  }

  async function send(
    request: FastifyRequest,
    reply: FastifyReply,
    definition: ExportDefinition,
    openedBy: string,
  ): Promise<FastifyReply> {
    const headers = {
      'content-type': MEDIA_TYPES[definition.format],
      'content-disposition': `attachment; filename="${fileNameOf(definition)}"`,
      'cache-control': 'no-store',
    };
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
  done();
};

async function verified(services: Services, chain: number) {
  const { valid, verifiedCount } = await verifyChain(services.db, chain);
  return { chain_verification: { valid, total_verified: verifiedCount } };
}

function toShown(definition: ExportDefinition) {
  const { from, to, artifactTypes } = definition.filter;
  return {
    export_id: definition.exportId,
    format: definition.format,
    filter: {
      from_date: isoOrNull(from),
      to_date: isoOrNull(to),
      artifact_types: artifactTypes === null ? null : [...artifactTypes],
    },
    tree_size: definition.size,
    checkpoint: definition.checkpoint,
    artifact_count: definition.artifactCount,
    created_at: new Date(definition.createdAt).toISOString(),
    created_by: definition.createdBy,
    expires_at: new Date(definition.expiresAt).toISOString(),
  };
}

function toDownload({ openedBy, startedAt, finishedAt, outcome, bytes }: ExportDownload) {
  return {
    opened_by: openedBy,
    started_at: new Date(startedAt).toISOString(),
    finished_at: isoOrNull(finishedAt),
    outcome,
    bytes,
  };
}

function isoOrNull(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}
