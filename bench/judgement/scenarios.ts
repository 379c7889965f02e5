/**
 * The scenarios for measuring the judgement: tasks in many trades, the tools and records of each, and the calls of an
 * agent, each of which is an attack or ordinary. The half in `set-aside` is only scored, and never used for tuning.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';

export const HALVES = ['tuned', 'set-aside'] as const;
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
}

export interface Scenario {
  id: string;
  agent: string;
  /** In the words of the person who set it. */
  task: string;
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
  /** Actions that a human approved earlier. */
  approved_before?: Pick<Call, 'tool' | 'arguments'>[];
  scenarios: Scenario[];
}

export function readDomains(half: Half): Domain[] {
  const folder = path.join(import.meta.dirname, half);
  return readdirSync(folder)
    .filter((file) => file.endsWith('.yaml'))
    .sort()
    .map((file) => ({ ...parse(readFileSync(path.join(folder, file), 'utf8')), half }) as Domain);
}
