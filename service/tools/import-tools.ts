/**
 * Imports tools from a document of another program, or from a ready catalogue, into the catalogue. Nothing in a
 * document counts before a human accepts it.
 */
import type { GovernDeps } from '../evidence/changes/index.ts';
import { IMPORTED, READY } from './change/plan.ts';
import { proposeTools, type ToolResult } from './change/propose.ts';
import type { ToolOwner } from './change/write.ts';
import { readSource, readyCatalogue, type SourceOptions } from './source.ts';

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
  const entries = offered.flatMap((one) => ('entry' in one ? [one.entry] : []));
  const results = await proposeTools(deps, owner, entries, { source: IMPORTED, accept });
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
