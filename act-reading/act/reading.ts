/** The service's reading of an action, before it is compared with what is known. */
import type { JsonObject } from '@assize/evidence-format';
import { compareRisk, type RiskLevel } from '../risk.ts';
import type { Effect, Reach } from '../targets/index.ts';
import type { ContentKind, ToolEntry, Unlisted } from '../tools/index.ts';
import type { NumberAt } from './money/greatest-number.ts';
import type { Particular } from './readers.ts';

export interface ReadingAct {
  effect: Effect;
  /** A clause, such as `deletes the table users`. */
  what: string;
  risk_level?: RiskLevel;
  irreversible?: true;
  /** No mandate can mean it: a secret that is passed on, a whole table. */
  beyond_mandates?: true;
  particulars?: Particular[];
}

export interface Reading {
  /** null if no tool is listed, or the catalogue is empty. */
  tool: { id: string; name: string } | null;
  /** Why no tool is listed; null if one is, or the catalogue is empty. */
  unlisted: Exclude<Unlisted, 'empty'> | null;
  /** In the order of {@link EFFECTS}. */
  effects: Effect[];
  reaches: Reach[];
  /** An amount is listed here only if it can't be read. */
  contents: { path: string; kind: ContentKind | 'amount'; unreadable: string | null }[];
  /** The acts of the contents, each with its gravity. */
  acts: ReadingAct[];
  /** Facts of the contents, by their kind. */
  facts: JsonObject;
  /** The lowest risk that the tool's entry allows. */
  risk_level: RiskLevel | null;
  is_irreversible: boolean;
  /** null if the arguments name no amount in US dollars that can be read. */
  amount_usd: number | null;
  /** The greatest number in the arguments of a call that does more than read; null if they state none. */
  greatest_number: NumberAt | null;
}

/** Returns the name as it is shown, with its server. */
export function nameOf({ tool, server }: Pick<ToolEntry, 'tool' | 'server'>): string {
  return server === undefined ? tool : `${server}.${tool}`;
}

export function emptyReading(): Reading {
  return {
    tool: null,
    unlisted: null,
    effects: [],
    reaches: [],
    contents: [],
    acts: [],
    facts: {},
    risk_level: null,
    is_irreversible: false,
    amount_usd: null,
    greatest_number: null,
  };
}

export function raise(reading: Reading, by: { risk_level?: RiskLevel; is_irreversible?: boolean }): void {
  const { risk_level: risk } = by;
  if (risk !== undefined && (reading.risk_level === null || compareRisk(risk, reading.risk_level) > 0)) {
    reading.risk_level = risk;
  }
  if (by.is_irreversible === true) reading.is_irreversible = true;
}
