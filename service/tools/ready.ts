/**
 * Ready catalogues: entries for servers and tool sets that many people run, as data in `tool-catalogues/`. They are
 * read when they are first asked for. Like other proposals, they count once a human accepts them.
 */
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { entryOf, faultsOfEntry, type WrittenEntry } from '@assize/act-reading/tools';
import { Failure } from '../foundation/failure.ts';
import { readYaml } from '../governance/policies/documents/index.ts';

/** In the published bundle they are beside the program; in the sources, in the project's own folder. */
const BUNDLED = path.join(import.meta.dirname, 'tool-catalogues');
const FOLDER = existsSync(BUNDLED) ? BUNDLED : path.join(import.meta.dirname, '../../tool-catalogues');

interface ReadyCatalogue {
  name: string;
  /** The name that most people give the server in their configuration. */
  server: string;
  description: string;
  entries: WrittenEntry[];
}

/** Several tools that are read in the same way may share one entry, by `tools`. */
type SharedEntry = Omit<WrittenEntry, 'tool'> & ({ tool: string } | { tools: string[] });

interface Written {
  name: string;
  server: string;
  description: string;
  tools: SharedEntry[];
}

let names: Promise<string[]> | null = null;
const read = new Map<string, Promise<ReadyCatalogue>>();

/** Returns the names in alphabetical order. */
export function readyCatalogueNames(): Promise<string[]> {
  names ??= readdir(FOLDER).then((found) => found.sort());
  return names;
}

/**
 * Returns the entries of a ready catalogue.
 * @param server the name of the server in the caller's configuration, where it differs from the usual one.
 * @throws {Failure} `not_found`
 */
export async function readyCatalogue(name: string, server?: string): Promise<WrittenEntry[]> {
  const { entries } = await findReady(name);
  return server === undefined ? entries : entries.map((entry) => ({ ...entry, server }));
}

/** @throws {Failure} `not_found` */
export async function findReady(name: string): Promise<ReadyCatalogue> {
  const known = await readyCatalogueNames();
  if (!known.includes(name)) {
    throw new Failure('not_found', `No ready catalogue has this name. There are: ${known.join(', ')}.`);
  }
  let found = read.get(name);
  if (found === undefined) {
    found = load(path.join(FOLDER, name, 'catalogue.yaml'));
    read.set(name, found);
  }
  return found;
}

async function load(file: string): Promise<ReadyCatalogue> {
  const { value, faults } = await readYaml(await readFile(file, 'utf8'));
  if (faults.length > 0) throw new Error(`${file}: ${faults[0]?.message}`);
  const { name, server, description, tools } = value as Written;
  const entries = tools.flatMap((shared) => eachOf(shared, server));
  for (const [at, entry] of entries.entries()) {
    const [fault] = faultsOfEntry(entry, [String(at)]);
    if (fault !== undefined)
      throw new Error(`${file}: ${entry.tool}: ${fault.field.join('.')}: ${fault.message}`);
  }
  return { name, server, description, entries };
}

function eachOf(shared: SharedEntry, server: string): WrittenEntry[] {
  if ('tool' in shared) return [entryOf({ server, ...shared })];
  const { tools, ...rest } = shared;
  return tools.map((tool) => entryOf({ server, ...rest, tool }));
}
