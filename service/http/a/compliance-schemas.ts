/** What is asked and answered about compliance. */
import { FRAMEWORK_IDS, RESULTS } from '../../compliance/index.ts';
import { Moment } from '../shared/evidence-filters.ts';
import { refusals } from '../shared/response-schemas.ts';
import { UsedUp } from '../shared/usage-headers.ts';
import Type, { type TSchema } from '../validation/schema-words.ts';

const TAGS = ['Compliance'];
const IsoTime = Type.String({ format: 'date-time' });
const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
const FrameworkName = Type.Enum([...FRAMEWORK_IDS]);
const Result = Type.Enum([...RESULTS]);

const framework = {
  id: FrameworkName,
  name: Type.String(),
  edition: Type.String({ description: 'Which text the controls are a reading of' }),
  scope: Type.String({ description: 'Whom it concerns, and what of it is taken up' }),
};

const published = {
  ...framework,
  source: Type.String({
    description: 'Where that text is had, and against what the numbers of the controls were held',
  }),
};

const control = {
  id: Type.String({ description: 'As the framework numbers it' }),
  title: Type.String(),
  asks: Type.String({ description: 'In words of this service, not of the framework' }),
};
const controlEvidence = {
  checks: Type.Array(Type.String(), { description: 'That answer it; none where all of it is outside' }),
  evidence: Nullable(Type.String({ description: 'What shows it' })),
  outside: Type.String({ description: 'What software can not show' }),
};

const check = {
  id: Type.String(),
  title: Type.String(),
  rule: Type.String(),
  occasional: Type.Boolean({
    description: 'What it asks for need not happen: left out of a result where there was no occasion',
  }),
  decisive: Type.Boolean({ description: 'Where it is not met, the control is not' }),
};

const FrameworkDescribed = Type.Object(
  {
    ...published,
    controls: Type.Array(Type.Object({ ...control, ...controlEvidence })),
    checks: Type.Array(Type.Object(check), { description: 'That its controls rest on' }),
  },
  { description: 'The controls that are taken up, and by what each is judged' },
);

const CheckAnswered = Type.Object(
  {
    evidence_id: Type.String({ description: 'The artifact that this answer is the payload of' }),
    framework: Type.Object({ ...framework, id: Type.String() }),
    period: Type.Object({
      from: IsoTime,
      to: Type.String({ format: 'date-time', description: 'Exclusive' }),
    }),
    governed: Type.Optional(
      Type.Object(
        { from: IsoTime, to: IsoTime },
        {
          description:
            'The part of the period over which settings, policies, budgets and keys were judged: from its first evaluation on. Earlier checks judged them as they stood when they ran, and have none',
        },
      ),
    ),
    checked_at: IsoTime,
    checked_by: Type.String(),
    tenant: Type.Object({ id: Type.String(), name: Type.String() }),
    environment: Type.String(),
    evidence: Type.Object({
      chain_id: Type.String(),
      tree_size: Type.Integer({ description: 'Artifacts of the chain when it was looked at' }),
      records_in_period: Type.Integer(),
      evaluations_in_period: Type.Integer(),
      checkpoint: Nullable(
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
        not_assessed: Type.Integer({ description: 'Nothing to judge, or outside: never a pass' }),
      },
      { description: 'Controls by result' },
    ),
    controls: Type.Array(
      Type.Object({
        ...control,
        result: Result,
        reason: Nullable(
          Type.Enum(['outside', 'nothing_to_judge'], { description: 'Why it was not assessed' }),
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
  { description: 'What was found. It is evidence, and on disk' },
);

export const FRAMEWORKS_LISTED = {
  operationId: 'complianceFrameworks',
  summary: 'The frameworks that can be checked against',
  tags: TAGS,
  response: {
    200: Type.Object(
      {
        items: Type.Array(Type.Object({ ...published, controls: Type.Integer({ description: 'How many' }) })),
      },
      { description: 'All of them' },
    ),
    429: UsedUp,
    ...refusals('a'),
  },
};

export const FRAMEWORK = {
  operationId: 'complianceFramework',
  summary: 'A framework: its controls, and what answers them',
  tags: TAGS,
  params: Type.Object({ framework: Type.String() }),
  response: { 200: FrameworkDescribed, 429: UsedUp, ...refusals('a', 404) },
};

export const CHECK = {
  operationId: 'checkCompliance',
  summary: 'Hold the evidence of a period against a framework',
  tags: TAGS,
  body: Type.Object(
    {
      framework: FrameworkName,
      from_date: Type.Optional(
        Moment('Recorded at this time or later; 90 days before the end, where it is left out'),
      ),
      to_date: Type.Optional(Moment('Recorded before this time; now, where it is left out')),
    },
    { additionalProperties: false, examples: [{ framework: 'eu_ai_act', from_date: '2026-01-01' }] },
  ),
  response: { 200: CheckAnswered, 429: UsedUp, ...refusals('a', 422) },
};

const params = Type.Object({ evidence_id: Type.String() });

export const RECORDED_CHECK = {
  operationId: 'complianceCheck',
  summary: 'A compliance check as it was recorded',
  tags: TAGS,
  params,
  response: { 200: CheckAnswered, ...refusals('a', 404) },
};

export const REPORT = {
  operationId: 'complianceReport',
  summary: 'The report of a recorded compliance check, as PDF',
  tags: TAGS,
  params,
  response: {
    200: {
      description: 'Printed from the record: the same bytes each time',
      content: {
        'application/pdf': { schema: Type.String({ contentMediaType: 'application/pdf' }) },
      },
    },
    ...refusals('a', 404),
  },
};
