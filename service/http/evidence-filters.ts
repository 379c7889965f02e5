/** What both doors share of searching evidence: times as callers write them, and limits of what they may ask for. */
import { label } from './context-schema.ts';
import Type from './schema-words.ts';

/** A point in time with its zone, or a day, which begins at midnight UTC. */
export function Moment(description: string) {
  return Type.Union([Type.String({ format: 'date-time' }), Type.String({ format: 'date' })], { description });
}

/** ms since the epoch. */
export function momentMs(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Date.parse(text);
}

export const ActionFilter = label('Exactly this action');
