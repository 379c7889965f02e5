/** The schemas of the settings document and of its versions. The command line checks its files with the same schema. */

import { RISK_LEVELS } from '@assize/act-reading/risk';
import {
  descriptionOf,
  FIELD_KINDS,
  type SettingsPath,
  valueAt,
} from '../../../governance/settings/fields/index.ts';
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
import { LawId } from '../../answers/enums.ts';
import * as is from '../../schemas/fields.ts';
import {
  body,
  closed,
  closedRecord,
  described,
  describedRecord,
  object,
  record,
} from '../../schemas/objects.ts';
import { Governance, Routes } from './route-schemas.ts';

const MAX_ENTRIES = 1000;
const MAX_PATTERN_CHARACTERS = 256;
/** A smaller share of the remainder would be a typing mistake. */
const MIN_SHARE = 0.01;
/** The largest integer that a column holds. */
export const MAX_VERSION = 2_147_483_647;

type Range = { minimum: number; maximum: number };

const strict = { additionalProperties: false } as const;
const share = (path: SettingsPath) => is.number(descriptionOf(path), { minimum: MIN_SHARE, maximum: 1 });
const points = (path: SettingsPath) => is.number(descriptionOf(path), { minimum: 0, maximum: 100 });
const rising = (path: SettingsPath) => `${descriptionOf(path)}; never less than at a lower risk`;
/** Says what holds where a document leaves it out. */
const optionally = (path: SettingsPath) => `${descriptionOf(path)}. Default: ${valueAt({}, path)}`;

function byRisk(path: SettingsPath, range: Range) {
  const each = is.number(range);
  return object(
    { low: each, medium: each, high: each, critical: each },
    { ...strict, description: rising(path) },
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

/** Ten years. */
const MAX_MEMORY_DAYS = 3660;

/** Older documents don't have these members, so each can be left out. */
const actTerms = {
  enforcement: is.optional(is.oneOf(ENFORCEMENTS, optionally('enforcement'))),
  tools: is.optional(closed({ unlisted: is.oneOf(ANSWERS_TO_UNKNOWN, optionally('tools.unlisted')) })),
  targets: is.optional(
    closed({
      unknown: is.oneOf(ANSWERS_TO_UNKNOWN, optionally('targets.unknown')),
      memory_days: is.integer(optionally('targets.memory_days'), { minimum: 0, maximum: MAX_MEMORY_DAYS }),
    }),
  ),
  mandates: is.optional(
    closed({
      required: is.flag(optionally('mandates.required')),
      forgotten_reads: is.optional(is.oneOf(FORGOTTEN_READS, optionally('mandates.forgotten_reads'))),
    }),
  ),
  sessions: is.optional(
    object(
      {
        lifetime_hours: is.optional(
          is.integer(optionally('sessions.lifetime_hours'), { minimum: 1, maximum: MAX_SESSION_HOURS }),
        ),
        origins: is.optional(is.oneOf(ORIGIN_ANSWERS, optionally('sessions.origins'))),
      },
      { ...strict, minProperties: 1 },
    ),
  ),
  agents: is.optional(
    object(
      {
        unregistered: is.optional(is.oneOf(ANSWERS_TO_UNKNOWN, optionally('agents.unregistered'))),
        require_identity: is.optional(is.flag(optionally('agents.require_identity'))),
      },
      { ...strict, minProperties: 1 },
    ),
  ),
};

export const SettingsBody = closedRecord('NewSettings', {
  attestation: is.oneOf(['accepted', 'verified'], descriptionOf('attestation')),
  catalogue: is.list(CatalogueEntry, descriptionOf('catalogue'), { maxItems: MAX_ENTRIES }),
  budget: closed({
    warn_share: share('budget.warn_share'),
    irreversible_step_share: share('budget.irreversible_step_share'),
  }),
  confidence: closed({ floor: byRisk('confidence.floor', { minimum: 0, maximum: 1 }) }),
  trust: closed({
    required: byRisk('trust.required', { minimum: 0, maximum: 100 }),
    irreversible_margin: points('trust.irreversible_margin'),
    fail_share: is.number(descriptionOf('trust.fail_share'), { minimum: 0, maximum: 1 }),
    claim_tolerance: points('trust.claim_tolerance'),
  }),
  approvals: closed({
    lifetime_hours: is.integer(descriptionOf('approvals.lifetime_hours'), {
      minimum: 1,
      maximum: MAX_APPROVAL_HOURS,
    }),
    required: object(
      { low: Approvals, medium: Approvals, high: Approvals, critical: Approvals },
      { ...strict, description: rising('approvals.required') },
    ),
    separation_of_duties: is.flag(descriptionOf('approvals.separation_of_duties')),
    routes: is.optional(Routes),
  }),
  channels: is.optional(closed({ detail: is.oneOf(DETAILS, optionally('channels.detail')) })),
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

/** How a form asks for a setting. */

const Choice = object({ value: is.text(), effect: is.text() });

export const ListedFields = described('The settings by theme, in the order of a form', {
  themes: is.list(
    object({
      id: is.text(),
      title: is.text(),
      meaning: is.text(),
      fields: is.list(
        record('SettingsField', {
          path: is.text('For example trust.required'),
          title: is.text(),
          meaning: is.text(),
          kind: is.oneOf(
            FIELD_KINDS,
            'by_risk: a number for each level of risk. several: any of the choices',
          ),
          choices: is.list(Choice, 'The values that it may have; empty for other kinds'),
          is_integer: is.flag(),
          minimum: is.orNull(is.number()),
          maximum: is.orNull(is.number()),
          unit: is.orNull(is.text()),
          law: is.orNull(LawId, 'The law that reads it, if it is one'),
          standard: is.unknown('The value in the standard settings of this installation'),
          in_backtest: is.flag('Whether a back-test can show what it would have changed'),
        }),
      ),
    }),
  ),
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
