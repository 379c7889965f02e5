/** The versions that are in force together, and the name that evaluations give them. */
import type { JsonObject } from '@assize/evidence-format';
import { canonicalJson, sha256Text } from '@assize/evidence-format';

/** The most policies that apply together. */
export const MAX_IN_FORCE = 20;

export interface Member {
  name: string;
  version: number;
}

/** The members as canonical JSON, by name. */
export function membersText(members: readonly Member[]): string {
  const plain = members.map(({ name, version }) => ({ name, version }));
  return canonicalJson(plain.sort((one, other) => (one.name < other.name ? -1 : 1)));
}

/** `sha256:` and the hex SHA-256 of the members' canonical JSON. */
export function setVersionOf(members: readonly Member[]): string {
  return sha256Text(membersText(members));
}

/** The actions of the artifacts by which the set in force changes. */
export const SWITCHED: readonly string[] = ['policy.activate', 'policy.deactivate', 'policy.roll_back'];

/**
 * Returns the set that is in force after a recorded change; null where there is none, or the record has another form.
 */
export function recordedSet(change: JsonObject): { version: string; members: Member[] } | null {
  const recorded = change.policies;
  if (typeof recorded !== 'object' || recorded === null || Array.isArray(recorded)) return null;
  const { version, members } = recorded;
  if (typeof version !== 'string' || !Array.isArray(members)) return null;
  return members.every(isMember) ? { version, members } : null;
}

function isMember(value: unknown): value is Member & JsonObject {
  if (typeof value !== 'object' || value === null) return false;
  const { name, version } = value as Partial<Member>;
  return typeof name === 'string' && typeof version === 'number';
}
