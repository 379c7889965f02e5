/** Puts the filter of a legal hold into words, and reads the one that a person fills in. */
import type { LegalHold } from '../../client/api.ts';

export type Filter = LegalHold['filter'];

export interface Part {
  name: string;
  values: readonly string[];
}

/** The lists of a filter, each with its name. Empty where the hold keeps every record of its period. */
export function partsOf({ artifact_types, actions, actors, evidence_ids }: Filter): Part[] {
  const parts: [string, string[] | undefined][] = [
    ['Records', evidence_ids],
    ['Actors', actors],
    ['Actions', actions],
    ['Types', artifact_types?.map((type) => type.replaceAll('_', ' '))],
  ];
  return parts.flatMap(([name, values]) => (values === undefined ? [] : [{ name, values }]));
}

/** The raw text of the fields: one value per line, and days of the person's own time zone. */
export interface Typed {
  actors: string;
  actions: string;
  ids: string;
  from: string;
  to: string;
}

/** The form that the API takes. */
export function filterOf({ actors, actions, ids, from, to }: Typed) {
  const lists = { actors: linesOf(actors), actions: linesOf(actions), evidence_ids: linesOf(ids) };
  return {
    ...Object.fromEntries(Object.entries(lists).filter(([, values]) => values.length > 0)),
    ...(from !== '' && { from_date: new Date(`${from}T00:00`).toISOString() }),
    ...(to !== '' && { to_date: new Date(`${to}T00:00`).toISOString() }),
  };
}

function linesOf(text: string): string[] {
  const lines = text.split('\n').map((line) => line.trim());
  return lines.filter(Boolean);
}
