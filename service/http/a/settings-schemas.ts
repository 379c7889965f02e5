/** The settings document and what is told of its versions. The command line holds its files against the same schema. */
import { DEFAULT_APPROVAL_SETTINGS, RISK_LEVELS, standardDocument } from '../../governance/settings/index.ts';
import { NO_NUL } from '../shared/context-schema.ts';
import Type from '../validation/schema-words.ts';

/** What an operator can set for the installation, a tenant can. */
const MAX_HOURS = 8760;
const MAX_APPROVALS = 20;
const MAX_ENTRIES = 1000;
const LONGEST_PATTERN = 256;
/** A smaller share of what remains would be a slip of the hand. */
const MIN_SHARE = 0.01;
const MAX_VERSION = 2_147_483_647;

type Range = { minimum: number; maximum: number };

const strict = { additionalProperties: false } as const;
const share = (description: string) => Type.Number({ minimum: MIN_SHARE, maximum: 1, description });
const points = (description: string) => Type.Number({ minimum: 0, maximum: 100, description });

function byRisk(range: Range, description: string) {
  const each = Type.Number(range);
  return Type.Object(
    { low: each, medium: each, high: each, critical: each },
    { ...strict, description: `${description}; never less than at a milder risk` },
  );
}

const Approvals = Type.Integer({ minimum: 1, maximum: MAX_APPROVALS });

const CatalogueEntry = Type.Object(
  {
    action: Type.String({
      minLength: 1,
      maxLength: LONGEST_PATTERN,
      pattern: NO_NUL,
      description: '`*` stands for any run of characters',
    }),
    risk_level: Type.Optional(Type.Enum([...RISK_LEVELS])),
    is_irreversible: Type.Optional(Type.Boolean()),
  },
  { ...strict, minProperties: 2 },
);

export const SettingsBody = Type.Object(
  {
    attestation: Type.Enum(['accepted', 'verified'], {
      description: 'accepted: claims count as stated. verified: only what this service can prove counts',
    }),
    catalogue: Type.Array(CatalogueEntry, {
      maxItems: MAX_ENTRIES,
      description: 'What actions are at least, whatever a caller claims',
    }),
    budget: Type.Object(
      {
        warn_share: share('Of what remains, beyond which a cost needs a human'),
        irreversible_step_share: share('Of what remains, that one irreversible step may cost'),
      },
      strict,
    ),
    confidence: Type.Object(
      { floor: byRisk({ minimum: 0, maximum: 1 }, 'What an agent must be sure of') },
      strict,
    ),
    trust: Type.Object(
      {
        required: byRisk({ minimum: 0, maximum: 100 }, 'What an agent must have earned to act alone'),
        irreversible_margin: points('How much more for what can not be undone'),
        fail_share: Type.Number({
          minimum: 0,
          maximum: 1,
          description: 'Of what is required, below which it is blocked',
        }),
        claim_tolerance: points('How far a claim may lie above the ledger, in verified mode'),
      },
      strict,
    ),
    approvals: Type.Object(
      {
        lifetime_hours: Type.Integer({ minimum: 1, maximum: MAX_HOURS }),
        required: Type.Object(
          { low: Approvals, medium: Approvals, high: Approvals, critical: Approvals },
          { ...strict, description: 'How many parties; never fewer than at a milder risk' },
        ),
        separation_of_duties: Type.Boolean({
          description: 'Who asked may not decide. Always so in verified mode',
        }),
      },
      strict,
    ),
  },
  strict,
);

const VersionNumber = Type.Integer({ minimum: 0, maximum: MAX_VERSION });
const ExpectedVersion = Type.Integer({
  minimum: 0,
  maximum: MAX_VERSION,
  description: 'The version that is in force as you know it; 409 where it is another',
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
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, default: 100 })),
    before: Type.Optional(
      Type.Integer({ minimum: 1, maximum: MAX_VERSION, description: 'Only versions with a lower number' }),
    ),
  },
  strict,
);

export const DiffQuery = Type.Object(
  { from: VersionNumber, to: Type.Optional({ ...VersionNumber, description: 'Default: the one in force' }) },
  strict,
);

const IsoTime = Type.String({ format: 'date-time' });
const NullableTime = Type.Union([IsoTime, Type.Null()]);
const NullableText = Type.Union([Type.String(), Type.Null()]);

const entryFields = {
  version: Type.Integer({ description: '0 for the standard settings of this installation' }),
  law_version: Type.String({ description: 'Of what the laws judge by, as evaluations record it' }),
  created_at: NullableTime,
  created_by: NullableText,
};

export const CurrentSettings = Type.Object(
  {
    version: entryFields.version,
    law_version: entryFields.law_version,
    settings: SettingsBody,
    activated_at: NullableTime,
    activated_by: NullableText,
  },
  { description: 'What is in force; activated_at is null where nothing was ever set' },
);

export const ShownVersion = Type.Object(
  { ...entryFields, in_force: Type.Boolean(), settings: SettingsBody },
  { description: 'The version' },
);

export const ListedVersions = Type.Object(
  {
    versions: Type.Array(Type.Object({ ...entryFields, in_force: Type.Boolean() })),
    total: Type.Integer({ description: 'All there are' }),
  },
  { description: 'Newest first; version 0 is not listed' },
);

export const Differences = Type.Object(
  {
    from: Type.Integer(),
    to: Type.Integer(),
    differences: Type.Array(
      Type.Object({
        path: Type.String({ description: 'Such as trust.required.high, or catalogue[email.*]' }),
        from: Type.Unknown({ description: 'null where it was not there' }),
        to: Type.Unknown({ description: 'null where it is not there any more' }),
      }),
    ),
  },
  { description: 'One place at a time' },
);
