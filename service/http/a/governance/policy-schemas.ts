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
import * as is from '../../schemas/fields.ts';
import {
  body,
  closedRecord,
  described,
  describedRecord,
  named,
  namedBody,
  object,
  record,
} from '../../schemas/objects.ts';

const Hash = is.text('SHA-256 of the canonical JSON of the document: sha256: and hex');

const PolicyName = is.text({
  pattern: NAME_PATTERN,
  description: 'Lower-case letters, digits, dashes and underscores, at most 64',
  examples: ['payments'],
});
const shortText = (description: string) =>
  is.text(description, { maxLength: MAX_TEXT_CHARACTERS, pattern: is.NO_NUL });
const Version = (description: string) => is.integer(description, { minimum: 1, maximum: 2_147_483_647 });

const Rule = closedRecord('PolicyRule', {
  id: is.text('Unique in its policy', { pattern: NAME_PATTERN }),
  description: is.optional(shortText('The harm that the rule prevents')),
  when: is.label(
    'A CEL expression that is true or false. It may use action, description, context, agent, user and facts, and the variables and lists of this policy',
    MAX_SOURCE_CHARACTERS,
  ),
  effect: is.oneOf(EFFECTS),
  message: is.optional(shortText('The message for the caller if the rule matches')),
});

const Variable = closedRecord('PolicyVariable', {
  name: is.text('Unique in its policy', { pattern: WORD_PATTERN }),
  expression: is.label(
    'A CEL expression of any type. It may use everything that rules may, and the variables before it',
    MAX_SOURCE_CHARACTERS,
  ),
});

/** The policy code checks the type of each value. Checking 80,000 wrong values by schema took 130 ms. */
const ListValue = Type.Unsafe<string | number>({
  description: `Text of at most ${MAX_TEXT_CHARACTERS} characters, or a number`,
});

const Lists = named(
  'PolicyLists',
  is.dictionary(is.text({ pattern: WORD_PATTERN }), is.list(ListValue, { maxItems: MAX_LIST_VALUES }), {
    additionalProperties: false,
    maxProperties: MAX_LISTS,
    description: `Text and numbers that rules can search, as lists. and the name; at most ${MAX_LIST_VALUES} in all`,
  }),
);

export const documentFields = {
  description: is.optional(shortText('The purpose of the policy')),
  rules: is.list(Rule, { minItems: 1, maxItems: MAX_RULES }),
  variables: is.optional(
    is.list(Variable, 'Values that rules can use, as variables. and the name; each may use those before it', {
      maxItems: MAX_VARIABLES,
    }),
  ),
  lists: is.optional(Lists),
};

export const RULES = [
  {
    id: 'large-payment',
    when: 'action == "payment.send" && context.amount_usd > 1000',
    effect: 'escalate' as const,
    message: 'Payments above 1,000 USD need a person.',
  },
];

export const policyParams = object({ name: is.text() });
export const versionParams = object({ name: is.text(), version: Version('Its number') });

const reason = is.optional(shortText('Why you write this version; kept with it and in the evidence'));

export const CreateBody = body([{ name: 'payments', rules: RULES }], {
  name: PolicyName,
  reason,
  ...documentFields,
});

export const VersionBody = body([{ expected_version: 1, rules: RULES }], {
  expected_version: Version('The latest version'),
  reason,
  ...documentFields,
});

export const DraftPolicy = named(
  'DraftPolicy',
  object(
    { name: is.optional(PolicyName), ...documentFields },
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
  expected_version: is.orNull(Version('A number'), 'The version you expect to be in force; null for none'),
};

export const ActivateBody = body([{ version: 1, expected_version: null }], {
  version: Version('The version to put in force'),
  ...expectedInForce,
});

export const DeactivateBody = namedBody('ExpectedPolicyVersion', [{ expected_version: 1 }], expectedInForce);

export const RollBackBody = { ...DeactivateBody, examples: [{ expected_version: null }] };

export const VersionsQuery = object({
  before: is.optional(Version('Only versions older than this one')),
  limit: is.pageLimit,
});

export const ShownPolicy = describedRecord('Policy', 'The policy', {
  name: is.text(),
  active_version: is.orNull(is.integer(), 'The version in force; null if there is none'),
  hash: is.orNull(Hash, 'The hash of the version in force'),
  former_version: is.orNull(is.integer(), 'The version that a rollback would put in force'),
  latest_version: is.integer(),
  created_at: is.time(),
  created_by: is.text('The id of a key, or operator'),
  changed_at: is.time('When the version in force last changed; until then, when the policy was created'),
  changed_by: is.text(),
  evidence_id: is.orNull(is.text(), 'The evidence of that change; null if there was none'),
});

export const ListedPolicies = described('By name', { policies: is.list(ShownPolicy), total: is.integer() });

const versionFields = {
  name: is.text(),
  version: is.integer(),
  hash: Hash,
  description: is.text(),
  rule_count: is.integer(),
  created_at: is.time(),
  created_by: is.text('The id of a key, or operator'),
  reason: is.orNull(is.text(), 'Why it was written; null if its author gave no reason'),
};

export const ListedVersions = described('Newest first, without their rules', {
  versions: is.list(object(versionFields)),
  active_version: ShownPolicy.properties.active_version,
  latest_version: is.integer(),
});

export const ShownVersion = describedRecord('PolicyVersion', 'The version, which never changes', {
  ...versionFields,
  rules: is.list(
    object({
      id: is.text(),
      description: is.text(),
      when: is.text(),
      effect: is.oneOf(EFFECTS),
      message: is.text(),
    }),
  ),
  variables: is.optional(is.list(object({ name: is.text(), expression: is.text() }))),
  lists: is.optional(Lists),
  active_version: ShownPolicy.properties.active_version,
  latest_version: is.integer(),
});

const PolicyFault = record('PolicyFault', {
  rule: is.orNull(is.text(), 'The id of the rule; null if a variable is wrong'),
  variable: is.orNull(is.text(), 'The name of the variable; null if a rule is wrong'),
  line: is.integer('The line in the source of the rule or variable, from 1'),
  column: is.integer('From 1'),
  message: is.text(),
});

/** The faults of a policy. */
export const FAULTS = { valid: is.flag(), faults: is.list(PolicyFault) };

export const WHAT_IS_WRONG =
  'The faults of the rules and variables; creating a policy would be refused for the same reasons';

export const Validated = described(WHAT_IS_WRONG, FAULTS);
