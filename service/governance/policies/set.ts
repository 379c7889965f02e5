/** The versions that are in force together, and the name that evaluations give them. */
import { canonicalJson, sha256Text } from '@assize/evidence-format';

/** That apply together. */
export const MOST_IN_FORCE = 20;

export interface Member {
  name: string;
  version: number;
}

/** Canonical JSON, by name. */
export function membersText(members: readonly Member[]): string {
  const plain = members.map(({ name, version }) => ({ name, version }));
  return canonicalJson(plain.sort((one, other) => (one.name < other.name ? -1 : 1)));
}

/** `sha256:` and the hex SHA-256 of the members' canonical JSON. */
export function setVersionOf(members: readonly Member[]): string {
  return sha256Text(membersText(members));
}
