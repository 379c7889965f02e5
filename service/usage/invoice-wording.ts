/** How an invoice calls and states what it lists, for people and for their programs. */
import { countText } from '../documents/wording.ts';
import type { Statement } from './billing.ts';
import { decimalText } from './money.ts';
import { BYTES_PER_GB, METERS, type Meter } from './prices.ts';

export const METER_NAMES: Record<Meter, string> = {
  governance_evaluations: 'Governance evaluations',
  evidence_emissions: 'Evidence emissions',
  compliance_checks: 'Compliance checks',
  core_api_calls: 'Core API calls',
  trust_score_queries: 'Trust score queries',
  evidence_storage_gb: 'Evidence storage, GB',
};

export const TIER_NAMES: Record<Statement['tier'], string> = {
  free: 'Free',
  team: 'Team',
  business: 'Business',
  enterprise: 'Enterprise',
};

export function eachCharge<Value>(
  { charges }: Statement,
  of: (meter: Meter, charge: Statement['charges'][Meter]) => Value,
): Value[] {
  return METERS.map((meter) => of(meter, charges[meter]));
}

/** What is counted, in the unit it is stated in: storage in GB. The double nearest to the decimal, which prints as it. */
export function inUnits(meter: Meter, counted: number): number {
  return meter === 'evidence_storage_gb' ? counted / BYTES_PER_GB : counted;
}

/** The same, exactly: `12.345678901`. */
export function unitsText(meter: Meter, counted: number): string {
  return decimalText(counted, meter === 'evidence_storage_gb' ? 9 : 0);
}

/** And with commas. */
export function figureText(meter: Meter, counted: number): string {
  const [whole = '', ...decimals] = unitsText(meter, counted).split('.');
  return [countText(whole), ...decimals].join('.');
}
