/** The shapes that compliance checks and reports of exceptions share. */
import * as is from '../schemas/fields.ts';
import { record } from '../schemas/objects.ts';

export const Period = record('CompliancePeriod', { from: is.time(), to: is.time('Not included') });

export const CheckpointShown = record('CheckpointOfReport', {
  tree_size: is.integer(),
  root_hash: is.text(),
  signed_at: is.time(),
  note: is.text('The signed note, verbatim'),
});
