/** Raises an alarm for each restore that is not stated yet, including those of chains that have not grown since. */

import { chainId, chainNumber } from '../../database/chain-id.ts';
import type { Database } from '../../database/open.ts';
import type { Finding } from '../alarms/alarms.ts';
import { headsOf } from './chain-heads.ts';
import { type UnstatedRestores, unstatedRefusal } from './unstated.ts';

export interface ReportDeps {
  db: Database;
  folder: UnstatedRestores;
  raise(chain: number, finding: Finding): Promise<void>;
}

/** Works even if this node does not sign. A chain that the database does not have is skipped. */
export async function reportUnstated({ db, folder, raise }: ReportDeps): Promise<void> {
  const named = (await folder.unstatedChains()).map(chainNumber).filter((chain) => chain !== null);
  for (const { chain } of await headsOf(db, named)) {
    const finding = await unstatedFinding(folder, chain);
    if (finding !== null) await raise(chain, finding);
  }
}

/** null if the chain has no unstated restore. */
export async function unstatedFinding(folder: UnstatedRestores, chain: number): Promise<Finding | null> {
  const restored = await folder.unstated(chainId(chain));
  return restored === null ? null : unstatedRefusal(restored).finding;
}
