/** Finds the matter that a call is about in its arguments: an order, an invoice, a ticket. */
import { objectIn } from '../../evidence/record/act.ts';

const MATTERS = [
  'order',
  'invoice',
  'booking',
  'reservation',
  'ticket',
  'case',
  'claim',
  'contract',
  'charge',
];
const NAMED = new RegExp(`^(${MATTERS.join('|')})(?:_?(?:id|no|nr|number|ref|reference))?$`, 'i');
const MOST_CHARACTERS = 64;

/** @param given the arguments, as the caller sent them. @returns null where none of them names a matter. */
export function matterIn(given: unknown): { what: string; id: string } | null {
  for (const [name, value] of Object.entries(objectIn(given) ?? {})) {
    const [, what] = NAMED.exec(name) ?? [];
    const id = typeof value === 'number' || typeof value === 'string' ? String(value).trim() : '';
    if (what !== undefined && id !== '' && id.length <= MOST_CHARACTERS)
      return { what: what.toLowerCase(), id };
  }
  return null;
}
