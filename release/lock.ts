/** The versions and hashes that this checkout pins: npm installs exactly what is released. */
import { readFileSync } from 'node:fs';
import path from 'node:path';

export interface Locked {
  version: string;
  /** As npm writes it: `sha512-` and base64. */
  integrity: string;
  license: string;
}

interface Entry {
  version?: string;
  integrity?: string;
  license?: string;
}

const FILE = path.join(import.meta.dirname, '../package-lock.json');
const ENTRIES = Object.entries<Entry>(JSON.parse(readFileSync(FILE, 'utf8')).packages);

/** @param version where several are installed. @throws where no package of the lock file contains it */
export function lockedAt(name: string, version?: string): Locked {
  const found = ENTRIES.find(
    ([key, entry]) =>
      key.endsWith(`node_modules/${name}`) && (version === undefined || entry.version === version),
  );
  const { version: locked, integrity, license = 'see below' } = found?.[1] ?? {};
  if (locked === undefined || integrity === undefined)
    throw new Error(`package-lock.json pins no ${name} ${version ?? ''}`.trim());
  return { version: locked, integrity, license };
}
