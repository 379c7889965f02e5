/**
 * Gives the present governance of a chain from memory: its settings, policies, halts, budgets and agents. A change on one node
 * holds on every other within a second, since each node asks more often than that for a revision that increases with
 * each change.
 */

import { type AgentsInForce, agentsInForce } from '../agents/index.ts';
import type { Database } from '../database/open.ts';
import type { Clock } from '../foundation/clock.ts';
import { FreshCache } from '../foundation/fresh-cache.ts';
import { type Budget, budgetsInForce } from './budgets/index.ts';
import { type HaltsInForce, haltsInForce } from './halts/index.ts';
import type { PolicySet } from './policies/index.ts';
import { policiesInForce } from './policies/index.ts';
import { type SettingsInForce, settingsInForce } from './settings/index.ts';

export interface ActiveGovernance {
  revision: number;
  settings: SettingsInForce;
  /** null where none is active. */
  policies: PolicySet | null;
  halts: HaltsInForce;
  budgets: readonly Budget[];
  agents: AgentsInForce;
  /** The revision of the catalogue of tools. */
  toolsRevision: number;
  /** The revision of the known targets. */
  targetsRevision: number;
}

type Revisions = Pick<ActiveGovernance, 'revision' | 'toolsRevision' | 'targetsRevision'>;

export interface GovernanceCache {
  /** @throws {Failure} `unavailable` where it is not known and the database is away. */
  of(chain: number): ActiveGovernance | Promise<ActiveGovernance>;
  /** Forgets a chain that this node has just changed, so that the change holds here at once. */
  drop(chain: number): void;
}

const FRESHNESS = { refreshAfterMs: 300, forgetAfterMs: 700, maxEntries: 10_000 };

export function governanceCache(db: Database, clock: Clock): GovernanceCache {
  const held = new Map<string, ActiveGovernance>();
  const cache = new FreshCache<ActiveGovernance>(
    async (key) => {
      const chain = Number(key);
      const revisions = await revisionsOf(db, chain);
      const earlier = held.get(key);
      if (earlier !== undefined && isSame(earlier, revisions)) return earlier;
      const isRest = earlier?.revision === revisions.revision;
      const active = isRest ? { ...earlier, ...revisions } : await load(db, chain, revisions);
      held.delete(key);
      held.set(key, active);
      if (held.size > FRESHNESS.maxEntries) {
        const oldest = held.keys().next();
        if (!oldest.done) held.delete(oldest.value);
      }
      return active;
    },
    clock,
    FRESHNESS,
  );
  return {
    of: (chain) => cache.get(String(chain)) as ActiveGovernance | Promise<ActiveGovernance>,
    drop: (chain) => cache.drop(String(chain)),
  };
}

async function revisionsOf(db: Database, chain: number): Promise<Revisions> {
  const row = await db
    .selectFrom('governance_revisions')
    .select(['revision', 'tools_revision as toolsRevision', 'targets_revision as targetsRevision'])
    .where('chain', '=', chain)
    .executeTakeFirst();
  return row ?? { revision: 0, toolsRevision: 0, targetsRevision: 0 };
}

function isSame(one: Revisions, other: Revisions): boolean {
  return (
    one.revision === other.revision &&
    one.toolsRevision === other.toolsRevision &&
    one.targetsRevision === other.targetsRevision
  );
}

/** The revisions were read before this, so a change in the meantime is seen under the next revision. */
async function load(db: Database, chain: number, revisions: Revisions): Promise<ActiveGovernance> {
  const [settings, policies, halts, budgets, agents] = await Promise.all([
    settingsInForce(db, chain),
    policiesInForce(db, chain),
    haltsInForce(db, chain),
    budgetsInForce(db, chain),
    agentsInForce(db, chain),
  ]);
  return { ...revisions, settings, policies, halts, budgets, agents };
}
