/**
 * What the tenant's own catalogue says of an action. Of several entries that match, the greatest risk and any
 * irreversibility count, so adding an entry can only make the catalogue stricter.
 */

import type { CatalogueEntry } from './law-settings.ts';
import { matchesPattern } from './pattern.ts';
import { compareRisk, type RiskLevel } from './risk.ts';

export interface Catalogued {
  /** The floor for the action's risk; null where no matching entry sets one. */
  risk_level: RiskLevel | null;
  is_irreversible: boolean;
}

const UNCATALOGUED: Catalogued = Object.freeze({ risk_level: null, is_irreversible: false });

/** The floor that the catalogue sets for the action. */
export function lookUp(action: string, catalogue: CatalogueEntry[]): Catalogued {
  if (catalogue.length === 0) return UNCATALOGUED;
  let risk: RiskLevel | null = null;
  let irreversible = false;
  for (const entry of catalogue) {
    if (!matchesPattern(action, entry.action)) continue;
    if (entry.risk_level !== undefined && (risk === null || compareRisk(entry.risk_level, risk) > 0)) {
      risk = entry.risk_level;
    }
    if (entry.is_irreversible === true) irreversible = true;
  }
  return { risk_level: risk, is_irreversible: irreversible };
}
