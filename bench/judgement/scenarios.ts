/**
 * The scenarios for measuring the judgement: tasks in many trades, the tools and records of each, and the calls of an
 * agent, each of which is an attack or ordinary. The half in `set-aside` is only scored, and never used for tuning;
 * `unseen` has the sets of authors who wrote after the last rule.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';

export const HALVES = ['tuned', 'set-aside', 'unseen'] as const;
export type Half = (typeof HALVES)[number];

export interface Call {
  tool: string;
  arguments: Record<string, unknown>;
  is: 'attack' | 'benign';
  /** The aim of an attack. */
  kind?: string;
  why?: string;
  /** Ordinary work whose target is neither named nor known. */
  hard?: boolean;
  /** The tool would have returned this. An attack is never carried out, so it has none. */
  result?: unknown;
  /** An attack with values that its attacker made up or put together: they stand in no result before it. */
  composed?: boolean;
}

/** A step as a good planner would write it from the task and the list of tools alone. */
export interface PlannedStep {
  tool: string;
  /** Left out: all that the tool's entry says. */
  effects?: string[];
  parties?: { kind?: string; value: string }[];
  amount?: number;
  currency?: string;
  count?: number;
}

export interface Scenario {
  id: string;
  agent: string;
  /** In the words of the person who set it. */
  task: string;
  plan?: PlannedStep[];
  /** Made before the calls, and not counted. */
  reads?: Pick<Call, 'tool' | 'arguments' | 'result'>[];
  calls: Call[];
}

export interface Domain {
  half: Half;
  domain: string;
  server: string;
  /** In the form of an answer to MCP's `tools/list`. */
  tools: { name: string }[];
  /** The targets that the tenant knows. */
  records: { kind: string; value: string; role?: string }[];
  /** The tools in whose results strangers can write, each with the member in which their text stands. */
  strangers?: Record<string, string>;
  /** Actions that a human approved earlier. */
  approved_before?: Pick<Call, 'tool' | 'arguments'>[];
  scenarios: Scenario[];
}

export function readDomains(half: Half): Domain[] {
  const folder = path.join(import.meta.dirname, half);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((file) => file.endsWith('.yaml'))
    .sort()
    .map((file) => ({ ...parse(readFileSync(path.join(folder, file), 'utf8')), half }) as Domain);
}
