/**
 * The catalogue, ready for look-ups: exact names come from a map, patterns are tried one by one, and matches are
 * remembered. If two entries have one name, neither counts. Adding an entry never makes the match of another action
 * milder: it adds to that match or makes it ambiguous.
 */

import {
  covers,
  isPattern,
  keysOfEntry,
  type Name,
  type NamePattern,
  readName,
  readPattern,
  touches,
} from '../names/index.ts';
import { compareRisk, type RiskLevel } from '../risk.ts';
import { EFFECTS, type Effect } from '../targets/index.ts';
import type { ToolEntry } from './entry.ts';

/** An entry in force: one that was accepted, or one whose tool has changed since it was accepted or covered. */
export interface CataloguedTool {
  /** Such as `tool_…`. */
  id: string;
  hasChanged: boolean;
  entry: ToolEntry;
}

export const UNLISTED = ['not_in_catalogue', 'ambiguous', 'confusable_name', 'changed', 'empty'] as const;
export type Unlisted = (typeof UNLISTED)[number];

interface Floors {
  /** Entries from the settings, which set floors for risk and irreversibility even if the action is not listed. */
  floors: readonly ToolEntry[];
}

export interface Listed extends Floors {
  /** The strictest entry, by which the answer names the tool. */
  tool: CataloguedTool;
  /** One entry, or all patterns that match: everything they say counts. */
  all: readonly CataloguedTool[];
}

export interface NotListed extends Floors {
  unlisted: Unlisted;
}

export interface Catalogue {
  /** The revision of the chain's tools, from 0. */
  revision: number;
  /** A human has accepted an entry at some time. */
  reviewed: boolean;
  /** How many entries are in force. */
  size: number;
  match(action: string): Listed | NotListed;
  /** The entry that is written as this pattern; null if there is none or several, or it has changed. */
  ofPattern(pattern: string): CataloguedTool | null;
}

export interface CatalogueState {
  revision: number;
  reviewed: boolean;
}

export const MAX_REMEMBERED = 1000;

export class CompiledCatalogue implements Catalogue {
  readonly revision: number;
  readonly reviewed: boolean;
  size = 0;
  readonly #byKey = new Map<string, CataloguedTool[]>();
  /** The names of tools that a human rejected. */
  readonly #rejected = new Set<string>();
  readonly #patterns: { tool: CataloguedTool; pattern: NamePattern }[] = [];
  readonly #remembered = new Map<string, Listed | NotListed>();

  constructor({ revision, reviewed }: CatalogueState) {
    this.revision = revision;
    this.reviewed = reviewed;
  }

  /** Call this before the first match. */
  add(tool: CataloguedTool): void {
    this.size += 1;
    if (isPattern(tool.entry.tool)) {
      const pattern = readPattern(tool.entry);
      if (pattern !== null) this.#patterns.push({ tool, pattern });
      return;
    }
    for (const key of keysOfEntry(tool.entry)?.all ?? []) {
      const others = this.#byKey.get(key);
      if (others === undefined) this.#byKey.set(key, [tool]);
      else others.push(tool);
    }
  }

  /** Call this before the first match. No pattern then lists this tool. */
  reject(entry: ToolEntry): void {
    if (isPattern(entry.tool)) return;
    for (const key of keysOfEntry(entry)?.all ?? []) this.#rejected.add(key);
  }

  match(action: string): Listed | NotListed {
    let found = this.#remembered.get(action);
    if (found === undefined) {
      found = this.#find(action);
      if (this.#remembered.size >= MAX_REMEMBERED) this.#remembered.clear();
      this.#remembered.set(action, found);
    }
    return found;
  }

  ofPattern(written: string): CataloguedTool | null {
    const form = readPattern({ tool: written })?.forms[0];
    const [found, ...others] = this.#patterns.filter(({ pattern }) => pattern.forms[0] === form);
    return found === undefined || others.length > 0 || found.tool.hasChanged ? null : found.tool;
  }

  #find(action: string): Listed | NotListed {
    if (this.size === 0) return unlisted('empty');
    const name = readName(action);
    if (name === null) return unlisted('confusable_name');
    const [tool, ...others] = this.#byKey.get(name.key) ?? [];
    if (others.length > 0) return unlisted('ambiguous');
    if (tool !== undefined) return tool.hasChanged ? unlisted('changed') : listed([tool]);
    return this.#rejected.has(name.key) ? unlisted('not_in_catalogue') : this.#byPattern(name);
  }

  #byPattern(name: Name): Listed | NotListed {
    const covering = this.#patterns.filter(({ pattern }) => covers(pattern, name));
    if (covering.length === 0) return unlisted('not_in_catalogue');
    const all = this.#patterns.filter(({ pattern }) => touches(pattern, name)).map(({ tool }) => tool);
    return all.some(({ hasChanged }) => hasChanged) ? unlisted('changed') : listed(all);
  }
}

export function catalogueOf(tools: Iterable<CataloguedTool>, state: CatalogueState): Catalogue {
  const catalogue = new CompiledCatalogue(state);
  for (const tool of tools) catalogue.add(tool);
  return catalogue;
}

/** The catalogue of a chain without tools. */
export const EMPTY_CATALOGUE: Catalogue = catalogueOf([], { revision: 0, reviewed: false });

function unlisted(reason: Unlisted): NotListed {
  return { unlisted: reason, floors: [] };
}

function listed(all: readonly CataloguedTool[]): Listed {
  const [tool, ...others] = all as [CataloguedTool, ...CataloguedTool[]];
  const strictest = others.reduce((one, other) => (isStricter(other, one) ? other : one), tool);
  return { tool: strictest, all, floors: [] };
}

function isStricter({ entry: one, ...first }: CataloguedTool, { entry: other, ...second }: CataloguedTool) {
  const byEffect = weightOf(one.effect) - weightOf(other.effect);
  if (byEffect !== 0) return byEffect > 0;
  const byRisk = compareFloors(one.risk_level, other.risk_level);
  return byRisk === 0 ? first.id < second.id : byRisk > 0;
}

function weightOf(effect: Effect | undefined): number {
  return effect === undefined ? -1 : EFFECTS.indexOf(effect);
}

function compareFloors(one: RiskLevel | undefined, other: RiskLevel | undefined): number {
  if (one === undefined || other === undefined)
    return Number(one !== undefined) - Number(other !== undefined);
  return compareRisk(one, other);
}
