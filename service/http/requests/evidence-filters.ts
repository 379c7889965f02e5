/** Query parameters that routes share, and how times are read. */
import * as is from '../schemas/fields.ts';

/** @returns ms since the epoch. */
export function parseMoment(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Date.parse(text);
}

/** The same for a field that is not optional. */
export function requiredMoment(text: string): number {
  return Date.parse(text);
}

export const ActionFilter = is.label('Exactly this action');
