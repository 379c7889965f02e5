/** The command line of the bench. */
import { parseArgs } from 'node:util';

const LOAD_TOOLS = ['wrk', 'autocannon'] as const;
export type LoadToolName = (typeof LOAD_TOOLS)[number];

const DATABASE_KINDS = ['sqlite', 'postgres'] as const;
export type DatabaseKind = (typeof DATABASE_KINDS)[number];

export type Options = ReturnType<typeof readOptions>;

export class OptionError extends Error {}

/** By name: the default, the smallest value, and the help. */
const NUMBERS = {
  seconds: [4, 1, 'length of one measurement under load'],
  rounds: [3, 1, 'number of rounds, whose median is printed'],
  warmup: [2, 0, 'seconds of load before a server is measured'],
  artifacts: [1_000_000, 10_000, 'for evidence, usage and dashboard: artifacts in their databases'],
  evaluations: [100_000, 10_000, 'for governance: recorded evaluations that a draft is tried against'],
  resolved: [50_000, 1000, 'for approvals: approvals that are resolved already'],
  events: [1000, 10, 'for approvals: events per second under load'],
  endpoints: [4, 1, 'for approvals: webhook endpoints that get each event'],
} as const satisfies Record<string, readonly [number, number, string]>;

export const USAGE = `npm run bench -- [section ...] [options]

sections: evaluate, workers, telemetry, disk, laws, cerbos, start, event-loop, evidence, approvals, usage,
          governance, judgement, gateway, dashboard, simulation (default: all)

${Object.entries(NUMBERS)
  .map(([name, [value, , help]]) => `  --${`${name} N`.padEnd(17)}${help} (${value})`)
  .join('\n')}
  --connections N,…  for evaluate and workers (1,16,64,256)
  --database NAME    sqlite or postgres (both); laws and cerbos do not use it
  --keep FOLDER      for evidence, usage, governance and dashboard: keeps their databases there for the next run
  --dir FOLDER       where databases are put; must be on a real disk (the temporary folder)
  --load TOOL        wrk or autocannon (wrk, if it is installed)
  --json FILE        also writes the results to this file
`;

/** @throws {OptionError} with a sentence for the person who typed the command. */
export function readOptions(args: readonly string[], known: readonly string[]) {
  const { values, positionals } = parse(args);
  const unknown = positionals.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    throw new OptionError(`There is no section ${unknown.join(', ')}. The sections are ${known.join(', ')}.`);
  }
  const { help = false, dir, json, keep, database, load, connections = '1,16,64,256' } = values;
  const number = (name: keyof typeof NUMBERS) => {
    const [value, min] = NUMBERS[name];
    return wholeNumber(name, values[name] ?? String(value), min);
  };
  return {
    help,
    sections: positionals.length === 0 ? known : positionals,
    seconds: number('seconds'),
    warmupSeconds: number('warmup'),
    rounds: number('rounds'),
    connections: connections.split(',').map((count) => wholeNumber('connections', count, 1)),
    artifacts: number('artifacts'),
    evaluations: number('evaluations'),
    resolved: number('resolved'),
    events: number('events'),
    endpoints: number('endpoints'),
    databases: database === undefined ? DATABASE_KINDS : [oneOf('database', DATABASE_KINDS, database)],
    /** null for the best one that is installed. */
    loadTool: load === undefined ? null : oneOf('load', LOAD_TOOLS, load),
    /** The parent of the folder for databases; null for the system's temporary folder. */
    folder: dir ?? null,
    /** Where filled databases outlive the run; null when they do not. */
    keepFolder: keep ?? null,
    jsonFile: json ?? null,
  };
}

function parse(args: readonly string[]) {
  const text = { type: 'string' } as const;
  const numbers = Object.fromEntries(Object.keys(NUMBERS).map((name) => [name, text]));
  const options = {
    ...(numbers as Record<keyof typeof NUMBERS, typeof text>),
    ...{ connections: text, database: text, keep: text, dir: text, load: text, json: text },
    help: { type: 'boolean', short: 'h' } as const,
  };
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options });
  } catch (error) {
    throw new OptionError(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
  }
}

function oneOf<T extends string>(name: string, choices: readonly T[], text: string): T {
  const chosen = choices.find((choice) => choice === text);
  if (chosen === undefined) throw new OptionError(`--${name} must be ${choices.join(' or ')}.`);
  return chosen;
}

function wholeNumber(name: string, text: string, min: number): number {
  const value = Number(text);
  if (Number.isInteger(value) && value >= min) return value;
  throw new OptionError(`--${name} must be a whole number, at least ${min}.`);
}
