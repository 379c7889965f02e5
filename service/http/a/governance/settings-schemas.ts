/** The schemas of the settings document and of its versions. The command line checks its files with the same schema. */

import { RISK_LEVELS } from '@assize/act-reading/risk';
import Type from 'typebox';
import {
  ANSWERS_TO_UNKNOWN,
  DEFAULT_APPROVAL_SETTINGS,
  ENFORCEMENTS,
  MAX_APPROVAL_HOURS,
  MAX_APPROVERS,
  standardDocument,
} from '../../../governance/settings/terms/index.ts';
import { named } from '../../answers/named.ts';
import { IsoTime, orNull } from '../../answers/response-schemas.ts';
import { NO_NUL } from '../../requests/context-schema.ts';
import { pageLimit } from '../../requests/evidence-filters.ts';

const MAX_ENTRIES = 1000;
const MAX_PATTERN_CHARACTERS = 256;
/** A smaller share of the remainder would be a typing mistake. */
const MIN_SHARE = 0.01;
/** The largest integer that a column holds. */
export const MAX_VERSION = 2_147_483_647;

type Range = { minimum: number; maximum: number };

const strict = { additionalProperties: false } as const;
const share = (description: string) => Type.Number({ minimum: MIN_SHARE, maximum: 1, description });
const points = (description: string) => Type.Number({ minimum: 0, maximum: 100, description });

function byRisk(range: Range, description: string) {
  const each = Type.Number(range);
  return Type.Object(
    { low: each, medium: each, high: each, critical: each },
    { ...strict, description: `${description}; never less than at a lower risk` },
  );
}

const Approvals = Type.Integer({ minimum: 1, maximum: MAX_APPROVERS });

const CatalogueEntry = Type.Object(
  {
    action: Type.String({
      minLength: 1,
      maxLength: MAX_PATTERN_CHARACTERS,
      pattern: NO_NUL,
      description: '`*` stands for any characters',
    }),
    risk_level: Type.Optional(Type.Enum([...RISK_LEVELS])),
    is_irreversible: Type.Optional(Type.Boolean()),
  },
  { ...strict, minProperties: 2 },
);

const AnswerToUnknown = Type.Enum([...ANSWERS_TO_UNKNOWN]);
/** Ten years. */
const MAX_MEMORY_DAYS = 3660;

/** Older documents don't have these members, so each can be left out. */
const actTerms = {
  enforcement: Type.Optional(
    Type.Enum([...ENFORCEMENTS], {
      description:
        'observe: verdicts by tools, targets and mandates are only recorded. enforce: they apply. when_reviewed, the default: observe until you have accepted the first tool',
    }),
  ),
  tools: Type.Optional(
    Type.Object(
      { unlisted: AnswerToUnknown },
      { ...strict, description: 'The answer to an action that no accepted tool matches. Default: escalate' },
    ),
  ),
  targets: Type.Optional(
    Type.Object(
      {
        unknown: AnswerToUnknown,
        memory_days: Type.Integer({
          minimum: 0,
          maximum: MAX_MEMORY_DAYS,
          description: 'How long an approval makes its targets known. Default: 90',
        }),
      },
      { ...strict, description: 'The answer to a target that is not known. Default: escalate' },
    ),
  ),
  mandates: Type.Optional(
    Type.Object(
      { required: Type.Boolean() },
      { ...strict, description: 'Whether agents must name a mandate in verified mode. Default: false' },
    ),
  ),
};

