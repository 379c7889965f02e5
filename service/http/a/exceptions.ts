/** Surface A: reports of exceptions, their files, and their sign-offs. */
import type { FastifyReply } from 'fastify';
import {
  ExceptionsPrinter,
  exceptionsIn,
  type FoundReport,
  findReport,
  hashOf,
  listReports,
  makeReport,
  prepareSignOff,
  type ReportDeps,
  removalsSince,
  reportFile,
  type SignOffDeps,
  signOff,
  signOffsOf,
} from '../../compliance/exceptions/index.ts';
import { allowanceFor } from '../../usage/index.ts';
import { attachment, Pdf } from '../answers/files.ts';
import { pageOfItems } from '../answers/response-schemas.ts';
import { inTypes, routesOf } from '../answers/routes.ts';
import { principalOf } from '../callers/access.ts';
import { AllowanceExceeded } from '../limits/usage-headers.ts';
import { parseMoment, requiredMoment } from '../requests/evidence-filters.ts';
import * as is from '../schemas/fields.ts';
import { closed, object } from '../schemas/objects.ts';
import type { Noun, Services } from '../services.ts';
import {
  ListedReport,
  Report,
  ReportWanted,
  SignOff,
  SignOffGiven,
  SignOffPrepared,
  SignOffWanted,
} from './exceptions-schemas.ts';

const route = routesOf('a', 'Compliance');
const params = object({ evidence_id: is.text() });
const URL = '/compliance/exceptions';
/** A report quotes what people and agents said, so it is for those who may read payloads. */
const READ = { scope: 'evidence:read' } as const;
const WRITE = { scope: 'evidence:write', roles: ['auditor'] } as const;

const MAKE = route('makeExceptionsReport', 'Make a report of the exceptions of a period', {
  body: ReportWanted,
  200: Report,
  429: AllowanceExceeded,
});

const LIST = route('listExceptionsReports', 'List reports of exceptions, newest first', {
  querystring: closed(is.pageOfLargeRecords),
  200: pageOfItems(ListedReport),
});

const GET = route('getExceptionsReport', 'Get a report of exceptions', { params, 200: Report });

const PDF = route('exceptionsReportPdf', 'Get a report of exceptions as PDF', {
  params,
  200: inTypes('The report with the sign-offs so far', { 'application/pdf': Pdf }),
});

const FILE = route(
  'exceptionsReportFile',
  'Download a report of exceptions as JSON that assize-verify checks',
  {
    params,
    200: inTypes('The report, the leaves and proofs of its records, and the sign-offs so far', {
      'application/json': is.open(),
    }),
  },
);

const PREPARE = route('prepareSignOff', 'Get the statement that signs a report off, for your passkey', {
  params,
  body: SignOffWanted,
  200: SignOffPrepared,
});

const SIGN = route('signOff', 'Sign a report off, or one control of it', {
  params,
  body: SignOffGiven,
  200: SignOff,
});

type Deps = ReportDeps & SignOffDeps & Pick<Services, 'quotas' | 'fillRandom'>;

export const exceptionsA: Noun<Deps> = (app, services) => {
  makingRoutes(app, services);
  readingRoutes(app, services);
  signingRoutes(app, services);
};

const makingRoutes: Noun<Deps> = (app, services) => {
  app.post(URL, { config: WRITE, schema: MAKE }, async (request) => {
    const principal = principalOf(request);
    const { from_date, to_date, population, sample_size: sampleSize, seed } = request.body;
    const period = { from: parseMoment(from_date), to: parseMoment(to_date) };
    const wanted = {
      chain: principal.chain,
      actor: principal.party,
      ...period,
      population,
      sampleSize,
      seed,
    };
    const allowance = allowanceFor(await services.quotas.of(principal));
    const { evidenceId, record } = await makeReport(services, wanted, allowance);
    return { evidence_id: evidenceId, sha256: hashOf(record), ...record, removed_since: [], sign_offs: [] };
  });

  app.get(URL, { config: READ, schema: LIST }, async (request) => {
    const { limit = 20, cursor } = request.query;
    const page = await listReports(services, principalOf(request).chain, limit, cursor);
    const items = page.items.map(({ evidenceId, record, madeAt, madeBy }) => ({
      evidence_id: evidenceId,
      made_at: new Date(madeAt).toISOString(),
      made_by: madeBy,
      period: record?.period ?? null,
      exceptions: record && exceptionsIn(record),
      records: record?.population.count ?? null,
      sample: record?.sample.drawn.length ?? null,
    }));
    return { items, next_cursor: page.nextCursor };
  });
};

const readingRoutes: Noun<Deps> = (app, services) => {
  const { db } = services;
  const printer = new ExceptionsPrinter();

  app.get(`${URL}/:evidence_id`, { config: READ, schema: GET }, async (request) => {
    const { chain } = principalOf(request);
    const report = await findReport(db, chain, request.params.evidence_id);
    const removed_since = await removalsSince(db, chain, report.record);
    return { ...toApi(report), removed_since, sign_offs: await signed(chain, report) };
  });

  app.get(`${URL}/:evidence_id/pdf`, { config: READ, schema: PDF }, async (request, reply) => {
    const { chain, tenantId } = principalOf(request);
    const report = await findReport(db, chain, request.params.evidence_id);
    const since = {
      signings: await signOffsOf(db, chain, report.evidenceId),
      removed: await removalsSince(db, chain, report.record),
    };
    const pdf = await printer.printFor(db, tenantId, report, since);
    return (reply as FastifyReply).headers(attachment(nameOf(report, 'pdf'), 'pdf')).send(pdf);
  });

  app.get(`${URL}/:evidence_id/json`, { config: READ, schema: FILE }, async (request, reply) => {
    const { chain } = principalOf(request);
    const report = await findReport(db, chain, request.params.evidence_id);
    const text = await reportFile(services, chain, report);
    return (reply as FastifyReply)
      .headers(attachment(nameOf(report, 'json'), 'json'))
      .send(Buffer.from(text));
  });

  async function signed(chain: number, { evidenceId }: FoundReport) {
    const signings = await signOffsOf(db, chain, evidenceId);
    return signings.map((each) => ({ evidence_id: each.evidenceId, ...each.signOff }));
  }
};

const signingRoutes: Noun<Deps> = (app, services) => {
  app.post(`${URL}/:evidence_id/sign-offs/prepare`, { config: WRITE, schema: PREPARE }, async (request) => {
    const subject = subjectOf(request.params.evidence_id, request.body);
    const { statement, challenge, rpId, passkeys } = await prepareSignOff(
      services,
      principalOf(request),
      subject,
    );
    return { statement, challenge, rp_id: rpId, passkeys };
  });

  app.post(`${URL}/:evidence_id/sign-offs`, { config: WRITE, schema: SIGN }, async (request) => {
    const { signed_at, control, comment, ...assertion } = request.body;
    const subject = subjectOf(request.params.evidence_id, { control, comment });
    const signedAt = requiredMoment(signed_at);
    const made = await signOff(services, principalOf(request), { ...subject, signedAt }, assertion);
    return { evidence_id: made.evidenceId, ...made.signOff };
  });
};

interface Subject {
  control?: { framework: string; control: string } | null | undefined;
  comment?: string | null | undefined;
}

function subjectOf(reportId: string, { control = null, comment = null }: Subject) {
  return { reportId, control, comment };
}

function toApi({ evidenceId, sha256, record }: FoundReport) {
  return { evidence_id: evidenceId, sha256, ...record };
}

function nameOf({ evidenceId }: FoundReport, ending: string): string {
  return `assize-exceptions-${evidenceId}.${ending}`;
}
