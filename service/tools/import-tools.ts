/**
 * Imports tools from a document of another program, or from a ready catalogue, into the catalogue. Nothing in a
 * document counts before a human accepts it.
 */

import type { WrittenEntry } from '@assize/act-reading/tools';
import { eachProposal, type ImportFault, type ImportOptions } from '@assize/act-reading/tools/import';
import type { JsonValue } from '@assize/evidence-format';
import type { GovernDeps } from '../evidence/changes/index.ts';
import { Failure } from '../foundation/failure.ts';
import { isTurnUsedUp, nextTurn } from '../foundation/turns.ts';
import { MAX_SCHEMA_CHARACTERS, schemasWorthKeeping } from './arguments/index.ts';
import { IMPORTED, READY } from './change/plan.ts';
import { proposeTools, type ToolResult } from './change/propose.ts';
import type { ToolOwner } from './change/write.ts';
import { readyCatalogue } from './ready.ts';

export interface WantedImport extends SourceOptions {
  /** A parsed JSON document. */
  source: unknown;
  /** Whether a human vouches for all of them. */
  accept: boolean;
}

/**
 * @returns the results in the order of the document. @throws {Failure} `invalid` where it is not such a document;
 *    `conflict`.
 */
export async function importTools(
  deps: GovernDeps,
  owner: ToolOwner,
  { source, accept, ...options }: WantedImport,
): Promise<ToolResult[]> {
  const offered = await readSource(owner.chain, source, options);
  const found = offered.flatMap((one) => ('entry' in one ? [one] : []));
  const entries = found.map(({ entry }) => entry);
  const intent = { source: IMPORTED, accept };
  const results = await proposeTools(deps, owner, entries, intent, schemasWorthKeeping(found));
  const left = results.values();
  return offered
    .map((one) => ('fault' in one ? refused(one.fault) : left.next().value))
    .filter((one) => one !== undefined);
}

function refused({ place, message }: { place: string; message: string }): ToolResult {
  return { toolId: null, name: place, outcome: 'refused', reason: message, entry: null };
}

/** @throws {Failure} `not_found` where no ready catalogue has this name; `conflict`. */
export async function importReady(
  deps: GovernDeps,
  owner: ToolOwner,
  name: string,
  { server, accept }: Pick<WantedImport, 'server' | 'accept'>,
): Promise<ToolResult[]> {
  const entries = await readyCatalogue(name, server);
  return proposeTools(deps, owner, entries, { source: `${READY}${name}`, accept });
}

/** `schema` is the text whose hash the entry names. */
export type Offered = { entry: WrittenEntry; schema: string } | { fault: ImportFault };

export interface SourceOptions extends ImportOptions {
  /**
   * Whether its definitions were inferred from calls: the tools themselves were not seen, so a change of them can't be
   * noticed.
   */
  inferred?: boolean;
}

/**
 * @returns the entries in the order of the document. @throws {Failure} `invalid` where it is not a document of tools.
 */
export async function readSource(
  chain: number,
  source: unknown,
  { inferred = false, ...options }: SourceOptions,
): Promise<Offered[]> {
  const offered: Offered[] = [];
  for (const one of eachProposal(source as JsonValue, options)) {
    if ('fault' in one) {
      if (one.fault.place === '' && offered.length === 0) throw notOfTools(one.fault.message);
      offered.push(one);
    } else {
      const { entry, schema } = one.proposal;
      // A longer one is not kept, and many of them would fill the memory.
      const kept = schema.length > MAX_SCHEMA_CHARACTERS ? '' : schema;
      offered.push({ entry: inferred ? unseen(entry) : entry, schema: kept });
    }
    if (isTurnUsedUp()) await nextTurn(chain);
  }
  return offered;
}

function unseen({ seen: _, ...entry }: WrittenEntry): WrittenEntry {
  return entry;
}

function notOfTools(message: string): Failure {
  return Failure.invalid([{ field: ['source'], message, type: 'value_error' }]);
}
