/**
 * The list of meters. An entry holds everything about a meter: table columns, SQL, schemas, exports and texts
 * are made from it. CONTRIBUTING.md shows how to add one.
 */

/** Storage is counted in bytes, and stated in GB with this many bytes. */
export const BYTES_PER_GB = 1_000_000_000;

/** A month's allowance, for storage in bytes; null is unlimited. */
type ByTier = Record<'free' | 'team' | 'business' | 'enterprise', number | null>;

interface Definition {
  /** The name in invoices and commands. */
  title: string;
  /** The name for billing systems. */
  unit: string;
  /**
   * `artifacts`: artifacts of these types, in this column of `usage_counters`, within the append.
   * `calls`: each `countCall`. `bytes`: the payload that artifacts hold.
   */
  counts:
    | { kind: 'artifacts'; column: string; types: readonly string[] }
    | { kind: 'calls' }
    | { kind: 'bytes' };
  /** The `X-Usage-Type` of the 429 once it is used up; null if nothing is refused under its name. */
  usageType: string | null;
  allowances: ByTier;
  /** The price of one unit beyond the allowance; for storage, of one GB for the month. Micro-dollars. */
  rateMicroUsd: number;
}

const DEFINITIONS = {
  governance_evaluations: {
    title: 'Governance evaluations',
    unit: 'evaluation',
    counts: { kind: 'artifacts', column: 'evaluations', types: ['governance_eval'] },
    usageType: 'governance_eval',
    allowances: { free: 1000, team: 10_000, business: 100_000, enterprise: null },
    rateMicroUsd: 5000,
  },
  evidence_emissions: {
    title: 'Evidence emissions',
    unit: 'emission',
    counts: {
      kind: 'artifacts',
      column: 'emissions',
      types: [
        'governance_eval',
        'action_executed',
        'action_approved',
        'action_rejected',
        'compliance_check',
        'trust_update',
      ],
    },
    usageType: 'evidence_emission',
    allowances: { free: 5000, team: 50_000, business: 500_000, enterprise: null },
    rateMicroUsd: 2000,
  },
  compliance_checks: {
    title: 'Compliance checks',
    unit: 'check',
    counts: { kind: 'artifacts', column: 'compliance_checks', types: ['compliance_check'] },
    usageType: 'compliance_check',
    allowances: { free: 500, team: 5000, business: 50_000, enterprise: null },
    rateMicroUsd: 10_000,
  },
  core_api_calls: {
    title: 'Core API calls',
    unit: 'call',
    counts: { kind: 'calls' },
    usageType: 'core_api_call',
    allowances: { free: 100, team: 1000, business: 10_000, enterprise: null },
    rateMicroUsd: 20_000,
  },
  trust_score_queries: {
    title: 'Trust score queries',
    unit: 'query',
    counts: { kind: 'calls' },
    usageType: 'trust_score_query',
    allowances: { free: 2000, team: 20_000, business: 200_000, enterprise: null },
    rateMicroUsd: 1000,
  },
  evidence_storage_gb: {
    title: 'Evidence storage, GB',
    unit: 'byte',
    counts: { kind: 'bytes' },
    usageType: null,
    allowances: {
      free: BYTES_PER_GB,
      team: 10 * BYTES_PER_GB,
      business: 100 * BYTES_PER_GB,
      enterprise: null,
    },
    rateMicroUsd: 100_000,
  },
} as const satisfies Record<string, Definition>;

type Definitions = typeof DEFINITIONS;
export type Meter = keyof Definitions;
type CountedAs<Kind extends Definition['counts']['kind']> = {
  [Name in Meter]: Definitions[Name]['counts'] extends { kind: Kind } ? Name : never;
}[Meter];
/** Meters that count appended artifacts. */
export type ArtifactMeter = CountedAs<'artifacts'>;
/** Meters that count calls without evidence. */
export type CallMeter = CountedAs<'calls'>;
/** A column of `usage_counters`. */
export type Counter = Definitions[ArtifactMeter]['counts']['column'];
type CountedType = Definitions[ArtifactMeter]['counts']['types'][number];

/** The meters by name. */
export const METER: Record<Meter, Definition> = DEFINITIONS;
/** The names of the meters, in the order of every list. */
export const METERS = Object.keys(DEFINITIONS) as Meter[];

/** The number of counts in one unit of rates and figures. */
export function countsPerUnit(meter: Meter): number {
  return METER[meter].counts.kind === 'bytes' ? BYTES_PER_GB : 1;
}

interface CountedByArtifacts {
  meter: ArtifactMeter;
  column: Counter;
  types: readonly CountedType[];
}

/** Meters that artifacts count, each with its column and with the types of artifact that add one to it. */
export const COUNTERS: readonly CountedByArtifacts[] = METERS.flatMap((meter) => {
  const { counts } = DEFINITIONS[meter];
  if (counts.kind !== 'artifacts') return [];
  return [{ meter: meter as ArtifactMeter, column: counts.column, types: counts.types }];
});

/** The counts of one chain in one month. */
export type Counts = Record<Counter, number>;
/** The maximum for a month, by counter; null is unlimited. */
export type Allowance = Record<Counter, number | null>;

export function eachCounter<Value>(of: (counted: CountedByArtifacts) => Value): Record<Counter, Value> {
  return Object.fromEntries(COUNTERS.map((counted) => [counted.column, of(counted)])) as Record<
    Counter,
    Value
  >;
}

export function eachMeter<Value>(of: (meter: Meter) => Value): Record<Meter, Value> {
  return Object.fromEntries(METERS.map((meter) => [meter, of(meter)])) as Record<Meter, Value>;
}

/** The title within a sentence: `governance evaluations`. */
export function meterWords(meter: Meter): string {
  const { title } = METER[meter];
  return title.charAt(0).toLowerCase() + title.slice(1);
}
