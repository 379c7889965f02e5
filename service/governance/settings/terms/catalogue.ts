/**
 * The tenant's own catalogue of actions. Of several entries that match, the greatest risk and any
 * irreversibility count, so adding an entry can only make the catalogue stricter.
 */

import { matchesPattern, meetsPattern } from '@assize/act-reading/names';
import { compareRisk, type RiskLevel } from '@assize/act-reading/risk';
import type { CatalogueEntry } from './settings.ts';

export interface Catalogued {
  /** The floor for the action's risk; null where no matching entry sets one. */
  risk_level: RiskLevel | null;
  is_irreversible: boolean;
}

const UNCATALOGUED: Catalogued = Object.freeze({ risk_level: null, is_irreversible: false });

/** An evaluation looks its action up several times, and a tenant has few actions. */
const MAX_REMEMBERED = 1000;
const remembered = new WeakMap<readonly CatalogueEntry[], Map<string, Catalogued>>();

/**
 * The floor that the catalogue sets for the action.
 * @param byLetter compares names letter by letter, as records were judged before names had a common form.
 */
export function lookUp(action: string, catalogue: readonly CatalogueEntry[], byLetter = false): Catalogued {
  if (catalogue.length === 0) return UNCATALOGUED;
  let known = remembered.get(catalogue);
  if (known === undefined) {
    known = new Map();
    remembered.set(catalogue, known);
  }
  const key = byLetter ? `= ${action}` : `~ ${action}`;
  let found = known.get(key);
  if (found === undefined) {
    const fits = byLetter ? matchesPattern : meetsPattern;
    found = lookUpEntries(catalogue.filter((entry) => fits(action, entry.action)));
    if (known.size >= MAX_REMEMBERED) known.clear();
    known.set(key, found);
  }
  return found;
}

/** The strictest of these entries. */
export function lookUpEntries(entries: readonly CatalogueEntry[]): Catalogued {
  let risk: RiskLevel | null = null;
  let irreversible = false;
  for (const { risk_level, is_irreversible } of entries) {
    if (risk_level !== undefined && (risk === null || compareRisk(risk_level, risk) > 0)) risk = risk_level;
    if (is_irreversible === true) irreversible = true;
  }
  return { risk_level: risk, is_irreversible: irreversible };
}
