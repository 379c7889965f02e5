/** The shapes in which policies go in and out. */
import {
  EFFECTS,
  LONGEST_SOURCE,
  MAX_LIST_VALUES,
  MAX_LISTS,
  MAX_RULES,
  MAX_TEXT_CHARACTERS,
  MAX_VARIABLES,
  NAME_PATTERN,
  WORD_PATTERN,
} from '../../governance/policies/index.ts';
import { NO_NUL } from '../shared/context-schema.ts';
import Type, { type TSchema } from '../validation/schema-words.ts';

const IsoTime = Type.String({ format: 'date-time' });
const Hash = Type.String({ description: 'SHA-256 of the canonical JSON of the document: sha256: and hex' });
const nullable = <T extends TSchema>(schema: T, description: string) =>
  Type.Union([schema, Type.Null()], { description });

const PolicyName = Type.String({
  pattern: NAME_PATTERN,
  description: 'Lower-case letters, digits, dashes and underscores, at most 64',
  examples: ['payments'],
});
const text = (description: string) =>
  Type.String({ maxLength: MAX_TEXT_CHARACTERS, pattern: NO_NUL, description });
const Version = (description: string) => Type.Integer({ minimum: 1, maximum: 2_147_483_647, description });

const Rule = Type.Object(
  {
    id: Type.String({ pattern: NAME_PATTERN, description: 'Unique in its policy' }),
    description: Type.Optional(text('Which harm it prevents')),
    when: Type.String({
      minLength: 1,
      maxLength: LONGEST_SOURCE,
      pattern: NO_NUL,
      description:
        'A CEL expression that is true or false, of action, description, context, agent, user and facts, and of the variables and lists of this policy',
    }),
    effect: Type.Enum([...EFFECTS]),
    message: Type.Optional(text('What a caller is told where it matches')),
  },
  { additionalProperties: false },
);

const Variable = Type.Object(
  {
    name: Type.String({ pattern: WORD_PATTERN, description: 'Unique in its policy' }),
    expression: Type.String({
      minLength: 1,
      maxLength: LONGEST_SOURCE,
      pattern: NO_NUL,
      description: 'A CEL expression of any value, of what rules can name and of the variables before it',
    }),
  },
  { additionalProperties: false },
);

/** What a value may be is held against it where policies are: said here, it took 130 ms to say of 80,000 that they are none. */
const ListValue = Type.Unsafe<string | number>({
  description: `A text of at most ${MAX_TEXT_CHARACTERS} characters, or a number`,
});

const Lists = Type.Record(
  Type.String({ pattern: WORD_PATTERN }),
  Type.Array(ListValue, { maxItems: MAX_LIST_VALUES }),
  {
    additionalProperties: false,
    maxProperties: MAX_LISTS,
    description: `Texts and numbers that rules look values up in, as lists. and their name; at most ${MAX_LIST_VALUES} in all`,
  },
);

const documentFields = {
  description: Type.Optional(text('What the policy is for')),
  rules: Type.Array(Rule, { minItems: 1, maxItems: MAX_RULES }),
  variables: Type.Optional(
    Type.Array(Variable, {
      maxItems: MAX_VARIABLES,
      description: 'Values that rules can name, as variables. and their name; each can name those before it',
    }),
  ),
  lists: Type.Optional(Lists),
};

const RULES = [
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
  { expected_version: Version('The latest version there is'), ...documentFields },
  { additionalProperties: false, examples: [{ expected_version: 1, rules: RULES }] },
);

export const ValidateBody = Type.Object(
  { name: Type.Optional(PolicyName), ...documentFields },
  { additionalProperties: false, examples: [{ rules: RULES }] },
);

export const DraftPolicy = Type.Object(
  { name: Type.Optional(PolicyName), ...documentFields },
  {
    additionalProperties: false,
    description: 'A draft that is tried: in place of the policy in force by its name, or beside all others',
  },
);

const expectedInForce = {
  expected_version: nullable(Version('A number'), 'The version believed in force; null for none'),
};

export const ActivateBody = Type.Object(
  { version: Version('The one to be in force'), ...expectedInForce },
  { additionalProperties: false, examples: [{ version: 1, expected_version: null }] },
);

export const DeactivateBody = Type.Object(expectedInForce, {
  additionalProperties: false,
  examples: [{ expected_version: 1 }],
});

export const RollBackBody = Type.Object(expectedInForce, {
  additionalProperties: false,
  examples: [{ expected_version: null }],
});

export const VersionsQuery = Type.Object({
  before: Type.Optional(Version('Only versions older than this one')),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, default: 100 })),
});

export const ShownPolicy = Type.Object(
  {
    name: Type.String(),
    active_version: nullable(Type.Integer(), 'The version in force; null where none is'),
    hash: nullable(Hash, 'Of the document of the version in force'),
    former_version: nullable(Type.Integer(), 'What a roll-back goes to'),
    latest_version: Type.Integer(),
    created_at: IsoTime,
    created_by: Type.String({ description: 'The id of a key, or operator' }),
    changed_at: Type.String({
      format: 'date-time',
      description:
        'When another version came into force or none was any more; before that, as it was created',
    }),
    changed_by: Type.String(),
    evidence_id: nullable(Type.String(), 'The record of that change; null where there was none'),
  },
  { description: 'The policy' },
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

export const ShownVersion = Type.Object(
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
);

export const Validated = Type.Object(
  {
    valid: Type.Boolean(),
    faults: Type.Array(
      Type.Object({
        rule: nullable(Type.String(), 'Its id; null where a variable is at fault'),
        variable: nullable(Type.String(), 'Its name; null where a rule is at fault'),
        line: Type.Integer({ description: 'In the source of the rule or the variable, from 1' }),
        column: Type.Integer({ description: 'From 1' }),
        message: Type.String(),
      }),
    ),
  },
  { description: 'What is wrong with the rules and variables; creating a policy would refuse them for it' },
);
