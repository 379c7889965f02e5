/**
 * What would be known of a recorded act under a draft: its request is read again with the catalogue that is tried, and
 * its targets are known where they were, or where a record that is tried covers them. Its mandate stays as it was.
 */
import type { JsonObject } from '@assize/evidence-format';
import type { CatalogueEntry } from '../../governance/settings/index.ts';
import { covers, namesOf, type ReadReach } from '../../targets/index.ts';
import { type Catalogue, catalogueOf, type Readers, readAct, withFloors } from '../../tools/index.ts';
import type { ActFacts, ActReach, KnownBy } from '../act.ts';
import { actOfReading, type contentsReader } from '../gather-act.ts';
import type { EvaluationRequest } from '../request.ts';
import type { TriedAct, TriedTarget } from './question.ts';

export interface ReadAgain {
  act: ActFacts | null;
  /** What its contents say, for rules. */
  contents: JsonObject;
}

export type ReadsAgain = (
  act: ActFacts | null,
  request: EvaluationRequest,
  floors: readonly CatalogueEntry[],
) => Promise<ReadAgain>;

/** The tried catalogue has no revision; what matters is that it is not empty, and that a human stands behind it. */
const TRIED = { revision: 1, reviewed: true };

/** @param contents as recorded, where no catalogue is tried. */
export function readsAgain(
  { tools, targets }: TriedAct,
  readers: Readers,
  contents: ReturnType<typeof contentsReader>,
): ReadsAgain {
  const catalogue = tools === null ? null : catalogueTried(tools);
  const known = new TriedTargets(targets);
  return async (recorded, request, floors) => {
    if (catalogue === null) {
      return {
        act: recorded && known.addedTo(recorded, request.agent_id ?? null),
        contents: await contents(recorded, request),
      };
    }
    const tried = withFloors(catalogue, floors);
    const reading = readAct(tried, request, readers);
    const act = withKnown(actOfReading(tried, reading), recorded);
    return { act: known.addedTo(act, request.agent_id ?? null), contents: reading.facts };
  };
}

function catalogueTried(tools: NonNullable<TriedAct['tools']>): Catalogue {
  return catalogueOf(
    tools.map((entry, place) => ({ id: `draft_${place}`, hasChanged: false, entry })),
    TRIED,
  );
}

/** What made a target known then, makes it known for the same effect and role now; a mandate names it in any. */
function withKnown(act: ActFacts, recorded: ActFacts | null): ActFacts {
  if (recorded === null) return act;
  const before = new Map<string, KnownBy>();
  for (const reach of recorded.reaches) {
    if ('unreadable' in reach || reach.known === null) continue;
    before.set(keyOf(reach), reach.known);
    if (reach.known.by === 'mandate') before.set(nameKey(reach), reach.known);
  }
  const reaches = act.reaches.map((reach) =>
    'unreadable' in reach
      ? reach
      : { ...reach, known: before.get(keyOf(reach)) ?? before.get(nameKey(reach)) ?? null },
  );
  return { ...act, reaches, mandate: recorded.mandate };
}

function keyOf({ effect, role, kind, value }: ReadReach): string {
  return JSON.stringify([effect, role, kind, value]);
}

function nameKey({ kind, value }: ReadReach): string {
  return JSON.stringify([kind, value]);
}

class TriedTargets {
  readonly #byName = new Map<string, TriedTarget[]>();

  constructor(targets: readonly TriedTarget[]) {
    for (const target of targets) {
      const [name = ''] = namesOf(target);
      const others = this.#byName.get(name);
      if (others === undefined) this.#byName.set(name, [target]);
      else others.push(target);
    }
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
