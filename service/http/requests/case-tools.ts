/** The tools that a case of a policy may call: from ready catalogues, or written with the cases. */

import {
  type Catalogue,
  catalogueOf,
  faultsOfEntry,
  keptEntry,
  type WrittenEntry,
} from '@assize/act-reading/tools';
import { Failure, type Fault } from '../../foundation/failure.ts';
import { readyCatalogue, readyCatalogueNames } from '../../tools/index.ts';

export interface CaseTools {
  /** Names of ready catalogues. */
  catalogue?: string | string[] | undefined;
  /** Entries, in the format of an import. */
  tools?: unknown[] | undefined;
}

/** Compiles the tools of cases; cases that name the same ready catalogues share one. */
export class CaseCatalogues {
  readonly #compiled = new Map<string, Promise<Catalogue>>();

  /** null if neither is given. @param where its place, for the faults. @throws {Failure} `invalid` */
  async of({ catalogue = [], tools = [] }: CaseTools, where: string): Promise<Catalogue | null> {
    const names = typeof catalogue === 'string' ? [catalogue] : catalogue;
    if (names.length === 0 && tools.length === 0) return null;
    const key = JSON.stringify([names, tools]);
    const before = this.#compiled.get(key);
    if (before !== undefined) return before;
    const compiling = compile(names, tools, where);
    this.#compiled.set(key, compiling);
    return compiling;
  }
}

async function compile(names: readonly string[], tools: readonly unknown[], where: string) {
  const known = await readyCatalogueNames();
  const faults: Fault[] = names
    .filter((name) => !known.includes(name))
    .map((name) => fault(`${where}, catalogue: there is no ready catalogue ${name}`));
  for (const [place, tool] of tools.entries()) {
    for (const { field, message } of faultsOfEntry(tool)) {
      faults.push(fault(`${where}, ${['tools', place, ...field].join('.')}: ${message}`));
    }
  }
  if (faults.length > 0) throw Failure.invalid(faults);
  const ready = await Promise.all(names.map((name) => readyCatalogue(name)));
  const entries = [...ready.flat(), ...(tools as WrittenEntry[])].map((written, place) => ({
    id: `tool_${place}`,
    hasChanged: false,
    entry: keptEntry(written).entry,
  }));
  return catalogueOf(entries, { revision: 1, reviewed: true });
}

function fault(message: string): Fault {
  return { field: [], message, type: 'value_error' };
}
