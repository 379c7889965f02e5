/** The schemas of policies. */

import Type from 'typebox';
import {
  MAX_LIST_VALUES,
  MAX_LISTS,
  MAX_RULES,
  MAX_SOURCE_CHARACTERS,
  MAX_TEXT_CHARACTERS,
  MAX_VARIABLES,
  NAME_PATTERN,
  WORD_PATTERN,
} from '../../../governance/policies/documents/index.ts';
import { EFFECTS } from '../../../governance/policies/index.ts';
import { named } from '../../answers/named.ts';
import { IsoTime, orNull } from '../../answers/response-schemas.ts';
import { NO_NUL } from '../../requests/context-schema.ts';
import { pageLimit } from '../../requests/evidence-filters.ts';

const Hash = Type.String({ description: 'SHA-256 of the canonical JSON of the document: sha256: and hex' });

const PolicyName = Type.String({
  pattern: NAME_PATTERN,
  description: 'Lower-case letters, digits, dashes and underscores, at most 64',
  examples: ['payments'],
});
const text = (description: string) =>
  Type.String({ maxLength: MAX_TEXT_CHARACTERS, pattern: NO_NUL, description });
const Version = (description: string) => Type.Integer({ minimum: 1, maximum: 2_147_483_647, description });

const Rule = named(
  'PolicyRule',
  Type.Object(
    {
      id: Type.String({ pattern: NAME_PATTERN, description: 'Unique in its policy' }),
      description: Type.Optional(text('The harm that the rule prevents')),
      when: Type.String({
        minLength: 1,
        maxLength: MAX_SOURCE_CHARACTERS,
        pattern: NO_NUL,
        description:
          'A CEL expression that is true or false. It may use action, description, context, agent, user and facts, and the variables and lists of this policy',
      }),
      effect: Type.Enum([...EFFECTS]),
      message: Type.Optional(text('The message for the caller if the rule matches')),
    },
    { additionalProperties: false },
  ),
);

const Variable = named(
  'PolicyVariable',
  Type.Object(
    {
      name: Type.String({ pattern: WORD_PATTERN, description: 'Unique in its policy' }),
      expression: Type.String({
        minLength: 1,
        maxLength: MAX_SOURCE_CHARACTERS,
        pattern: NO_NUL,
        description:
          'A CEL expression of any type. It may use everything that rules may, and the variables before it',
      }),
    },
    { additionalProperties: false },
  ),
);

/** The policy code checks the type of each value. Checking 80,000 wrong values by schema took 130 ms. */
const ListValue = Type.Unsafe<string | number>({
  description: `Text of at most ${MAX_TEXT_CHARACTERS} characters, or a number`,
});

const Lists = named(
  'PolicyLists',
  Type.Record(Type.String({ pattern: WORD_PATTERN }), Type.Array(ListValue, { maxItems: MAX_LIST_VALUES }), {
    additionalProperties: false,
    maxProperties: MAX_LISTS,
    description: `Text and numbers that rules can search, as lists. and the name; at most ${MAX_LIST_VALUES} in all`,
  }),
);

export const documentFields = {
  description: Type.Optional(text('The purpose of the policy')),
  rules: Type.Array(Rule, { minItems: 1, maxItems: MAX_RULES }),
  variables: Type.Optional(
    Type.Array(Variable, {
      maxItems: MAX_VARIABLES,
      description: 'Values that rules can use, as variables. and the name; each may use those before it',
    }),
  ),
  lists: Type.Optional(Lists),
};

export const RULES = [
  {
    id: 'large-payment',
    when: 'action == "payment.send" && context.amount_usd > 1000',
    effect: 'escalate' as const,
    message: 'Payments above 1,000 USD need a person.',
  },
];

export const policyParams = Type.Object({ name: Type.String() });
export const versionParams = Type.Object({
  name: Type.String(),
  version: Version('Its number'),
});

export const CreateBody = Type.Object(
  { name: PolicyName, ...documentFields },
  { additionalProperties: false, examples: [{ name: 'payments', rules: RULES }] },
);

