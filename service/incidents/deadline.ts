/**
 * Until when a serious incident must be reported to the market surveillance authorities, by Regulation (EU) 2024/1689
 * (EU AI Act), Article 73(1). All times count from when it was noticed, to the hour.
 */
import { DAY_MS } from '../foundation/clock.ts';

/** The harms that make an incident serious: Article 3(49)(a) to (d), and a widespread infringement, Article 3(61). */
export const HARMS = [
  'death',
  'health',
  'critical_infrastructure',
  'fundamental_rights',
  'property_or_environment',
  'widespread_infringement',
] as const;
export type Harm = (typeof HARMS)[number];

/** Article 73(2): in general. */
const IN_GENERAL_DAYS = 15;

const DAYS: Readonly<Partial<Record<Harm, number>>> = {
  /** Article 73(4): the death of a person. */
  death: 10,
  /** Article 73(3): a serious and irreversible disruption of critical infrastructure, Article 3(49)(b). */
  critical_infrastructure: 2,
  /** Article 73(3). */
  widespread_infringement: 2,
};

/** The earliest of the harms' deadlines, ms since the epoch; null for an incident that is not serious. */
export function reportDueAt(harms: readonly Harm[], noticedAt: number): number | null {
  if (harms.length === 0) return null;
  const days = harms.map((harm) => DAYS[harm] ?? IN_GENERAL_DAYS);
  return noticedAt + Math.min(...days) * DAY_MS;
}
