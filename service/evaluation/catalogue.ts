/**
 * What the tenant's own catalogue says of an action. Of several entries that match, the greatest risk and any
 * irreversibility count, so adding an entry can only make the catalogue stricter.
 */
import { compareRisk, type RiskLevel } from './request.ts';
import type { CatalogueEntry } from './settings.ts';

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

/**
 * Whether the whole text fits the pattern, in which `*` stands for any run of characters, the empty one included.
 * Only the last `*` is ever tried again, so the work is bounded by the product of the two lengths: a pattern can
 * not be written that stalls the service.
 */
export function matchesPattern(text: string, pattern: string): boolean {
  let at = 0;
  let inPattern = 0;
  let lastStar = -1;
  let resumeAt = 0;
  while (at < text.length) {
    if (pattern[inPattern] === '*') {
      lastStar = inPattern;
      inPattern += 1;
      resumeAt = at;
    } else if (pattern[inPattern] === text[at]) {
      inPattern += 1;
      at += 1;
    } else if (lastStar >= 0) {
      resumeAt += 1;
      at = resumeAt;
      inPattern = lastStar + 1;
    } else {
      return false;
    }
  }
  while (pattern[inPattern] === '*') inPattern += 1;
  return inPattern === pattern.length;
}
