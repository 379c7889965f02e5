/** Says of a recorded change of governance whether a second person stood behind it. */
import type { JsonObject } from '@assize/evidence-format';
import { OPERATOR } from '../../evidence/changes/index.ts';
import type { Area } from './areas.ts';
import { areaOf } from './covered.ts';

/** The approval and the people of a change, as its record names them. */
export interface SecondPerson {
  approval_id: string;
  /** The artifact in which the change was asked for. */
  asked_evidence_id: string;
  /** The party that asked: the actor of the change. */
  asked_by: string;
  /** The parties that approved. */
  approved_by: string[];
}

export type Behind =
  /** No setting can make such a change need a second person. */
  | { kind: 'not_covered' }
  /** Another person approved it. */
  | ({ kind: 'second_person'; area: Area } & SecondPerson)
  /** Made on the machine of the service, by someone with access to its database. */
  | { kind: 'operator'; area: Area }
  /** One person alone: allowed only while the settings asked for no second one. */
  | { kind: 'alone'; area: Area };

/**
 * @param payload of the artifact, of type `governance_change`; null where it was removed, and then it counts as alone.
 * @param isRouted whether a route names a group: by default each counts as named.
 */
export function secondPersonBehind(
  { action, actor, payload }: { action: string; actor: string; payload: JsonObject | null },
  isRouted: (groupId: string) => boolean = () => true,
): Behind {
  const change = (payload?.change ?? {}) as JsonObject;
  const stated = payload?.second_person as unknown as SecondPerson | undefined;
  const area = areaOf({ action, actor, change }, stated === undefined ? isRouted : () => true);
  if (area === null) return { kind: 'not_covered' };
  if (stated !== undefined) return { kind: 'second_person', area, ...stated };
  return { kind: actor === OPERATOR ? 'operator' : 'alone', area };
}
