/**
 * Adds the settings' floors for risk and irreversibility to the catalogue of tools. Names are compared in their common
 * form, so that another spelling of an action does not lower them.
 */
import {
  isPattern,
  matchesPattern,
  type NamePattern,
  readName,
  readPattern,
  touches,
} from '@assize/act-reading/names';
import {
  type Catalogue,
  type CataloguedTool,
  entryOf,
  type Listed,
  MAX_REMEMBERED,
  type NotListed,
  type ToolEntry,
} from '@assize/act-reading/tools';
import type { CatalogueEntry } from '../governance/settings/terms/index.ts';

/** Turns the entries of the settings into entries of the catalogue. They don't list tools, and only set floors. */
export function settingsEntries(catalogue: readonly CatalogueEntry[]): ToolEntry[] {
  return catalogue.map(({ action, risk_level, is_irreversible }) =>
    entryOf({
      tool: action,
      ...(risk_level !== undefined && { risk_level }),
      ...(is_irreversible !== undefined && { is_irreversible }),
    }),
  );
}

const floored = new WeakMap<readonly CatalogueEntry[], WeakMap<Catalogue, Catalogue>>();

/**
 * Returns the catalogue with the floors of these settings. The same two always give the same object, which remembers
 * its look-ups. An empty catalogue stays as it is: then only the settings' own look-up counts.
 */
export function withFloors(catalogue: Catalogue, settings: readonly CatalogueEntry[]): Catalogue {
  if (settings.length === 0 || catalogue.size === 0) return catalogue;
  let known = floored.get(settings);
  if (known === undefined) {
    known = new WeakMap();
    floored.set(settings, known);
  }
  let found = known.get(catalogue);
  if (found === undefined) {
    found = new FlooredCatalogue(catalogue, settings);
    known.set(catalogue, found);
  }
  return found;
}

interface Floor {
  entry: ToolEntry;
  key: string | null;
  pattern: NamePattern | null;
}

class FlooredCatalogue implements Catalogue {
  readonly revision: number;
  readonly reviewed: boolean;
  readonly size: number;
  readonly #catalogue: Catalogue;
  readonly #floors: readonly Floor[];
  readonly #remembered = new Map<string, Listed | NotListed>();

  constructor(catalogue: Catalogue, settings: readonly CatalogueEntry[]) {
    this.revision = catalogue.revision;
    this.reviewed = catalogue.reviewed;
    this.size = catalogue.size;
    this.#catalogue = catalogue;
    this.#floors = settingsEntries(settings).map((entry) => ({
      entry,
      key: isPattern(entry.tool) ? null : (readName(entry.tool)?.key ?? null),
      pattern: isPattern(entry.tool) ? readPattern(entry) : null,
    }));
  }

  match(action: string): Listed | NotListed {
    let found = this.#remembered.get(action);
    if (found === undefined) {
      found = { ...this.#catalogue.match(action), floors: this.#floorsOf(action) };
      if (this.#remembered.size >= MAX_REMEMBERED) this.#remembered.clear();
      this.#remembered.set(action, found);
    }
    return found;
  }

  ofPattern(pattern: string): CataloguedTool | null {
    return this.#catalogue.ofPattern(pattern);
  }

  #floorsOf(action: string): ToolEntry[] {
    const name = readName(action);
    const fits = ({ entry, key, pattern }: Floor) =>
      matchesPattern(action, entry.tool) ||
      (name !== null && (key === name.key || (pattern !== null && touches(pattern, name))));
    return this.#floors.filter(fits).map(({ entry }) => entry);
  }
}
