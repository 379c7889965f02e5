/** Surface A: the fields that channels and sinks share: both have a name, options, secrets, and a test. */
import * as is from '../../schemas/fields.ts';
import { describedRecord, object } from '../../schemas/objects.ts';

const MAX_NAME_CHARACTERS = 100;

export const ReceiverName = is.label('Its name for people', MAX_NAME_CHARACTERS);
export const receiverFields = {
  options: is.optional(is.open('What its kind needs; shown, and recorded as evidence')),
  secrets: is.optional(is.open('Secrets that its kind needs; never shown again')),
};

export const ChangedReceiver = object(
  { name: is.optional(ReceiverName), ...receiverFields },
  {
    title: 'ChangedReceiver',
    additionalProperties: false,
    description: 'Fields that you leave out do not change; options and secrets are replaced as a whole',
    examples: [{ name: 'Finance' }],
  },
);

export const TestedReceiver = describedRecord('TestedReceiver', 'Whether messages could be sent now', {
  works: is.flag(),
  message: is.text('What you should know'),
});
