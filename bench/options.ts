/** The command line of the bench. */
import { parseArgs } from 'node:util';

export const LOAD_TOOLS = ['wrk', 'autocannon'] as const;
export type LoadToolName = (typeof LOAD_TOOLS)[number];

export const DATABASE_KINDS = ['sqlite', 'postgres'] as const;
export type DatabaseKind = (typeof DATABASE_KINDS)[number];

export type Options = ReturnType<typeof readOptions>;

export class OptionError extends Error {}

export const USAGE = `npm run bench -- [section ...] [options]

sections: evaluate, disk, laws, cerbos, start, event-loop, evidence, approvals, usage, governance (default: all)

  --seconds N        length of one measurement under load (4)
  --rounds N         number of rounds, whose median is printed (3)
  --warmup N         seconds of load before a server is measured (2)
  --connections N,…  for evaluate (1,16,64,256)
  --artifacts N      for evidence and usage: artifacts in their databases (1000000)
  --evaluations N    for governance: recorded evaluations that a draft policy is tried against (100000)
  --resolved N       for approvals: approvals that are resolved already (100000)
  --events N         for approvals: events per second under load (1000)
  --endpoints N      for approvals: webhook endpoints that get each event (4)
  --database NAME    sqlite or postgres (both); laws and cerbos do not use it
  --keep FOLDER      for evidence, usage and governance: keeps their databases there for the next run
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
  return {
    help: values.help === true,
    sections: positionals.length === 0 ? known : positionals,
    /** Length of one measurement under load, s. */
    seconds: wholeNumber('seconds', values.seconds, 1),
    /** Load before the first measurement of a server, s. */
    warmupSeconds: wholeNumber('warmup', values.warmup, 0),
    rounds: wholeNumber('rounds', values.rounds, 1),
    connections: values.connections.split(',').map((count) => wholeNumber('connections', count, 1)),
    /** The parent of the folder for databases; null for the system's temporary folder. */
    folder: values.dir ?? null,
    jsonFile: values.json ?? null,
    artifacts: wholeNumber('artifacts', values.artifacts, 10_000),
    evaluations: wholeNumber('evaluations', values.evaluations, 10_000),
    resolved: wholeNumber('resolved', values.resolved, 1000),
    events: wholeNumber('events', values.events, 10),
    endpoints: wholeNumber('endpoints', values.endpoints, 1),
    databases:
      values.database === undefined ? DATABASE_KINDS : [oneOf('database', DATABASE_KINDS, values.database)],
    /** Where filled databases outlive the run; null when they do not. */
    keepFolder: values.keep ?? null,
    /** null for the best one that is installed. */
    loadTool: values.load === undefined ? null : oneOf('load', LOAD_TOOLS, values.load),
  };
}

function parse(args: readonly string[]) {
  const text = { type: 'string' } as const;
  const by = <T extends string>(value: T) => ({ ...text, default: value });
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        ...{ seconds: by('4'), rounds: by('3'), warmup: by('2'), connections: by('1,16,64,256') },
        ...{ artifacts: by('1000000'), evaluations: by('100000'), resolved: by('100000') },
        ...{ events: by('1000'), endpoints: by('4'), database: text, keep: text, dir: text, load: text },
        ...{ json: text, help: { type: 'boolean', short: 'h' } as const },
      },
    });
  } catch (error) {
    throw new OptionError(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
  }
}

function oneOf<T extends string>(name: string, choices: readonly T[], text: string): T {
  const chosen = choices.find((choice) => choice === text);
  if (chosen === undefined) throw new OptionError(`--${name} must be ${choices.join(' or ')}.`);
  return chosen;
}

function wholeNumber(name: string, text: string, least: number): number {
  const value = Number(text);
  if (Number.isInteger(value) && value >= least) return value;
  throw new OptionError(`--${name} must be a whole number, at least ${least}.`);
}
