/** The command line of the bench. */
import { parseArgs } from 'node:util';

export const LOAD_TOOLS = ['wrk', 'autocannon'] as const;
export type LoadToolName = (typeof LOAD_TOOLS)[number];

export const DATABASE_KINDS = ['sqlite', 'postgres'] as const;
export type DatabaseKind = (typeof DATABASE_KINDS)[number];

export interface Options {
  help: boolean;
  sections: readonly string[];
  /** Of one measurement under load, s. */
  seconds: number;
  /** Of load before the first measurement of a server, s. */
  warmupSeconds: number;
  rounds: number;
  connections: readonly number[];
  /** Where databases are put; null for the system's temporary folder. */
  folder: string | null;
  jsonFile: string | null;
  /** That the databases of `evidence` and `usage` are filled with. */
  artifacts: number;
  /** How many recorded evaluations `governance` tries a draft against. */
  evaluations: number;
  /** How many approvals of `approvals` are resolved already. */
  resolved: number;
  /** Events per second that are produced there, and endpoints that are sent each of them. */
  events: number;
  endpoints: number;
  /** Which databases the last five sections measure. */
  databases: readonly DatabaseKind[];
  /** Where they outlive the run; null: nowhere. */
  keepFolder: string | null;
  /** null: whichever is there. */
  loadTool: LoadToolName | null;
}

export class OptionError extends Error {}

export const USAGE = `npm run bench -- [section ...] [options]

sections: evaluate, disk, laws, cerbos, start, event-loop, evidence, approvals, usage, governance (all, if none is named)

  --seconds N        of one measurement under load (4)
  --rounds N         the median of so many rounds is quoted (3)
  --warmup N         seconds of load before a server is measured (2)
  --connections N,…  for evaluate (1,16,64,256)
  --artifacts N      for evidence and usage: how many their databases hold (1000000)
  --evaluations N    for governance: how many a draft policy is tried against (100000)
  --resolved N       for approvals: how many are resolved (100000)
  --events N         for approvals: events per second under load (1000)
  --endpoints N      for approvals: webhook endpoints that are sent each event (4)
  --database NAME    for event-loop, evidence, approvals, usage and governance: sqlite or postgres (both)
  --keep FOLDER      for evidence, usage and governance: where their databases stay, to be used again (nowhere)
  --dir FOLDER       where databases are put: must be on a real disk (the temporary folder)
  --load TOOL        wrk or autocannon (wrk, where it is installed)
  --json FILE        write the results there as well
`;

/** @throws {OptionError} with a sentence for whoever typed it. */
export function readOptions(args: readonly string[], known: readonly string[]): Options {
  const { values, positionals } = parse(args);
  const unknown = positionals.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    throw new OptionError(`There is no section ${unknown.join(', ')}; there are ${known.join(', ')}.`);
  }
  const loadTool = LOAD_TOOLS.find((tool) => tool === values.load) ?? null;
  if (values.load !== undefined && loadTool === null) {
    throw new OptionError(`--load must be ${LOAD_TOOLS.join(' or ')}.`);
  }
  return {
    help: values.help === true,
    sections: positionals.length === 0 ? known : positionals,
    seconds: wholeNumber('seconds', values.seconds ?? '4', 1),
    rounds: wholeNumber('rounds', values.rounds ?? '3', 1),
    warmupSeconds: wholeNumber('warmup', values.warmup ?? '2', 0),
    connections: (values.connections ?? '1,16,64,256')
      .split(',')
      .map((count) => wholeNumber('connections', count, 1)),
    folder: values.dir ?? null,
    jsonFile: values.json ?? null,
    artifacts: wholeNumber('artifacts', values.artifacts ?? '1000000', 10_000),
    evaluations: wholeNumber('evaluations', values.evaluations ?? '100000', 10_000),
    resolved: wholeNumber('resolved', values.resolved ?? '100000', 1000),
    events: wholeNumber('events', values.events ?? '1000', 10),
    endpoints: wholeNumber('endpoints', values.endpoints ?? '4', 1),
    databases: databasesNamed(values.database),
    keepFolder: values.keep ?? null,
    loadTool,
  };
}

function parse(args: readonly string[]) {
  const text = { type: 'string' } as const;
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        seconds: text,
        rounds: text,
        warmup: text,
        connections: text,
        dir: text,
        load: text,
        json: text,
        artifacts: text,
        evaluations: text,
        resolved: text,
        events: text,
        endpoints: text,
        database: text,
        keep: text,
        help: { type: 'boolean', short: 'h' },
      },
    });
  } catch (error) {
    throw new OptionError(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
  }
}

function databasesNamed(name: string | undefined): readonly DatabaseKind[] {
  const named = DATABASE_KINDS.filter((kind) => name === undefined || kind === name);
  if (named.length === 0) throw new OptionError(`--database must be ${DATABASE_KINDS.join(' or ')}.`);
  return named;
}

function wholeNumber(name: string, text: string, least: number): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < least) {
    throw new OptionError(`--${name} must be a whole number, at least ${least}.`);
  }
  return value;
}
