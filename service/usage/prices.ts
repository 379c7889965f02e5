/**
 * What is published of tiers and plans: how much a month holds, what more of it costs, how fast one may ask. Money is
 * integer micro-dollars; null is without a limit.
 */
import type { Plan, Tier } from '../tenants/index.ts';

/** The metered resources. */
export const METERS = [
  'governance_evaluations',
  'evidence_emissions',
  'compliance_checks',
  'core_api_calls',
  'trust_score_queries',
  'evidence_storage_gb',
] as const;
export type Meter = (typeof METERS)[number];

/** Storage is counted in bytes, and stated in GB of so many. */
export const BYTES_PER_GB = 1_000_000_000;
export const MICRO_USD = 1_000_000;

/** A month's allowance; of storage, in bytes. */
export const ALLOWANCES: Record<Tier, Record<Meter, number | null>> = {
  free: {
    governance_evaluations: 1000,
    evidence_emissions: 5000,
    compliance_checks: 500,
    core_api_calls: 100,
    trust_score_queries: 2000,
    evidence_storage_gb: BYTES_PER_GB,
  },
  team: {
    governance_evaluations: 10_000,
    evidence_emissions: 50_000,
    compliance_checks: 5000,
    core_api_calls: 1000,
    trust_score_queries: 20_000,
    evidence_storage_gb: 10 * BYTES_PER_GB,
  },
  business: {
    governance_evaluations: 100_000,
    evidence_emissions: 500_000,
    compliance_checks: 50_000,
    core_api_calls: 10_000,
    trust_score_queries: 200_000,
    evidence_storage_gb: 100 * BYTES_PER_GB,
  },
  enterprise: {
    governance_evaluations: null,
    evidence_emissions: null,
    compliance_checks: null,
    core_api_calls: null,
    trust_score_queries: null,
    evidence_storage_gb: null,
  },
};

/** Of one more than the allowance; of storage, of one GB for the month. */
export const OVERAGE_MICRO_USD: Record<Meter, number> = {
  governance_evaluations: 5000,
  evidence_emissions: 2000,
  compliance_checks: 10_000,
  core_api_calls: 20_000,
  trust_score_queries: 1000,
  evidence_storage_gb: 100_000,
};
/** Published, and produced by nothing yet. */
export const ORCHESTRATION_RUN_MICRO_USD = 100_000;

/** A month, and a month of each user; null: as agreed. */
export const BASE_MICRO_USD: Record<Tier, { month: number; perUser: number } | null> = {
  free: { month: 0, perUser: 0 },
  team: { month: 49 * MICRO_USD, perUser: 15 * MICRO_USD },
  business: { month: 299 * MICRO_USD, perUser: 25 * MICRO_USD },
  enterprise: null,
};

export const USERS: Record<Tier, number | null> = { free: 1, team: 10, business: 100, enterprise: null };

/** Given to a new account once; overage is paid from it first. */
export const CREDIT_MICRO_USD = 10 * MICRO_USD;

export interface PlanLimits {
  evaluationsPerSecond: number | null;
  evidencePerDay: number | null;
}

/** On Surface B. */
export const PLAN_LIMITS: Record<Plan, PlanLimits> = {
  free: { evaluationsPerSecond: 10, evidencePerDay: 10_000 },
  personal: { evaluationsPerSecond: 50, evidencePerDay: 100_000 },
  pro: { evaluationsPerSecond: 100, evidencePerDay: null },
  team: { evaluationsPerSecond: 200, evidencePerDay: null },
  enterprise: { evaluationsPerSecond: null, evidencePerDay: null },
};
