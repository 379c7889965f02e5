/** Query parameters that routes share: times, pages and filters. */

import Type from 'typebox';
import * as is from '../schemas/fields.ts';

/** A point in time with its zone, or a day, which begins at midnight UTC. */
export function Moment(description: string) {
  return Type.Union([is.time(), Type.String({ format: 'date' })], { description });
}

/** ms since the epoch. */
export function parseMoment(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Date.parse(text);
}

export const pageLimit = is.optional(Type.Integer({ minimum: 1, maximum: 1000, default: 100 }));

/** The place at which a list continues. */
export const pageCursor = is.optional(
  is.text('next_cursor of the previous page, with the same filters', { maxLength: 256 }),
);

/** The paging of a list whose records can be large. */
export const pageOf = {
  limit: is.optional(
    is.integer('A page with large records is shorter; next_cursor says whether more follows', {
      minimum: 1,
      maximum: 1000,
      default: 100,
    }),
  ),
  cursor: is.optional(
    is.text('The next_cursor of the previous page, with the same filters', { maxLength: 256 }),
  ),
};

export const ActionFilter = is.label('Exactly this action');
