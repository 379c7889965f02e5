/** Settings as the API and the command line show them, and the differences between two documents, one path at a time. */

import type { JsonObject, JsonValue } from '@assize/evidence-format';
import { isoOrNull } from '../../foundation/clock.ts';
import { lookUpEntries } from './terms/catalogue.ts';
import type { SettingsDocument } from './terms/settings.ts';
import type { CurrentSettings, Version, VersionEntry } from './versions.ts';

export interface Difference extends JsonObject {
  /** For example `trust.required.high`, or `catalogue[email.*]` in the catalogue. */
  path: string;
  /** null where it was absent. */
  from: JsonValue;
  /** null where it is now absent. */
  to: JsonValue;
}

/**
 * Returns the differences in the order of the paths. Two catalogues are equal if they say the same about every
 * pattern.
 */
export function differencesOf(from: SettingsDocument, to: SettingsDocument): Difference[] {
  const [before, after] = [placesOf(from), placesOf(to)];
  const paths = [...new Set([...before.keys(), ...after.keys()])].sort();
  return paths.flatMap((path) => {
    const difference = { path, from: before.get(path) ?? null, to: after.get(path) ?? null };
    return JSON.stringify(difference.from) === JSON.stringify(difference.to) ? [] : [difference];
  });
}

function placesOf({ catalogue, ...rest }: SettingsDocument): Map<string, JsonValue> {
  const places = new Map<string, JsonValue>();
  addLeaves(places, '', rest as unknown as JsonObject);
  for (const [pattern, entries] of Map.groupBy(catalogue, ({ action }) => action)) {
    places.set(`catalogue[${pattern}]`, { ...lookUpEntries(entries) });
  }
  return places;
}

function addLeaves(places: Map<string, JsonValue>, path: string, value: JsonObject): void {
  for (const [name, member] of Object.entries(value)) {
    const place = path === '' ? name : `${path}.${name}`;
    if (typeof member === 'object' && member !== null) addLeaves(places, place, member as JsonObject);
    else places.set(place, member as JsonValue);
  }
}

export function currentFields({ version, lawVersion, document, activatedAt, activatedBy }: CurrentSettings) {
  return {
    version,
    law_version: lawVersion,
    settings: document,
    activated_at: isoOrNull(activatedAt),
    activated_by: activatedBy,
  };
}

/** @param inForce the version that is. */
export function entryFields({ version, lawVersion, createdAt, createdBy }: VersionEntry, inForce: number) {
  return {
    version,
    law_version: lawVersion,
    created_at: isoOrNull(createdAt),
    created_by: createdBy,
    in_force: version === inForce,
  };
}

export function versionFields(version: Version, inForce: number) {
  return { ...entryFields(version, inForce), settings: version.document };
}
