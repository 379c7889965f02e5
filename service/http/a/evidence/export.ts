/** Surface A: defines, describes and downloads exports, with a key or by a link alone. */

import { finished, Readable } from 'node:stream';
import { statedRestoreFields } from '@assize/evidence-format';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { requireDistinct, requireOrder } from '../../../evidence/search/index.ts';
import { Failure } from '../../../foundation/failure.ts';
import {
  createExport,
  csvBomOf,
  downloadsOf,
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
import { principalOf } from '../../callers/access.ts';
import { isUnderSandbox } from '../../callers/callers.ts';
import { parseMoment } from '../../requests/evidence-filters.ts';
import type { Noun, Services } from '../../services.ts';
import { CREATE, DOWNLOAD, SHOW } from './export-schemas.ts';

type Needs = Pick<
  Services,
  'appender' | 'clock' | 'config' | 'db' | 'evidenceVerifier' | 'fillRandom' | 'ids' | 'renderings' | 'traced'
>;

const MEDIA_TYPES = {
  json: 'application/json; charset=utf-8',
  csv: 'text/csv; charset=utf-8; header=present',
  pdf: 'application/pdf',
} as const;

const SCOPE = { scope: 'evidence:read' } as const;

export const evidenceExportA: Noun<Needs> = (app, { services }, done) => {
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
  done();
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
  const headers = {
    'content-type': MEDIA_TYPES[definition.format],
    'content-disposition': `attachment; filename="${fileNameOf(definition)}"`,
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
