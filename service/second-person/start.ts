/** The governance of all chains, the appender that keeps it, and the acts that may wait for a second person. */
import type { EvidenceAppender } from '../evidence/append/index.ts';
import { type GovernanceCache, governanceCache } from '../governance/index.ts';
import type { ActDeps } from './act.ts';
import { guardedAppender } from './guard.ts';
import { type SecondPersons, secondPersons } from './make.ts';

export interface Governed {
  governance: GovernanceCache;
  /** For every room. */
  appender: EvidenceAppender;
  secondPerson: SecondPersons;
}

export function governed(deps: Omit<ActDeps, 'governance'>): Governed {
  const governance = governanceCache(deps.db, deps.clock);
  const appender = guardedAppender(deps.appender, { db: deps.db, governance });
  return { governance, appender, secondPerson: secondPersons({ ...deps, governance }, appender) };
}
