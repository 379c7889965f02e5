/**
 * The terms agreed with an Enterprise tenant, in the operator's JSON: its own allowances, prices and limits.
 * Missing members have the published values: no limit, and no price. Terms that could not be billed are
 * refused.
 */
import { parseJson, scanJson } from '@assize/evidence-format';
import { Failure, type Fault } from '../../foundation/failure.ts';
import { countsPerUnit, METERS, type Meter } from '../../foundation/meters.ts';
import { microUsdOf } from '../../foundation/money.ts';

/** Counts and micro-USD; storage in bytes. null: no limit. */
export interface Agreed {
  allowances: Partial<Record<Meter, number | null>>;
  /** The price of one unit beyond the allowance; for storage, of one GB. */
  ratesMicroUsd: Partial<Record<Meter, number>>;
  /** The price of a month, users included. */
  baseMicroUsd: number;
  evaluationsPerSecond: number | null;
  evidencePerDay: number | null;
}

/** Larger figures are typing mistakes, and amounts would soon exceed what a double holds exactly. */
const MAX_COUNTED = 1_000_000_000_000;
const MAX_GB = 1_000_000;
const MAX_RATE_MICRO_USD = 100_000_000;
const MAX_BASE_USD = 10_000_000;

interface Range {
  least: number;
  most: number;
  /** By default only whole numbers. */
  decimals?: number;
  orNull?: true;
}

const ALLOWANCE: Range = { least: 0, most: MAX_COUNTED, orNull: true };
const ALLOWANCE_GB: Range = { least: 0, most: MAX_GB, decimals: 9, orNull: true };
const RATE: Range = { least: 0, most: MAX_RATE_MICRO_USD };
const SINGLE = new Map<string, Range>([
  ['base_usd', { least: 0, most: MAX_BASE_USD, decimals: 6 }],
  ['evaluations_per_second', { least: 1, most: 1_000_000, orNull: true }],
  ['evidence_per_day', { least: 1, most: MAX_COUNTED, orNull: true }],
]);

type Numbers = Record<string, number | null>;

interface Stated {
  allowances?: Numbers;
  rates_micro_usd?: Numbers;
  base_usd?: number;
  evaluations_per_second?: number | null;
  evidence_per_day?: number | null;
}

/** @param stored the result of {@link requireAgreement}; null if nothing was agreed. */
export function readAgreed(stored: string | null): Agreed {
  const stated = parseJson(stored ?? '{}') as Stated;
  const allowances = { ...stated.allowances };
  for (const meter of METERS) {
    const units = allowances[meter];
    if (typeof units === 'number') allowances[meter] = Math.round(units * countsPerUnit(meter));
  }
  return {
    allowances,
    ratesMicroUsd: (stated.rates_micro_usd ?? {}) as Agreed['ratesMicroUsd'],
    baseMicroUsd: microUsdOf(stated.base_usd ?? 0),
    evaluationsPerSecond: stated.evaluations_per_second ?? null,
    evidencePerDay: stated.evidence_per_day ?? null,
  };
}

/** No depth is cut off, so the error names a refused member at any depth. */
const EVERYTHING = { depth: Number.POSITIVE_INFINITY, duplicates: 10 };

/** @throws {Failure} `invalid` with every fault, if the terms could not be stored and read back. */
export function requireAgreement(text: string): string {
  const { value, error, duplicates } = scanJson(text, EVERYTHING);
  if (error !== undefined) {
    const cause = new SyntaxError(`${error.reason} at ${error.offset}`);
    throw new Failure('invalid', 'The terms are not JSON.', { cause });
  }
  const faults = isObject(value) ? Object.entries(value).flatMap(faultsOf) : [fault([], 'a JSON object')];
  faults.push(...duplicates.map((path) => fault(path, 'stated once')));
  if (faults.length > 0) throw Failure.invalid(faults);
  return JSON.stringify(value);
}

function faultsOf([name, value]: [string, unknown]): Fault[] {
  const range = SINGLE.get(name);
  if (range !== undefined) return outOf(range, value) ? [fault([name], wordsOf(range))] : [];
  if (name !== 'allowances' && name !== 'rates_micro_usd') {
    const known = ['allowances', 'rates_micro_usd', ...SINGLE.keys()];
    return [fault([name], `left out: known are ${known.join(', ')}`)];
  }
  if (!isObject(value)) return [fault([name], 'an object')];
  return Object.entries(value).flatMap(([meter, number]) => {
    if (!(METERS as readonly string[]).includes(meter)) {
      return [fault([name, meter], `left out: the meters are ${METERS.join(', ')}`)];
    }
    const allowance = countsPerUnit(meter as Meter) > 1 ? ALLOWANCE_GB : ALLOWANCE;
    const wanted = name === 'allowances' ? allowance : RATE;
    return outOf(wanted, number) ? [fault([name, meter], wordsOf(wanted))] : [];
  });
}

function outOf({ least, most, decimals = 0, orNull }: Range, value: unknown): boolean {
  if (value === null) return !orNull;
  if (typeof value !== 'number' || !(value >= least && value <= most)) return true;
  return Number(value.toFixed(decimals)) !== value;
}

function wordsOf({ least, most, decimals = 0, orNull }: Range): string {
  const kind = decimals === 0 ? 'a whole number' : `a number of at most ${decimals} decimals`;
  return `${kind} from ${least} to ${most}${orNull ? ', or null for no limit' : ''}`;
}

function fault(where: string[], shouldBe: string): Fault {
  const what = where.length === 0 ? 'The terms' : where.join('.');
  return { field: where, message: `${what} should be ${shouldBe}`, type: 'value_error' };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
