/** How grave an action is, mildest first. */
export const RISK_LEVELS = ['low', 'medium', 'high', 'critical'] as const;
export type RiskLevel = (typeof RISK_LEVELS)[number];

const GRAVITY: Record<RiskLevel, number> = { low: 0, medium: 1, high: 2, critical: 3 };

/** Below zero where `a` is the milder risk, zero where they are equal, above zero where `a` is the graver. */
export function compareRisk(a: RiskLevel, b: RiskLevel): number {
  return GRAVITY[a] - GRAVITY[b];
}
