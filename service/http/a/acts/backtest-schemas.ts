/** The schema of a back-test's result on Surface A. */

import { LawId, VerdictName } from '../../answers/enums.ts';
import * as is from '../../schemas/fields.ts';
import { describedRecord, object, record } from '../../schemas/objects.ts';

const Count = (description: string) => is.integer(description, { minimum: 0 });

const Example = record('BacktestExample', {
  evidence_id: is.text(),
  action: is.text(),
  created_at: is.time(),
  rules: is.list(is.text(), 'The rules that would match, as policy/rule'),
  laws: is.list(LawId, 'The laws that would not pass'),
});

export const BacktestResult = describedRecord('BacktestResult', 'Which verdicts would have been different', {
  policy: is.orNull(is.text(), 'null if only settings are tried'),
  version: is.orNull(is.integer(), 'null for a draft'),
  from_date: is.orNull(is.text()),
  to_date: is.orNull(is.text()),
  evaluations: Count('How many evaluations were judged again'),
  skipped: Count('How many were skipped, because their payload was redacted or has expired'),
  changed_count: Count('How many verdicts would be different'),
  changed: is.list(
    object({
      from: VerdictName,
      to: VerdictName,
      count: Count('Verdicts'),
      examples: is.list(Example, 'The newest, oldest first'),
    }),
    'Most frequent first',
  ),
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
  erred_count: Count('In how many evaluations some rule could not be evaluated'),
  duration_ms: Count('ms'),
});
