/** How the result of a call is read, by what the catalogue says that its tool returns. */
import type { Catalogue, Confidentiality, ResultSource, ToolEntry } from '@assize/act-reading/tools';
import { higher } from './values/session-in-memory.ts';

export interface ToolResult {
  /** `content` where strangers wrote any part of it; null where its tool does not say. */
  source: ResultSource | null;
  confidentiality: Confidentiality | null;
  /** How its values are read: `source` holds for those that are under none of the fields. */
  reader: { source: ResultSource | null; fields: Record<string, ResultSource> };
}

/** Where several patterns match, the least trusting entry counts for each part. */
export function toolResult(catalogue: Catalogue, action: string): ToolResult {
  const found = catalogue.match(action);
  const entries = 'unlisted' in found ? [] : found.all.map(({ entry }) => entry);
  const source = leastTrusting(entries.map(({ result }) => result ?? null));
  const fields: Record<string, ResultSource> = {};
  for (const name of new Set(entries.flatMap(({ result_fields = {} }) => Object.keys(result_fields)))) {
    const own = leastTrusting(entries.map((entry) => sourceOf(entry, name)));
    if (own !== null) fields[name] = own;
  }
  const hasContent = Object.values(fields).includes('content');
  return {
    source: hasContent ? 'content' : source,
    confidentiality: entries.reduce<Confidentiality | null>(
      (highest, { confidentiality }) => higher(highest, confidentiality ?? null),
      null,
    ),
    reader: { source, fields },
  };
}

function sourceOf({ result, result_fields = {} }: ToolEntry, name: string): ResultSource | null {
  const stated = Object.hasOwn(result_fields, name) ? result_fields[name] : result;
  return stated ?? null;
}

function leastTrusting(sources: readonly (ResultSource | null)[]): ResultSource | null {
  if (sources.includes('content')) return 'content';
  return sources.length > 0 && sources.every((source) => source === 'own') ? 'own' : null;
}
