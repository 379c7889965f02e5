/** The shapes in which a back-test is asked for and told. */
import { LAW_IDS, MAX_EXAMPLES, VERDICTS } from '../../evaluation/index.ts';
import { Moment } from '../shared/evidence-filters.ts';
import { Detail, refusals } from '../shared/response-schemas.ts';
import Type, { type Static, type TSchema } from '../validation/schema-words.ts';
import { policyParams, ValidateBody } from './policy-schemas.ts';
import { SettingsBody } from './settings-schemas.ts';

const terms = {
  settings: Type.Optional(SettingsBody),
  settings_version: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 2_147_483_647, description: 'Instead; 0 for the standard settings' }),
  ),
  from_date: Type.Optional(Moment('The first moment of the period')),
  to_date: Type.Optional(Moment('The moment behind its last')),
  examples: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: MAX_EXAMPLES,
      description: `Evaluations that are named of each change, at most; default: ${MAX_EXAMPLES}`,
    }),
  ),
};
const strict = { additionalProperties: false } as const;

const SettingsTerms = Type.Object(terms, { ...strict, examples: [{ settings_version: 0 }] });
export type BacktestTerms = Static<typeof SettingsTerms>;

const PolicyTerms = Type.Object(
  {
    version: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 2_147_483_647,
        description: 'The version that is tried; the newest, where neither this nor a draft is given',
      }),
    ),
    policy: Type.Optional(
      Type.Object(ValidateBody.properties, {
        ...strict,
        description: 'A draft that is tried; there need be no policy of this name',
      }),
    ),
    ...terms,
  },
  { ...strict, examples: [{ version: 2, from_date: '2026-10-01' }] },
);

const Count = (description: string) => Type.Integer({ minimum: 0, description });
const Verdict = Type.Enum([...VERDICTS]);
const OrNull = <T extends TSchema>(schema: T, description?: string) =>
  Type.Union([schema, Type.Null()], description === undefined ? {} : { description });

const Example = Type.Object({
  evidence_id: Type.String(),
  action: Type.String(),
  created_at: Type.String({ format: 'date-time' }),
  rules: Type.Array(Type.String(), { description: 'That match then, as policy/rule' }),
  laws: Type.Array(Type.Enum([...LAW_IDS]), { description: 'That do not pass then' }),
});

const Result = Type.Object(
  {
    policy: OrNull(Type.String(), 'null where settings alone are tried'),
    version: OrNull(Type.Integer(), 'null of a draft'),
    from_date: OrNull(Type.String()),
    to_date: OrNull(Type.String()),
    evaluations: Count('That were judged again'),
    skipped: Count('Whose payload was redacted or has expired, so that there is nothing to judge'),
    changed_count: Count('Whose verdict would be another'),
    changed: Type.Array(
      Type.Object({
        from: Verdict,
        to: Verdict,
        count: Count('Verdicts'),
        examples: Type.Array(Example, { description: 'The newest, oldest first' }),
      }),
      { description: 'The most frequent first' },
    ),
    rules: Type.Array(
      Type.Object({
        rule: Type.String(),
        matched: Count('Evaluations in which it matches'),
        erred: Count('In which it could not be evaluated, which blocks'),
      }),
      { description: 'Of what is tried, in its order' },
    ),
    erred_count: Count('Evaluations in which some rule of it could not be evaluated'),
    duration_ms: Count('ms'),
  },
  { description: 'What would have been decided otherwise' },
);

const BACKTEST = {
  description:
    'Nothing is recorded. With `Accept: application/x-ndjson`, lines ' +
    '`{"progress":{"done","total"}}` come while it works, in artifacts, and at the end `{"result":{…}}` or `{"error":{…}}`.',
  response: {
    200: {
      description: 'What would have been decided otherwise',
      content: {
        'application/json': { schema: Result },
        'application/x-ndjson': { schema: Type.String({ description: 'A JSON object on each line' }) },
      },
    },
    429: Type.Object(Detail.properties, {
      description: 'Too many are under way: try again after Retry-After seconds',
    }),
    ...refusals('a', 404, 409, 422),
  },
};

export const BACKTEST_POLICY = {
  ...BACKTEST,
  operationId: 'backtestPolicy',
  summary: 'Judge recorded evaluations again, under a version or a draft of a policy',
  tags: ['Policies'],
  params: policyParams,
  body: PolicyTerms,
};

export const BACKTEST_SETTINGS = {
  ...BACKTEST,
  operationId: 'backtestSettings',
  summary: 'Judge recorded evaluations again, under other settings',
  tags: ['Settings'],
  body: SettingsTerms,
};
