/** The schemas of the settings document and of its versions. The command line checks its files with the same schema. */

import { RISK_LEVELS } from '@assize/act-reading/risk';
import { DETAILS } from '../../../governance/settings/routes/index.ts';
import {
  ANSWERS_TO_UNKNOWN,
  DEFAULT_APPROVAL_SETTINGS,
  ENFORCEMENTS,
  FORGOTTEN_READS,
  MAX_APPROVAL_HOURS,
  MAX_APPROVERS,
  MAX_SESSION_HOURS,
  ORIGIN_ANSWERS,
  standardDocument,
} from '../../../governance/settings/terms/index.ts';
import * as is from '../../schemas/fields.ts';
import { body, closed, closedRecord, described, describedRecord, object } from '../../schemas/objects.ts';
import { Governance, Routes } from './route-schemas.ts';

const MAX_ENTRIES = 1000;
const MAX_PATTERN_CHARACTERS = 256;
/** A smaller share of the remainder would be a typing mistake. */
const MIN_SHARE = 0.01;
/** The largest integer that a column holds. */
export const MAX_VERSION = 2_147_483_647;

type Range = { minimum: number; maximum: number };

const strict = { additionalProperties: false } as const;
const share = (description: string) => is.number(description, { minimum: MIN_SHARE, maximum: 1 });
const points = (description: string) => is.number(description, { minimum: 0, maximum: 100 });

function byRisk(range: Range, description: string) {
  const each = is.number(range);
  return object(
    { low: each, medium: each, high: each, critical: each },
    { ...strict, description: `${description}; never less than at a lower risk` },
  );
}

const Approvals = is.integer({ minimum: 1, maximum: MAX_APPROVERS });

const CatalogueEntry = object(
  {
    action: is.label('`*` stands for any characters', MAX_PATTERN_CHARACTERS),
    risk_level: is.optional(is.oneOf(RISK_LEVELS)),
    is_irreversible: is.optional(is.flag()),
  },
  { ...strict, minProperties: 2 },
);

const AnswerToUnknown = is.oneOf(ANSWERS_TO_UNKNOWN);
/** Ten years. */
const MAX_MEMORY_DAYS = 3660;

/** Older documents don't have these members, so each can be left out. */
const actTerms = {
  enforcement: is.optional(
    is.oneOf(
      ENFORCEMENTS,
      'observe: verdicts by tools, targets and mandates are only recorded. enforce: they apply. when_reviewed, the default: observe until you have accepted the first tool',
    ),
  ),
  tools: is.optional(
    object(
      { unlisted: AnswerToUnknown },
      { ...strict, description: 'The answer to an action that no accepted tool matches. Default: escalate' },
    ),
  ),
  targets: is.optional(
    object(
      {
        unknown: AnswerToUnknown,
        memory_days: is.integer('How long an approval makes its targets known. Default: 90', {
          minimum: 0,
          maximum: MAX_MEMORY_DAYS,
        }),
      },
      { ...strict, description: 'The answer to a target that is not known. Default: escalate' },
    ),
  ),
  mandates: is.optional(
    object(
      {
        required: is.flag(),
        forgotten_reads: is.optional(
          is.oneOf(
            FORGOTTEN_READS,
            'The answer to a tool that the plan does not contain, and that only reads, unless its entry says that it returns secrets. Default: proceed',
          ),
        ),
      },
      { ...strict, description: 'Whether agents must name a mandate in verified mode. Default: false' },
    ),
  ),
  sessions: is.optional(
    object(
      {
        lifetime_hours: is.optional(
          is.integer('How long a session lives after its first result. Default: 24', {
            minimum: 1,
            maximum: MAX_SESSION_HOURS,
          }),
        ),
        origins: is.optional(
          is.oneOf(
            ORIGIN_ANSWERS,
            'observe: where a target came from is only recorded. judge, the default: it counts',
          ),
        ),
      },
      { ...strict, minProperties: 1, description: 'What the results of calls say about later calls' },
    ),
  ),
  agents: is.optional(
    object(
      {
        unregistered: is.optional(
          is.oneOf(ANSWERS_TO_UNKNOWN, 'The answer to an agent that is not registered. Default: proceed'),
        ),
        require_identity: is.optional(
          is.flag('Whether an agent that only the request names is blocked. Default: false'),
        ),
      },
      { ...strict, minProperties: 1, description: 'Which agents may act' },
    ),
  ),
};

