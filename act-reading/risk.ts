/** How grave an action is, mildest first. */
export const RISK_LEVELS = ['low', 'medium', 'high', 'critical'] as const;
export type RiskLevel = (typeof RISK_LEVELS)[number];

const GRAVITY: Record<RiskLevel, number> = { low: 0, medium: 1, high: 2, critical: 3 };

/** Compares two levels: below zero if `a` is milder, zero if they are equal, above zero if `a` is graver. */
export function compareRisk(a: RiskLevel, b: RiskLevel): number {
  return GRAVITY[a] - GRAVITY[b];
}
