/** The answers of Surface A to changes of the catalogue of tools. */

import Type from 'typebox';
import { OUTCOMES } from '../../../tools/change/index.ts';
import { named } from '../../answers/named.ts';
import { orNull } from '../../answers/response-schemas.ts';
import { Entry, Tool } from './tool-schemas.ts';

const notice = orNull(
  Type.String(),
  'The effects of this change, if it accepted the first entry of the environment; otherwise null',
);

export const PutTool = named(
  'PutTool',
  Type.Object({ ...Tool.properties, notice }, { description: 'The current entry' }),
);

export const Imported = named(
  'ImportedTools',
  Type.Object(
    {
      tools: Type.Array(
        Type.Object({
          tool_id: orNull(Type.String(), 'null if it was refused'),
          name: Type.String(),
          result: Type.Enum([...OUTCOMES]),
          reason: Type.String(),
          entry: orNull(Entry, 'As it was proposed; null if it was refused'),
        }),
      ),
      counts: Type.Record(Type.Enum([...OUTCOMES]), Type.Integer()),
      notice,
    },
    { description: 'The result for each tool, in the order of the document' },
  ),
);

export const Reviewed = named(
  'ReviewedTools',
  Type.Object(
    { tools: Type.Array(Tool), notice },
    { description: 'The current entries: first the accepted ones' },
  ),
);
