/** Surface A: frameworks, compliance checks, and their reports. */
import type { FastifyReply } from 'fastify';
import {
  checkCompliance,
  describeFramework,
  findCheck,
  listFrameworks,
  type RecordedCheck,
  ReportPrinter,
} from '../../compliance/index.ts';
import type { Principal } from '../../keys/index.ts';
import { allowanceFor, countCall } from '../../usage/index.ts';
import { principalOf } from '../callers/access.ts';
import { parseMoment } from '../requests/evidence-filters.ts';
import type { Noun } from '../services.ts';
import { CHECK, FRAMEWORK, FRAMEWORKS_LISTED, RECORDED_CHECK, REPORT } from './compliance-schemas.ts';

const READ = { scope: 'evidence:read', payloads: 'none' } as const;
const WRITE = { scope: 'evidence:write' } as const;

export const complianceA: Noun = (app, services) => {
  const printer = new ReportPrinter();
  const count = async (principal: Principal) =>
    countCall(services, principal, 'core_api_calls', await services.quotas.of(principal));

  app.get('/core/compliance/frameworks', { config: READ, schema: FRAMEWORKS_LISTED }, async (request) => {
    await count(principalOf(request));
    return { items: listFrameworks() };
  });

  app.get('/core/compliance/frameworks/:framework', { config: READ, schema: FRAMEWORK }, async (request) => {
    const described = describeFramework(request.params.framework);
    await count(principalOf(request));
    return described;
  });

  app.post('/core/compliance/check', { config: WRITE, schema: CHECK }, async (request) => {
    const principal = principalOf(request);
    const { framework, from_date, to_date } = request.body;
    const [from, to] = [parseMoment(from_date), parseMoment(to_date)];
    const question = { chain: principal.chain, actor: principal.party, framework, from, to };
    const allowance = allowanceFor(await services.quotas.of(principal));
    return toApi(await checkCompliance(services, question, allowance));
  });

  app.get('/core/compliance/checks/:evidence_id', { config: READ, schema: RECORDED_CHECK }, async (request) =>
    toApi(await findCheck(services, principalOf(request).chain, request.params.evidence_id)),
  );

  app.get(
    '/core/compliance/checks/:evidence_id/report',
    { config: READ, schema: REPORT },
    async (request, reply) => {
      const check = await findCheck(services, principalOf(request).chain, request.params.evidence_id);
      const pdf = await printer.print(check);
      return (reply as FastifyReply).headers(asFile(check)).send(pdf);
    },
  );
};

function toApi({ evidenceId, record }: RecordedCheck) {
  return { evidence_id: evidenceId, ...record };
}

function asFile({ evidenceId, record }: RecordedCheck): Record<string, string> {
  const name = `assize-compliance-${record.framework.id}-${evidenceId}.pdf`;
  return { 'content-type': 'application/pdf', 'content-disposition': `attachment; filename="${name}"` };
}