export const SettingsBody = closedRecord('NewSettings', {
  attestation: is.oneOf(
    ['accepted', 'verified'],
    'accepted: claims count as stated. verified: only what the service can prove counts',
  ),
  catalogue: is.list(CatalogueEntry, "The minimum risk of your actions, regardless of a caller's claims", {
    maxItems: MAX_ENTRIES,
  }),
  budget: closed({
    warn_share: share('The share of the remainder above which a cost needs a human'),
    irreversible_step_share: share('The share of the remainder that one irreversible step may cost'),
  }),
  confidence: closed({ floor: byRisk({ minimum: 0, maximum: 1 }, 'The minimum confidence of an agent') }),
  trust: closed({
    required: byRisk({ minimum: 0, maximum: 100 }, 'The trust that an agent needs to act alone'),
    irreversible_margin: points('How much more trust an irreversible action requires'),
    fail_share: is.number('The share of the required trust below which the action is blocked', {
      minimum: 0,
      maximum: 1,
    }),
    claim_tolerance: points("How far a claim may exceed the ledger's score in verified mode"),
  }),
  approvals: closed({
    lifetime_hours: is.integer({ minimum: 1, maximum: MAX_APPROVAL_HOURS }),
    required: object(
      { low: Approvals, medium: Approvals, high: Approvals, critical: Approvals },
      { ...strict, description: 'How many parties must approve; never fewer than at a lower risk' },
    ),
    separation_of_duties: is.flag(
      'Whether the requester is excluded from deciding. In verified mode they always are',
    ),
    routes: is.optional(Routes),
  }),
  channels: is.optional(
    closed({
      detail: is.oneOf(
        DETAILS,
        'How much of a request a message shows. full: its arguments too. summary, the default: agent, action, targets, amount and risk. link_only: nothing',
      ),
    }),
  ),
  governance: is.optional(Governance),
  ...actTerms,
});

const VersionNumber = is.integer({ minimum: 0, maximum: MAX_VERSION });
const ExpectedVersion = is.integer('The version you expect to be in force; you get 409 if another one is', {
  minimum: 0,
  maximum: MAX_VERSION,
});

export const SetBody = body(
  [{ settings: standardDocument(DEFAULT_APPROVAL_SETTINGS), expected_version: 0 }],
  { settings: SettingsBody, expected_version: ExpectedVersion },
);

export const ActivateBody = body([{ version: 0, expected_version: 0 }], {
  version: VersionNumber,
  expected_version: ExpectedVersion,
});

export const versionParams = object({ version: VersionNumber });

export const ListQuery = closed({
  limit: is.pageLimit,
  before: is.optional(is.integer('Only versions with a lower number', { minimum: 1, maximum: MAX_VERSION })),
});

export const DiffQuery = closed({
  from: VersionNumber,
  to: is.optional({ ...VersionNumber, description: 'Default: the version in force' }),
});

const entryFields = {
  version: is.integer('0 is the standard settings of this installation'),
  law_version: is.text('The hash of the settings that the laws apply, as evaluations record it'),
  created_at: is.orNull(is.time()),
  created_by: is.orNull(is.text()),
};

export const CurrentSettings = describedRecord(
  'CurrentSettings',
  'The settings in force; activated_at is null if none were ever set',
  {
    version: entryFields.version,
    law_version: entryFields.law_version,
    settings: SettingsBody,
    activated_at: is.orNull(is.time()),
    activated_by: is.orNull(is.text()),
  },
);

export const ShownVersion = describedRecord('SettingsVersion', 'The version', {
  ...entryFields,
  in_force: is.flag(),
  settings: SettingsBody,
});

export const ListedVersions = described('Newest first; version 0 is not listed', {
  versions: is.list(object({ ...entryFields, in_force: is.flag() })),
  total: is.integer('The number of versions'),
});

export const Differences = described('One difference per path', {
  from: is.integer(),
  to: is.integer(),
  differences: is.list(
    object({
      path: is.text('For example trust.required.high, or catalogue[email.*]'),
      from: is.unknown('null if it was absent'),
      to: is.unknown('null if it was removed'),
    }),
  ),
});
