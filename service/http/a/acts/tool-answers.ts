/** The answers of Surface A to changes of the catalogue of tools. */

import Type from 'typebox';
import { OUTCOMES } from '../../../tools/change/index.ts';
import * as is from '../../schemas/fields.ts';
import { describedRecord, object } from '../../schemas/objects.ts';
import { Entry, Tool } from './tool-schemas.ts';

const notice = is.orNull(
  is.text(),
  'The effects of this change, if it accepted the first entry of the environment; otherwise null',
);

export const PutTool = describedRecord('PutTool', 'The current entry', { ...Tool.properties, notice });

export const Imported = describedRecord(
  'ImportedTools',
  'The result for each tool, in the order of the document',
  {
    tools: is.list(
      object({
        tool_id: is.orNull(is.text(), 'null if it was refused'),
        name: is.text(),
        result: is.oneOf(OUTCOMES),
        reason: is.text(),
        entry: is.orNull(Entry, 'As it was proposed; null if it was refused'),
      }),
    ),
    counts: Type.Record(is.oneOf(OUTCOMES), is.integer()),
    notice,
  },
);

export const Reviewed = describedRecord('ReviewedTools', 'The current entries: first the accepted ones', {
  tools: is.list(Tool),
  notice,
});
