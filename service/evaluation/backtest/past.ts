/**
 * Finds the state of things at the time of a recorded act: its contents, its mandate, and what made its targets known.
 */
import type { Catalogue } from '@assize/act-reading/tools';
import type { Database } from '../../database/open.ts';
import { Failure } from '../../foundation/failure.ts';
import {
  findMandateVersion,
  type MandateNow,
  standing,
  unused,
  withCountOf,
} from '../../mandates/standing/index.ts';
import { storedTargetHashes, targetHistory } from '../../targets/known/index.ts';
import { catalogueHistory } from '../../tools/index.ts';
import { contentsReader } from '../facts/act-of-reading.ts';
import { namedBy, underMandate, wantsRecord, withFound } from '../facts/gather-act.ts';
import type { ActFacts, MandateFact } from '../question/act.ts';
import type { EvaluationRequest } from '../question/request.ts';

export interface PastOfActs {
  /** Reads the contents of a recorded act, for rules. */
  contents: ReturnType<typeof contentsReader>;
  /**
   * Returns an act that was read again, with what made its targets known then.
   * @param catalogue by which it was read.
   * @param mandate as recorded; whether it held is kept, and what goes beyond it is found again.
   * @param at ms since the epoch.
   */
  knownThen(
    act: ActFacts,
    catalogue: Catalogue,
    mandate: MandateFact | null,
    request: EvaluationRequest,
    at: number,
  ): Promise<ActFacts>;
}

const MAX_MANDATES = 1000;
const RETRY_AFTER_SECONDS = 2;

export async function pastOfActs(db: Database, chain: number): Promise<PastOfActs> {
  const hashes = await storedTargetHashes(db);
  const knownAt = targetHistory(db, chain, hashes);
  const mandates = new Map<string, Promise<MandateNow | null>>();

  const mandateOf = ({ id, version }: MandateFact): Promise<MandateNow | null> => {
    const key = `${id}/${version}`;
    const found = mandates.get(key) ?? looked(findMandateVersion(db, chain, id, version));
    if (mandates.size >= MAX_MANDATES) mandates.clear();
    mandates.set(key, found);
    return found;
  };

  return {
    contents: contentsReader(catalogueHistory(db, chain)),
    async knownThen(read, catalogue, recorded, request, at) {
      let act: ActFacts = { ...read, mandate: recorded };
      const mandate = recorded?.state === 'open' ? await mandateOf(recorded) : null;
      if (recorded !== null && mandate !== null && hashes !== null) {
        // The record says that it held.
        const judged = { ...underMandate(request, act, at), catalogue, agentId: mandate.row.agent_id };
        const again = standing(recorded.id, unused(mandate), hashes, judged);
        const outside = withCountOf(again.outside, recorded.outside);
        const reaches = namedBy(mandate, hashes, request.action, act.reaches);
        act = { ...act, mandate: { ...recorded, outside }, reaches };
      }
      const unknown = act.reaches.filter(wantsRecord);
      if (unknown.length === 0) return act;
      const agentId = request.agent_id ?? null;
      return withFound(act, unknown, await looked(knownAt({ agentId, reaches: unknown, at })));
    },
  };
}

/** A look-up that fails now is not a fault of the record. @throws {Failure} `unavailable`. */
function looked<T>(asked: Promise<T>): Promise<T> {
  return asked.catch((cause: unknown) => {
    throw Failure.unavailable(RETRY_AFTER_SECONDS, cause);
  });
}
