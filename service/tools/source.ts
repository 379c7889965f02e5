/** The source of imported entries: a document of another program, read in turns, or a ready catalogue. */

import type { WrittenEntry } from '@assize/act-reading/tools';
import { eachProposal, type ImportFault, type ImportOptions } from '@assize/act-reading/tools/import';
import type { JsonValue } from '@assize/evidence-format';
import { Failure } from '../foundation/failure.ts';
import { isTurnUsedUp, nextTurn } from '../foundation/turns.ts';

export { readyCatalogue } from './ready/index.ts';

export type Offered = { entry: WrittenEntry } | { fault: ImportFault };

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
    } else offered.push({ entry: inferred ? unseen(one.proposal.entry) : one.proposal.entry });
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
