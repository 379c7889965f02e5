/** What Assize is compared with lives in `bench/peers`, installed apart from everything else. */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';

const requirePeer = createRequire(new URL('./peers/package.json', import.meta.url));

export const HOW_TO_INSTALL = 'install the peers with: npm ci --prefix bench/peers';

/** @returns the file that a peer's package names as its main one, or null where it is not installed. */
export function findPeer(name: string): string | null {
  try {
    const file = requirePeer.resolve(name);
    return existsSync(file) ? file : null;
  } catch {
    return null;
  }
}
