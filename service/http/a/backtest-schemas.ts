/** The shapes in which a back-test is asked for and told. */

import Type, { type Static, type TSchema } from 'typebox';
import { LAW_IDS, MAX_EXAMPLES, VERDICTS } from '../../evaluation/index.ts';
import { Moment } from '../shared/evidence-filters.ts';
import { Detail, refusals } from '../shared/response-schemas.ts';
import { policyParams, ValidateBody } from './policy-schemas.ts';
import { SettingsBody } from './settings-schemas.ts';

const terms = {
  settings: Type.Optional(SettingsBody),
  settings_version: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 2_147_483_647,
      description: 'A stored version instead; 0 is the standard settings',
    }),
  ),
  from_date: Type.Optional(Moment('The first moment of the period')),
  to_date: Type.Optional(Moment('The end of the period, not included')),
  examples: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: MAX_EXAMPLES,
      description: `How many evaluations to name for each change, at most; default: ${MAX_EXAMPLES}`,
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
        description: 'The version to try; the newest if you give neither this nor a draft',
      }),
    ),
    policy: Type.Optional(
      Type.Object(ValidateBody.properties, {
        ...strict,
        description: 'A draft to try; a policy of this name need not exist',
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
  rules: Type.Array(Type.String(), { description: 'The rules that would match, as policy/rule' }),
  laws: Type.Array(Type.Enum([...LAW_IDS]), { description: 'The laws that would not pass' }),
});

const Result = Type.Object(
  {
    policy: OrNull(Type.String(), 'null if only settings are tried'),
    version: OrNull(Type.Integer(), 'null for a draft'),
    from_date: OrNull(Type.String()),
    to_date: OrNull(Type.String()),
    evaluations: Count('How many evaluations were judged again'),
    skipped: Count('How many were skipped, because their payload was redacted or has expired'),
    changed_count: Count('How many verdicts would be different'),
    changed: Type.Array(
      Type.Object({
        from: Verdict,
        to: Verdict,
        count: Count('Verdicts'),
        examples: Type.Array(Example, { description: 'The newest, oldest first' }),
      }),
      { description: 'Most frequent first' },
    ),
    rules: Type.Array(
      Type.Object({
        rule: Type.String(),
        matched: Count('In how many evaluations the rule matches'),
        erred: Count('In how many it could not be evaluated, which blocks'),
      }),
      { description: 'The rules of the policy that is tried, in their order' },
    ),
    erred_count: Count('In how many evaluations some rule could not be evaluated'),
    duration_ms: Count('ms'),
  },
  { description: 'Which verdicts would have been different' },
);

const BACKTEST = {
  description:
    'Nothing is recorded. With `Accept: application/x-ndjson` you get lines ' +
    '`{"progress":{"done","total"}}` (in artifacts) while it works, and at the end `{"result":{…}}` or `{"error":{…}}`.',
  response: {
    200: {
      description: 'Which verdicts would have been different',
      content: {
        'application/json': { schema: Result },
        'application/x-ndjson': { schema: Type.String({ description: 'One JSON object on each line' }) },
      },
    },
    429: Type.Object(Detail.properties, {
      description: 'Too many back-tests are running: try again after Retry-After seconds',
    }),
    ...refusals('a', 404, 409, 422),
  },
};

export const BACKTEST_POLICY = {
  ...BACKTEST,
  operationId: 'backtestPolicy',
  summary: 'Judge recorded evaluations again under a version or a draft of a policy',
  tags: ['Policies'],
  params: policyParams,
  body: PolicyTerms,
};

export const BACKTEST_SETTINGS = {
  ...BACKTEST,
  operationId: 'backtestSettings',
  summary: 'Judge recorded evaluations again under other settings',
  tags: ['Settings'],
  body: SettingsTerms,
};