export const VersionBody = Type.Object(
  { expected_version: Version('The latest version'), ...documentFields },
  { additionalProperties: false, examples: [{ expected_version: 1, rules: RULES }] },
);

export const DraftPolicy = named(
  'DraftPolicy',
  Type.Object(
    { name: Type.Optional(PolicyName), ...documentFields },
    {
      additionalProperties: false,
      description: 'A draft to try, instead of the policy of that name, or in addition to all others',
    },
  ),
);

export const ValidateBody = {
  ...DraftPolicy,
  description: 'The policy to check',
  examples: [{ rules: RULES }],
};

const expectedInForce = {
  expected_version: orNull(Version('A number'), 'The version you expect to be in force; null for none'),
};

export const ActivateBody = Type.Object(
  { version: Version('The version to put in force'), ...expectedInForce },
  { additionalProperties: false, examples: [{ version: 1, expected_version: null }] },
);

export const DeactivateBody = named(
  'ExpectedPolicyVersion',
  Type.Object(expectedInForce, {
    additionalProperties: false,
    examples: [{ expected_version: 1 }],
  }),
);

export const RollBackBody = { ...DeactivateBody, examples: [{ expected_version: null }] };

export const VersionsQuery = Type.Object({
  before: Type.Optional(Version('Only versions older than this one')),
  limit: pageLimit,
});

export const ShownPolicy = named(
  'Policy',
  Type.Object(
    {
      name: Type.String(),
      active_version: orNull(Type.Integer(), 'The version in force; null if there is none'),
      hash: orNull(Hash, 'The hash of the version in force'),
      former_version: orNull(Type.Integer(), 'The version that a rollback would put in force'),
      latest_version: Type.Integer(),
      created_at: IsoTime,
      created_by: Type.String({ description: 'The id of a key, or operator' }),
      changed_at: Type.String({
        format: 'date-time',
        description: 'When the version in force last changed; until then, when the policy was created',
      }),
      changed_by: Type.String(),
      evidence_id: orNull(Type.String(), 'The evidence of that change; null if there was none'),
    },
    { description: 'The policy' },
  ),
);

export const ListedPolicies = Type.Object(
  { policies: Type.Array(ShownPolicy), total: Type.Integer() },
  { description: 'By name' },
);

const versionFields = {
  name: Type.String(),
  version: Type.Integer(),
  hash: Hash,
  description: Type.String(),
  rule_count: Type.Integer(),
  created_at: IsoTime,
  created_by: Type.String({ description: 'The id of a key, or operator' }),
};

export const ListedVersions = Type.Object(
  {
    versions: Type.Array(Type.Object(versionFields)),
    active_version: ShownPolicy.properties.active_version,
    latest_version: Type.Integer(),
  },
  { description: 'Newest first, without their rules' },
);

export const ShownVersion = named(
  'PolicyVersion',
  Type.Object(
    {
      ...versionFields,
      rules: Type.Array(
        Type.Object({
          id: Type.String(),
          description: Type.String(),
          when: Type.String(),
          effect: Type.Enum([...EFFECTS]),
          message: Type.String(),
        }),
      ),
      variables: Type.Optional(Type.Array(Type.Object({ name: Type.String(), expression: Type.String() }))),
      lists: Type.Optional(Lists),
      active_version: ShownPolicy.properties.active_version,
      latest_version: Type.Integer(),
    },
    { description: 'The version, which never changes' },
  ),
);

const PolicyFault = named(
  'PolicyFault',
  Type.Object({
    rule: orNull(Type.String(), 'The id of the rule; null if a variable is wrong'),
    variable: orNull(Type.String(), 'The name of the variable; null if a rule is wrong'),
    line: Type.Integer({ description: 'The line in the source of the rule or variable, from 1' }),
    column: Type.Integer({ description: 'From 1' }),
    message: Type.String(),
  }),
);

/** The faults of a policy. */
export const FAULTS = { valid: Type.Boolean(), faults: Type.Array(PolicyFault) };

export const WHAT_IS_WRONG =
  'The faults of the rules and variables; creating a policy would be refused for the same reasons';

export const Validated = Type.Object(FAULTS, { description: WHAT_IS_WRONG });
