/** Reads records of targets from CSV (RFC 4180) with a header line. Errors name the line. */

import {
  EFFECTS,
  type Effect,
  TARGET_KINDS,
  TARGET_ROLES,
  type TargetKind,
  type TargetRole,
} from '@assize/act-reading/targets';
import { CsvError, parse } from 'csv-parse/sync';
import { faultsOfTarget } from './change.ts';
import { MAX_NAME_CHARACTERS, type TargetRecord } from './known-target.ts';

export const CSV_COLUMNS = ['kind', 'value', 'role', 'agent', 'effect', 'until', 'name'] as const;

export interface ReadCsv {
  records: TargetRecord[];
  /** Each with the number of its line, counted from 1 with the header. */
  faults: { line: number; message: string }[];
}

const MAX_AGENT_CHARACTERS = 256;

type Line = Partial<Record<string, string>>;

export function readTargetsCsv(text: string): ReadCsv {
  const read: ReadCsv = { records: [], faults: [] };
  let columns: string[] = [];
  let lines: { record: Line; info: { lines: number } }[];
  try {
    lines = parse(text, {
      relax_column_count: true,
      bom: true,
      columns: (header: string[]) => {
        columns = header;
        return header;
      },
      delimiter: delimiterOf(text),
      info: true,
      skip_empty_lines: true,
      trim: true,
    }) as unknown as typeof lines;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return { records: [], faults: [{ line: Number(error.lines ?? 1), message: error.message }] };
  }
  const fault = faultOfHeader(columns);
  if (fault !== null) return { records: [], faults: [{ line: 1, message: fault }] };
  for (const { record, info } of lines) {
    const one = recordOf(record);
    if (typeof one === 'string') read.faults.push({ line: info.lines, message: one });
    else read.records.push(one);
  }
  return read;
}

/** Spreadsheets separate by semicolons in countries where numbers have a decimal comma. */
function delimiterOf(text: string): string {
  const [header = ''] = text.split('\n', 1);
  return header.includes(';') && !header.includes(',') ? ';' : ',';
}

function faultOfHeader(columns: readonly string[]): string | null {
  if (columns.length === 0)
    return `the file is empty; it begins with a line of columns: ${CSV_COLUMNS.join(',')}`;
  const unknown = columns.filter((name) => !isOneOf(CSV_COLUMNS, name));
  if (unknown.length > 0)
    return `unknown column ${unknown.join(', ')}; the first line names the columns: ${CSV_COLUMNS.join(',')}`;
  const missing = ['kind', 'value'].filter((name) => !columns.includes(name));
  return missing.length === 0 ? null : `the column ${missing.join(' and ')} is missing`;
}

/** @returns a sentence about the fault, if there is one. */
function recordOf({
  kind = '',
  value = '',
  role = '',
  agent = '',
  effect = '',
  until = '',
  name = '',
}: Line): TargetRecord | string {
  if (!isOneOf(TARGET_KINDS, kind)) return `kind should be one of ${TARGET_KINDS.join(', ')}`;
  if (role !== '' && !isOneOf(TARGET_ROLES, role))
    return `role should be empty or one of ${TARGET_ROLES.join(', ')}`;
  if (effect !== '' && !isOneOf(EFFECTS, effect))
    return `effect should be empty or one of ${EFFECTS.join(', ')}`;
  const untilMs = until === '' ? undefined : momentOf(until);
  if (Number.isNaN(untilMs)) {
    return 'until should be empty, a day (2027-01-31) or a time with its zone (2027-01-31T09:00Z)';
  }
  if (`${agent}${name}`.includes('\0')) return 'agent and name should not contain U+0000';
  if (agent.length > MAX_AGENT_CHARACTERS)
    return `agent should have at most ${MAX_AGENT_CHARACTERS} characters`;
  if (name.length > MAX_NAME_CHARACTERS) return `name should have at most ${MAX_NAME_CHARACTERS} characters`;
  const [fault] = faultsOfTarget({ kind: kind as TargetKind, value }, []);
  if (fault !== undefined) return fault.message;
  return {
    kind: kind as TargetKind,
    value,
    ...(role !== '' && { role: role as TargetRole }),
    ...(agent !== '' && { agent_id: agent }),
    ...(effect !== '' && { effect: effect as Effect }),
    ...(untilMs !== undefined && { until: untilMs }),
    ...(name !== '' && { name }),
  };
}

const DAY_LENGTH = '2027-01-31'.length;
const MOMENT = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d))?$/;

/**
 * Returns ms since the epoch; a day begins at midnight UTC. NaN where it would depend on the time zone of the machine.
 */
function momentOf(text: string): number {
  const ms = MOMENT.test(text) ? Date.parse(text) : Number.NaN;
  const day = text.slice(0, DAY_LENGTH);
  // `Date.parse` turns 31 February into a day in March.
  return Number.isNaN(ms) || !new Date(Date.parse(day)).toISOString().startsWith(day) ? Number.NaN : ms;
}

function isOneOf(names: readonly string[], name: string): boolean {
  return names.includes(name);
}
