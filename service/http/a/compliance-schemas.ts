/** The schemas of requests and answers about compliance. */

import Type from 'typebox';
import { FRAMEWORK_IDS, RESULTS } from '../../compliance/index.ts';
import { named } from '../answers/named.ts';
import { IsoTime, orNull, refusals } from '../answers/response-schemas.ts';
import { AllowanceExceeded } from '../limits/usage-headers.ts';
import { Moment } from '../requests/evidence-filters.ts';

const TAGS = ['Compliance'];
const FrameworkName = Type.Enum([...FRAMEWORK_IDS]);
const Result = Type.Enum([...RESULTS]);

const framework = {
  id: FrameworkName,
  name: Type.String(),
  edition: Type.String({ description: 'The text that the controls interpret' }),
  scope: Type.String({ description: 'Who it applies to, and which parts of it are covered' }),
};

const published = {
  ...framework,
  source: Type.String({
    description: 'Where to find that text, and the source that the control numbers were checked against',
  }),
};

const control = {
  id: Type.String({ description: "The framework's own number" }),
  title: Type.String(),
  asks: Type.String({ description: 'In the words of this service, not of the framework' }),
};
const controlEvidence = {
  checks: Type.Array(Type.String(), {
    description: 'The checks that answer it; empty if it is entirely out of scope',
  }),
  evidence: orNull(Type.String({ description: 'The subject of the check' })),
  outside: Type.String({ description: "The parts that software can't show" }),
};

const check = {
  id: Type.String(),
  title: Type.String(),
  rule: Type.String(),
  occasional: Type.Boolean({
    description: 'The checked event may never happen; if it did not, the result leaves the check out',
  }),
  decisive: Type.Boolean({ description: 'If this is not met, the control is not met' }),
};

const FrameworkDescribed = Type.Object(
  {
    ...published,
    controls: Type.Array(Type.Object({ ...control, ...controlEvidence })),
    checks: Type.Array(Type.Object(check), { description: 'The checks that its controls are based on' }),
  },
  { description: 'The controls that are covered, and how each is judged' },
);

const CheckAnswered = named(
  'ComplianceCheck',
  Type.Object(
    {
      evidence_id: Type.String({ description: 'The evidence whose payload is this answer' }),
      framework: Type.Object({ ...framework, id: Type.String() }),
      period: Type.Object({
        from: IsoTime,
        to: Type.String({ format: 'date-time', description: 'Not included' }),
      }),
      governed: Type.Optional(
        Type.Object(
          { from: IsoTime, to: IsoTime },
          {
            description:
              'The part of the period for which settings, policies, budgets and keys were judged: from its first evaluation on. Older checks judged them at the time of the check, and lack this member',
          },
        ),
      ),
      checked_at: IsoTime,
      checked_by: Type.String(),
      tenant: Type.Object({ id: Type.String(), name: Type.String() }),
      environment: Type.String(),
      evidence: Type.Object({
        chain_id: Type.String(),
        tree_size: Type.Integer({
          description: 'The number of artifacts in the chain at the time of the check',
        }),
        records_in_period: Type.Integer(),
        evaluations_in_period: Type.Integer(),
        checkpoint: orNull(
          Type.Object({
            tree_size: Type.Integer(),
            root_hash: Type.String(),
            signed_at: IsoTime,
            note: Type.String({ description: 'The signed note, verbatim' }),
          }),
        ),
      }),
      summary: Type.Object(
        {
          met: Type.Integer(),
          partial: Type.Integer(),
          not_met: Type.Integer(),
          not_assessed: Type.Integer({
            description: 'Nothing to judge, or out of scope; never counted as met',
          }),
        },
        { description: 'Controls by result' },
      ),
      controls: Type.Array(
        Type.Object({
          ...control,
          result: Result,
          reason: orNull(
            Type.Enum(['outside', 'nothing_to_judge'], { description: 'Why the control was not assessed' }),
          ),
          ...controlEvidence,
          checks_met: Type.Integer(),
        }),
      ),
      checks: Type.Array(
        Type.Object({
          ...check,
          result: Result,
          finding: Type.String(),
          counts: Type.Record(Type.String(), Type.Integer()),
          evidence_ids: Type.Array(Type.String(), { description: 'The newest, at most 20' }),
        }),
      ),
    },
    { description: 'The findings, which are evidence and on disk' },
  ),
);

export const FRAMEWORKS_LISTED = {
  operationId: 'complianceFrameworks',
  summary: 'List the frameworks you can check against',
  tags: TAGS,
  response: {
    200: Type.Object(
      {
        items: Type.Array(Type.Object({ ...published, controls: Type.Integer({ description: 'How many' }) })),
      },
      { description: 'All frameworks' },
    ),
    429: AllowanceExceeded,
    ...refusals('a'),
  },
};

export const FRAMEWORK = {
  operationId: 'complianceFramework',
  summary: 'Get a framework: its controls, and the checks that answer them',
  tags: TAGS,
  params: Type.Object({ framework: Type.String() }),
  response: { 200: FrameworkDescribed, 429: AllowanceExceeded, ...refusals('a', 404) },
};

export const CHECK = {
  operationId: 'checkCompliance',
  summary: 'Check the evidence of a period against a framework',
  tags: TAGS,
  body: Type.Object(
    {
      framework: FrameworkName,
      from_date: Type.Optional(Moment('Recorded at this time or later; by default 90 days before the end')),
      to_date: Type.Optional(Moment('Recorded before this time; by default now')),
    },
    { additionalProperties: false, examples: [{ framework: 'eu_ai_act', from_date: '2026-01-01' }] },
  ),
  response: { 200: CheckAnswered, 429: AllowanceExceeded, ...refusals('a', 422) },
};

const params = Type.Object({ evidence_id: Type.String() });

export const RECORDED_CHECK = {
  operationId: 'complianceCheck',
  summary: 'Get a recorded compliance check',
  tags: TAGS,
  params,
  response: { 200: CheckAnswered, ...refusals('a', 404) },
};

export const REPORT = {
  operationId: 'complianceReport',
  summary: 'Get the report of a recorded compliance check as PDF',
  tags: TAGS,
  params,
  response: {
    200: {
      description: 'Made from the record, so it has the same bytes each time',
      content: {
        'application/pdf': { schema: Type.String({ contentMediaType: 'application/pdf' }) },
      },
    },
    ...refusals('a', 404),
  },
};