export const SettingsBody = named(
  'NewSettings',
  Type.Object(
    {
      attestation: Type.Enum(['accepted', 'verified'], {
        description: 'accepted: claims count as stated. verified: only what the service can prove counts',
      }),
      catalogue: Type.Array(CatalogueEntry, {
        maxItems: MAX_ENTRIES,
        description: "The minimum risk of your actions, regardless of a caller's claims",
      }),
      budget: Type.Object(
        {
          warn_share: share('The share of the remainder above which a cost needs a human'),
          irreversible_step_share: share('The share of the remainder that one irreversible step may cost'),
        },
        strict,
      ),
      confidence: Type.Object(
        { floor: byRisk({ minimum: 0, maximum: 1 }, 'The minimum confidence of an agent') },
        strict,
      ),
      trust: Type.Object(
        {
          required: byRisk({ minimum: 0, maximum: 100 }, 'The trust that an agent needs to act alone'),
          irreversible_margin: points('How much more trust an irreversible action requires'),
          fail_share: Type.Number({
            minimum: 0,
            maximum: 1,
            description: 'The share of the required trust below which the action is blocked',
          }),
          claim_tolerance: points("How far a claim may exceed the ledger's score in verified mode"),
        },
        strict,
      ),
      approvals: Type.Object(
        {
          lifetime_hours: Type.Integer({ minimum: 1, maximum: MAX_APPROVAL_HOURS }),
          required: Type.Object(
            { low: Approvals, medium: Approvals, high: Approvals, critical: Approvals },
            { ...strict, description: 'How many parties must approve; never fewer than at a lower risk' },
          ),
          separation_of_duties: Type.Boolean({
            description: 'Whether the requester is excluded from deciding. In verified mode they always are',
          }),
        },
        strict,
      ),
      ...actTerms,
    },
    strict,
  ),
);

const VersionNumber = Type.Integer({ minimum: 0, maximum: MAX_VERSION });
const ExpectedVersion = Type.Integer({
  minimum: 0,
  maximum: MAX_VERSION,
  description: 'The version you expect to be in force; you get 409 if another one is',
});

export const SetBody = Type.Object(
  { settings: SettingsBody, expected_version: ExpectedVersion },
  { ...strict, examples: [{ settings: standardDocument(DEFAULT_APPROVAL_SETTINGS), expected_version: 0 }] },
);

export const ActivateBody = Type.Object(
  { version: VersionNumber, expected_version: ExpectedVersion },
  { ...strict, examples: [{ version: 0, expected_version: 0 }] },
);

export const versionParams = Type.Object({ version: VersionNumber });

export const ListQuery = Type.Object(
  {
    limit: pageLimit,
    before: Type.Optional(
      Type.Integer({ minimum: 1, maximum: MAX_VERSION, description: 'Only versions with a lower number' }),
    ),
  },
  strict,
);

export const DiffQuery = Type.Object(
  {
    from: VersionNumber,
    to: Type.Optional({ ...VersionNumber, description: 'Default: the version in force' }),
  },
  strict,
);

const entryFields = {
  version: Type.Integer({ description: '0 is the standard settings of this installation' }),
  law_version: Type.String({
    description: 'The hash of the settings that the laws apply, as evaluations record it',
  }),
  created_at: orNull(IsoTime),
  created_by: orNull(Type.String()),
};

export const CurrentSettings = named(
  'CurrentSettings',
  Type.Object(
    {
      version: entryFields.version,
      law_version: entryFields.law_version,
      settings: SettingsBody,
      activated_at: orNull(IsoTime),
      activated_by: orNull(Type.String()),
    },
    { description: 'The settings in force; activated_at is null if none were ever set' },
  ),
);

export const ShownVersion = named(
  'SettingsVersion',
  Type.Object(
    { ...entryFields, in_force: Type.Boolean(), settings: SettingsBody },
    { description: 'The version' },
  ),
);

export const ListedVersions = Type.Object(
  {
    versions: Type.Array(Type.Object({ ...entryFields, in_force: Type.Boolean() })),
    total: Type.Integer({ description: 'The number of versions' }),
  },
  { description: 'Newest first; version 0 is not listed' },
);

export const Differences = Type.Object(
  {
    from: Type.Integer(),
    to: Type.Integer(),
    differences: Type.Array(
      Type.Object({
        path: Type.String({ description: 'For example trust.required.high, or catalogue[email.*]' }),
        from: Type.Unknown({ description: 'null if it was absent' }),
        to: Type.Unknown({ description: 'null if it was removed' }),
      }),
    ),
  },
  { description: 'One difference per path' },
);
