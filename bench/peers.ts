/** The software that Assize is compared with: installed in `bench/peers`, apart from everything else. */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const requirePeer = createRequire(new URL('./peers/package.json', import.meta.url));

export const HOW_TO_INSTALL = 'install the peers with: npm ci --prefix bench/peers';
export const SDK = '@microsoft/agent-governance-sdk';

/** @returns the main file of a peer's package, or null if the package is not installed. */
export function findPeer(name: string): string | null {
  try {
    const file = requirePeer.resolve(name);
    return existsSync(file) ? file : null;
  } catch {
    return null;
  }
}

export async function importPeer<T>(name: string): Promise<T | null> {
  const file = findPeer(name);
  return file === null ? null : ((await import(pathToFileURL(file).href)) as T);
}
