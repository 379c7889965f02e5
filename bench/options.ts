/** The command line of the bench. */
import { parseArgs } from 'node:util';

const LOAD_TOOLS = ['wrk', 'autocannon'] as const;
export type LoadToolName = (typeof LOAD_TOOLS)[number];

const DATABASE_KINDS = ['sqlite', 'postgres'] as const;
export type DatabaseKind = (typeof DATABASE_KINDS)[number];

export type Options = ReturnType<typeof readOptions>;

export class OptionError extends Error {}

/** By name: the default, the minimum, and the help text. */
const NUMBERS = {
  seconds: [4, 1, 'length of one measurement under load'],
  rounds: [3, 1, 'number of rounds, whose median is printed'],
  warmup: [2, 0, 'seconds of load before a server is measured'],
  artifacts: [1_000_000, 10_000, 'for evidence, start and dashboard: artifacts in their databases'],
  events: [1000, 10, 'for events: events per second under load'],
  endpoints: [4, 1, 'for events: webhook endpoints that get each event'],
  escalations: [50, 1, 'for channels: escalations per second'],
  escalating: [20, 1, 'for channels: seconds of escalations whose messages are timed'],
  rate: [60, 1, 'for soak: evaluations per second'],
  hours: [8, 0.01, 'for soak: how long to run on each database; may be a fraction'],
} as const satisfies Record<string, readonly [number, number, string]>;

const TEXTS = {
  from: ['FILE', 'for soak: only prints what an earlier run, even an interrupted one, wrote with --json'],
  connections: ['N,…', 'for evaluate and workers (1,16,64,256)'],
  database: ['NAME', 'sqlite or postgres (both)'],
  keep: ['FOLDER', 'for evidence, start and dashboard: keeps their databases there for the next run'],
  dir: ['FOLDER', 'where to put databases; must be on a real disk (the temporary folder)'],
  load: ['TOOL', 'wrk or autocannon (wrk, if it is installed)'],
  json: ['FILE', 'also writes the results to this file'],
} as const;

type Name = keyof typeof NUMBERS | keyof typeof TEXTS;

export function usageOf(sections: readonly string[]): string {
  const lines = [
    ...Object.entries(NUMBERS).map(([name, [value, , help]]) => [`${name} N`, `${help} (${value})`]),
    ...Object.entries(TEXTS).map(([name, [value, help]]) => [`${name} ${value}`, help]),
  ];
  const options = lines.map(([name = '', help]) => `  --${name.padEnd(17)}${help}`).join('\n');
  const which = 'default: all but soak, which runs only if you name it';
  return `npm run bench -- [section ...] [options]\n\nsections: ${sections.join(', ')}\n(${which})\n\n${options}\n`;
}

/** @throws {OptionError} with a sentence for the person who typed the command. */
export function readOptions(args: readonly string[], known: readonly string[], onlyNamed: readonly string[]) {
  const { values, positionals } = parse(args, known);
  const unknown = positionals.filter((name) => !known.includes(name));
  if (unknown.length > 0)
    throw new OptionError(`There is no section ${unknown.join(', ')}. The sections are ${known.join(', ')}.`);
  const numbers = Object.entries(NUMBERS).map(([name, [value, least]]) => [
    name,
    numberIn(name, values[name as Name] ?? `${value}`, least),
  ]);
  const { help = false, dir, json, keep, database, load, connections = '1,16,64,256' } = values;
  return {
    help,
    sections: positionals.length === 0 ? known.filter((name) => !onlyNamed.includes(name)) : positionals,
    ...(Object.fromEntries(numbers) as Record<keyof typeof NUMBERS, number>),
    connections: connections.split(',').map((count) => numberIn('connections', count, 1)),
    databases: database === undefined ? DATABASE_KINDS : [oneOf('database', DATABASE_KINDS, database)],
    /** null for the best installed one. */
    loadTool: load === undefined ? null : oneOf('load', LOAD_TOOLS, load),
    /** The parent of the folder for databases; null for the system's temporary folder. */
    folder: dir ?? null,
    /** Where filled databases outlive the run; null if they don't. */
    keepFolder: keep ?? null,
    jsonFile: json ?? null,
    /** The results of an earlier soak; null if one is to run. */
    soakFile: values.from ?? null,
  };
}

function parse(args: readonly string[], known: readonly string[]) {
  const names = [...Object.keys(NUMBERS), ...Object.keys(TEXTS)];
  const texts = Object.fromEntries(names.map((name) => [name, { type: 'string' }]));
  const options = {
    ...(texts as Record<Name, { type: 'string' }>),
    help: { type: 'boolean', short: 'h' },
  } as const;
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options });
  } catch (error) {
    throw new OptionError(`${error instanceof Error ? error.message : error}\n\n${usageOf(known)}`);
  }
}

function oneOf<T extends string>(name: string, choices: readonly T[], text: string): T {
  const chosen = choices.find((choice) => choice === text);
  if (chosen === undefined) throw new OptionError(`--${name} must be ${choices.join(' or ')}.`);
  return chosen;
}

/** Requires a whole number, unless the minimum is a fraction. */
function numberIn(name: string, text: string, least: number): number {
  const value = Number(text);
  const isWhole = Number.isInteger(value) || !Number.isInteger(least);
  if (Number.isFinite(value) && isWhole && value >= least) return value;
  const kind = Number.isInteger(least) ? 'whole number' : 'number';
  throw new OptionError(`--${name} must be a ${kind}, at least ${least}.`);
}
