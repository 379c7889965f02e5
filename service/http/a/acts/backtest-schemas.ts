/** The schemas of back-tests. */
import type { Static } from 'typebox';
import { MAX_EXAMPLES } from '../../../evaluation/backtest/index.ts';
import { ENFORCEMENTS } from '../../../governance/settings/terms/index.ts';
import { MAX_TARGETS_AT_ONCE } from '../../../targets/index.ts';
import { LawId, VerdictName } from '../../answers/enums.ts';
import { Detail } from '../../answers/response-schemas.ts';
import { inTypes } from '../../answers/routes.ts';
import * as is from '../../schemas/fields.ts';
import { body, described, describedRecord, object, record } from '../../schemas/objects.ts';
import { DraftPolicy } from '../governance/policy-schemas.ts';
import { MAX_VERSION, SettingsBody } from '../governance/settings-schemas.ts';
import { TriedTarget } from './targets.ts';
import { WrittenEntry } from './tool-schemas.ts';

const Count = (description: string) => is.integer(description, { minimum: 0 });

const Example = record('BacktestExample', {
  evidence_id: is.text(),
  action: is.text(),
  created_at: is.time(),
  rules: is.list(is.text(), 'The rules that would match, as policy/rule'),
  laws: is.list(LawId, 'The laws that would not pass'),
});

const changes = {
  changed_count: Count('How many verdicts would be different'),
  changed: is.list(
    record('BacktestChange', {
      from: VerdictName,
      to: VerdictName,
      count: Count('Verdicts'),
      examples: is.list(Example, 'The newest, oldest first'),
    }),
    'Most frequent first',
  ),
};

const BacktestResult = describedRecord('BacktestResult', 'Which verdicts would have been different', {
  policy: is.orNull(is.text(), 'null if only settings are tried'),
  version: is.orNull(is.integer(), 'null for a draft'),
  from_date: is.orNull(is.text()),
  to_date: is.orNull(is.text()),
  evaluations: Count('How many evaluations were judged again'),
  skipped: Count('How many were skipped, because their payload was redacted or has expired'),
  ...changes,
  rules: is.list(
    object({
      rule: is.text(),
      matched: Count('In how many evaluations the rule matches'),
      erred: Count(
        'In how many it could not be evaluated, which blocks, or escalates where it only costs too much',
      ),
    }),
    'The rules of the policy that is tried, in their order',
  ),
  fields: is.list(
    object({ path: is.text('For example trust.required'), ...changes }),
    'Each changed value alone, in the settings that held; empty unless you ask for by_field',
  ),
  erred_count: Count('In how many evaluations some rule could not be evaluated'),
  duration_ms: Count('ms'),
});

export const LINES = 'application/x-ndjson';
/** A request's body is limited, too. */
const MAX_TOOLS_TRIED = 1000;
const terms = {
  settings: is.optional(SettingsBody),
  settings_version: is.optional(
    is.integer('A stored version instead; 0 is the standard settings', { minimum: 0, maximum: MAX_VERSION }),
  ),
  tools: is.optional(
    is.list(WrittenEntry, 'The whole catalogue of tools to try; if left out, the recorded one applies', {
      maxItems: MAX_TOOLS_TRIED,
    }),
  ),
  targets: is.optional(
    is.list(TriedTarget, 'Targets to try, in addition to the recorded ones', {
      maxItems: MAX_TARGETS_AT_ONCE,
    }),
  ),
  enforcement: is.optional(is.oneOf(ENFORCEMENTS, 'If left out, as the settings say')),
  from_date: is.optional(is.moment('The first moment of the period')),
  to_date: is.optional(is.moment('The end of the period, not included')),
  examples: is.optional(
    is.integer(`How many evaluations to name for each change, at most; default: ${MAX_EXAMPLES}`, {
      minimum: 0,
      maximum: MAX_EXAMPLES,
    }),
  ),
};
const strict = { additionalProperties: false } as const;

export const SettingsTerms = body([{ settings_version: 0 }], {
  ...terms,
  by_field: is.optional(
    is.flag('Whether to try each value alone too, where these settings differ from those in force'),
  ),
});
export type BacktestTerms = Static<typeof SettingsTerms>;

export const PolicyTerms = body([{ version: 2, from_date: '2026-10-01' }], {
  version: is.optional(
    is.integer('The version to try; the newest if you give neither this nor a draft', {
      minimum: 1,
      maximum: MAX_VERSION,
    }),
  ),
  policy: is.optional(
    object(DraftPolicy.properties, {
      ...strict,
      title: 'DraftPolicy',
      description: 'A draft to try; a policy of this name need not exist',
    }),
  ),
  ...terms,
});

export const BACKTEST = {
  description:
    'Nothing is recorded. With `Accept: application/x-ndjson` you get lines ' +
    '`{"progress":{"done","total"}}` (in artifacts) while it works, and at the end `{"result":{…}}` or `{"error":{…}}`.',
  200: inTypes('The verdicts that would have been different', {
    'application/json': BacktestResult,
    'application/x-ndjson': is.text('One JSON object per line'),
  }),
  429: described('Too many back-tests are running: try again after Retry-After seconds', Detail.properties),
};
