/**
 * Finds what would be known about a recorded act under a draft: its request is read again with the catalogue that is
 * tried. Its targets are known by what held then (the mandate that it names, records, approvals), or by a record that
 * is tried.
 */

import { type Readers, readAct } from '@assize/act-reading/act';
import { namesOf } from '@assize/act-reading/targets';
import { type Catalogue, catalogueOf } from '@assize/act-reading/tools';
import type { JsonObject } from '@assize/evidence-format';
import type { CatalogueEntry } from '../../governance/settings/terms/index.ts';
import { covers } from '../../targets/known/index.ts';
import { withFloors } from '../../tools/index.ts';
import { actOfReading } from '../facts/act-of-reading.ts';
import { withRecordedOrigins } from '../facts/origins.ts';
import type { ActFacts, ActReach } from '../question/act.ts';
import type { EvaluationRequest } from '../question/request.ts';
import type { PastOfActs } from './past.ts';
import type { TriedAct, TriedTarget } from './question.ts';

export interface ReadAgain {
  act: ActFacts | null;
  /** The contents as rules see them. */
  contents: JsonObject;
}

export type ReadsAgain = (
  act: ActFacts | null,
  request: EvaluationRequest,
  floors: readonly CatalogueEntry[],
  /** The time when it was judged, ms since the epoch. */
  at: number,
) => Promise<ReadAgain>;

/** The tried catalogue has no revision; what matters is that it is not empty, and that a human stands behind it. */
const TRIED = { revision: 1, reviewed: true };

/** @param past gives its contents as recorded, where no catalogue is tried. */
export function readsAgain({ tools, targets }: TriedAct, readers: Readers, past: PastOfActs): ReadsAgain {
  const catalogue = tools === null ? null : catalogueTried(tools);
  const known = new TriedTargets(targets);
  return async (recorded, request, floors, at) => {
    if (catalogue === null) {
      return {
        act: recorded && known.addedTo(recorded, request.agent_id ?? null),
        contents: await past.contents(recorded, request),
      };
    }
    const tried = withFloors(catalogue, floors);
    const reading = readAct(tried, request, readers);
    const agentId = request.agent_id ?? null;
    const again = actOfReading(tried, reading);
    const then = await past.knownThen(again, tried, recorded?.mandate ?? null, request, at);
    const act = withRecordedOrigins(then, recorded);
    return { act: known.addedTo(act, agentId), contents: reading.facts };
  };
}

function catalogueTried(tools: NonNullable<TriedAct['tools']>): Catalogue {
  return catalogueOf(
    tools.map((entry, place) => ({ id: `draft_${place}`, hasChanged: false, entry })),
    TRIED,
  );
}

class TriedTargets {
  readonly #byName: ReadonlyMap<string | undefined, TriedTarget[]>;

  constructor(targets: readonly TriedTarget[]) {
    this.#byName = Map.groupBy(targets, (target) => namesOf(target)[0]);
  }

  addedTo(act: ActFacts, agentId: string | null): ActFacts {
    if (this.#byName.size === 0) return act;
    return { ...act, reaches: act.reaches.map((reach) => this.#known(reach, agentId)) };
  }

  #known(reach: ActReach, agentId: string | null): ActReach {
    if ('unreadable' in reach || reach.known !== null) return reach;
    const isCovered = namesOf(reach).some((name, place) =>
      (this.#byName.get(name) ?? []).some((one) =>
        covers(recordOf(one), reach, agentId, Number.NEGATIVE_INFINITY, place === 0),
      ),
    );
    return isCovered ? { ...reach, known: { by: 'record', id: 'draft' } } : reach;
  }
}

function recordOf({ role, agentId, effect }: TriedTarget) {
  return {
    target_id: 'draft',
    role,
    agent_id: agentId,
    effect,
    source: 'record' as const,
    name: null,
    until_at: null,
  };
}
