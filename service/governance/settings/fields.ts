/** Settings as they are published, at the doors and on the command line. */
import { isoOrNull } from '../../foundation/clock.ts';
import type { CurrentSettings } from './change.ts';
import type { Version, VersionEntry } from './versions.ts';

export function currentFields({ version, lawVersion, document, activatedAt, activatedBy }: CurrentSettings) {
  return {
    version,
    law_version: lawVersion,
    settings: document,
    activated_at: isoOrNull(activatedAt),
    activated_by: activatedBy,
  };
}

/** @param inForce the version that is. */
export function entryFields({ version, lawVersion, createdAt, createdBy }: VersionEntry, inForce: number) {
  return {
    version,
    law_version: lawVersion,
    created_at: isoOrNull(createdAt),
    created_by: createdBy,
    in_force: version === inForce,
  };
}

export function versionFields(version: Version, inForce: number) {
  return { ...entryFields(version, inForce), settings: version.document };
}
