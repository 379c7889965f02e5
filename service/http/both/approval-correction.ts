/** The correction of an approval as both surfaces show it: what a human changed, and what the laws say of it. */
import { correctedArguments } from '../../approvals/corrections/index.ts';
import type { Approval } from '../../approvals/index.ts';
import type { TriedCorrection } from '../../evaluation/corrections/index.ts';
import { lawName, VERDICTS } from '../../evaluation/index.ts';
import { LawId } from '../answers/enums.ts';
import * as is from '../schemas/fields.ts';
import { describedRecord, namedBody, record } from '../schemas/objects.ts';

const fromPayload = 'null if the payload of an evaluation was removed';

export const Change = record('ArgumentChange', {
  path: is.text('Where in the arguments: a JSON Pointer (RFC 6901); empty for all of them'),
  before: is.optional(is.unknown('Left out if it was added')),
  after: is.optional(is.unknown('Left out if it was removed')),
});

const Changes = is.orNull(is.list(Change), fromPayload);

export const Corrected = is.orNull(
  describedRecord('Correction', 'What a human changed', {
    evidence_id: is.text('The evidence id of the record of the correction'),
    arguments: is.orNull(is.open(), `The corrected arguments: ask again with exactly these; ${fromPayload}`),
    changed: Changes,
    by: is.orNull(is.text(), `The member or key that corrected it; ${fromPayload}`),
  }),
  'null if the arguments were not corrected',
);

export const LawOfApproval = record('LawOfApproval', {
  law_id: LawId,
  law_name: is.text(),
  result: is.oneOf(['pass', 'warn', 'fail'], 'pass: an earlier approval of the same request answered it'),
  reason: is.text(),
  details: is.open(),
});

export const CorrectionBody = namedBody('CorrectionPreview', [{ arguments: { amount: 80 } }], {
  arguments: is.open('All arguments, as the tool should get them'),
});

export const JudgedCorrection = describedRecord(
  'JudgedCorrection',
  'What the laws say of the corrected request; nothing is recorded',
  {
    verdict: is.oneOf(VERDICTS, 'block: it cannot be approved. Otherwise, approving answers the warnings'),
    explanation: is.text(),
    laws: is.list(LawOfApproval, 'The laws that do not pass'),
    changed: is.list(Change),
  },
);

export function judgedToApi({ evaluation: { verdict, explanation, laws }, changed }: TriedCorrection) {
  const asking = laws.filter(({ result }) => result !== 'pass');
  return {
    verdict,
    explanation,
    laws: asking.map(({ law_id, result, reason, details }) => {
      return { law_id, law_name: lawName(law_id), result, reason, details };
    }),
    changed,
  };
}

export function correctedToApi({ opening, correction, corrected_evidence_id: evidence_id }: Approval) {
  if (evidence_id === null) return null;
  // Both go with the request: `changed` repeats its values.
  const args = correctedArguments(opening, correction);
  const by = correction?.by ?? null;
  return { evidence_id, by, arguments: args, changed: args === null ? null : (correction?.changed ?? null) };
}
