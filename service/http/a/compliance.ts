/** Surface A: frameworks, compliance checks, and their reports. */

import type { FastifyReply } from 'fastify';
import {
  type ComplianceDeps,
  checkCompliance,
  describeFramework,
  FRAMEWORK_IDS,
  findCheck,
  listFrameworks,
  RESULTS,
  type RecordedCheck,
  ReportPrinter,
} from '../../compliance/index.ts';
import type { Principal } from '../../keys/index.ts';
import { allowanceFor, countCall } from '../../usage/index.ts';
import { attachment, Pdf } from '../answers/files.ts';
import { inTypes, routesOf } from '../answers/routes.ts';
import { principalOf, READ, WRITE } from '../callers/access.ts';
import { AllowanceExceeded } from '../limits/usage-headers.ts';
import { parseMoment } from '../requests/evidence-filters.ts';
import * as is from '../schemas/fields.ts';
import { body, described, describedRecord, object } from '../schemas/objects.ts';
import type { Noun, Services } from '../services.ts';
import { VerdictCounts } from './access/agent-schemas.ts';
import { CheckpointShown, Period } from './compliance-schemas.ts';

const route = routesOf('a', 'Compliance');
const FrameworkName = is.oneOf(FRAMEWORK_IDS);
const Result = is.oneOf(RESULTS);

const framework = {
  id: FrameworkName,
  name: is.text(),
  edition: is.text('The text that the controls interpret'),
  scope: is.text('Who it applies to, and which parts of it are covered'),
};

const published = {
  ...framework,
  source: is.text('Where to find that text, and the source that the control numbers were checked against'),
};

const control = {
  id: is.text("The framework's own number"),
  title: is.text(),
  asks: is.text('In the words of this service, not of the framework'),
};
const controlEvidence = {
  checks: is.list(is.text(), 'The checks that answer it; empty if it is entirely out of scope'),
  evidence: is.orNull(is.text('The subject of the check')),
  outside: is.text("The parts that software can't show"),
};

const check = {
  id: is.text(),
  title: is.text(),
  rule: is.text(),
  occasional: is.flag('The checked event may never happen; if it did not, the result leaves the check out'),
  decisive: is.flag('If this is not met, the control is not met'),
};

const FrameworkDescribed = described('The controls that are covered, and how each is judged', {
  ...published,
  controls: is.list(object({ ...control, ...controlEvidence })),
  checks: is.list(object(check), 'The checks that its controls are based on'),
});

const CheckAnswered = describedRecord('ComplianceCheck', 'The findings, which are evidence and on disk', {
  evidence_id: is.text('The evidence whose payload is this answer'),
  framework: object({ ...framework, id: is.text() }),
  period: Period,
  governed: is.optional(
    described(
      'The part of the period for which settings, policies, budgets and keys were judged: from its first evaluation on. Older checks judged them at the time of the check, and lack this member',
      { from: is.time(), to: is.time() },
    ),
  ),
  checked_at: is.time(),
  checked_by: is.text(),
  tenant: object({ id: is.text(), name: is.text() }),
  environment: is.text(),
  evidence: object({
    chain_id: is.text(),
    tree_size: is.integer('The number of artifacts in the chain at the time of the check'),
    records_in_period: is.integer(),
    evaluations_in_period: is.integer(),
    checkpoint: is.orNull(CheckpointShown),
  }),
  summary: described('Controls by result', {
    met: is.integer(),
    partial: is.integer(),
    not_met: is.integer(),
    not_assessed: is.integer('Nothing to judge, or out of scope; never counted as met'),
  }),
  controls: is.list(
    object({
      ...control,
      result: Result,
      reason: is.orNull(is.oneOf(['outside', 'nothing_to_judge'], 'Why the control was not assessed')),
      ...controlEvidence,
      checks_met: is.integer(),
    }),
  ),
  checks: is.list(
    object({
      ...check,
      result: Result,
      finding: is.text(),
      counts: is.dictionary(is.text(), is.integer()),
      evidence_ids: is.list(is.text(), 'The newest, at most 20'),
    }),
  ),
  inventory: is.optional(
    described('The agents when it was checked. Older checks lack this member', {
      agents: is.list(
        object({
          agent_id: is.text(),
          name: is.orNull(is.text()),
          owner: is.orNull(object({ kind: is.text(), id: is.text() })),
          purpose: is.orNull(is.text()),
          status: is.text(),
          identified_by: is.orNull(is.text('How it proved its id the last time')),
          scopes: is.list(is.text(), 'What its own keys may do'),
          verdicts: VerdictCounts,
        }),
      ),
      more: is.integer('The number of agents that are left out'),
      evaluations: is.integer('The number of newest evaluations that the verdicts are from'),
      authenticated: is.integer('The number of those whose agent a key or a token proves'),
    }),
  ),
});

const FRAMEWORKS_LISTED = route('complianceFrameworks', 'List the frameworks you can check against', {
  200: described('All frameworks', {
    items: is.list(object({ ...published, controls: is.integer('How many') })),
  }),
  429: AllowanceExceeded,
});

const FRAMEWORK = route(
  'complianceFramework',
  'Get a framework: its controls, and the checks that answer them',
  { params: object({ framework: is.text() }), 200: FrameworkDescribed, 429: AllowanceExceeded },
);

const CHECK = route('checkCompliance', 'Check the evidence of a period against a framework', {
  body: body([{ framework: 'eu_ai_act', from_date: '2026-01-01' }], {
    framework: FrameworkName,
    from_date: is.optional(is.moment('Recorded at this time or later; by default 90 days before the end')),
    to_date: is.optional(is.moment('Recorded before this time; by default now')),
  }),
  200: CheckAnswered,
  429: AllowanceExceeded,
});

const params = object({ evidence_id: is.text() });

const RECORDED_CHECK = route('complianceCheck', 'Get a recorded compliance check', {
  params,
  200: CheckAnswered,
});

const REPORT = route('complianceReport', 'Get the report of a recorded compliance check as PDF', {
  params,
  200: inTypes('Made from the record, so it has the same bytes each time', { 'application/pdf': Pdf }),
});

export const complianceA: Noun<ComplianceDeps & Pick<Services, 'quotas'>> = (app, services) => {
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
      const name = `assize-compliance-${check.record.framework.id}-${check.evidenceId}.pdf`;
      return (reply as FastifyReply).headers(attachment(name, 'pdf')).send(pdf);
    },
  );
};

function toApi({ evidenceId, record }: RecordedCheck) {
  return { evidence_id: evidenceId, ...record };
}
