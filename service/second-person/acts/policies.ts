/** Policies: a version put in force, taken out of force, and the former one put in force again. */
import type { JsonObject, JsonValue } from '@assize/evidence-format';
import {
  activate,
  deactivate,
  findPolicy,
  findVersion,
  type Policy,
  rollBack,
} from '../../governance/policies/index.ts';
import type { Principal } from '../../keys/index.ts';
import { type ActDeps, act, type Difference } from '../act.ts';

interface Switched {
  name: string;
  /** null for none. */
  expected: number | null;
}

const ownerOf = (maker: Principal) => ({ chain: maker.chain, actor: maker });

export const ACTIVATE_POLICY = act<Switched & { version: number }, Policy>({
  action: 'governance.policy.activate',
  area: 'policies',
  make: (deps, maker, { name, version, expected }) => activate(deps, ownerOf(maker), name, version, expected),
  difference: (deps, maker, { name, version }) => differenceTo(deps, maker, name, version),
});

export const DEACTIVATE_POLICY = act<Switched, Policy>({
  action: 'governance.policy.deactivate',
  area: 'policies',
  make: (deps, maker, { name, expected }) => deactivate(deps, ownerOf(maker), name, expected),
  difference: (deps, maker, { name }) => differenceTo(deps, maker, name, null),
});

export const ROLL_BACK_POLICY = act<Switched, Policy>({
  action: 'governance.policy.roll_back',
  area: 'policies',
  make: (deps, maker, { name, expected }) => rollBack(deps, ownerOf(maker), name, expected),
  difference: async (deps, maker, { name }) => {
    const { formerVersion } = await findPolicy(deps.db, maker.chain, name);
    return differenceTo(deps, maker, name, formerVersion);
  },
});

async function differenceTo(
  { db }: ActDeps,
  { chain }: Principal,
  name: string,
  to: number | null,
): Promise<Difference> {
  const { activeVersion } = await findPolicy(db, chain, name);
  const shown = async (version: number | null): Promise<JsonValue> => {
    if (version === null) return { in_force: false };
    const { document } = await findVersion(db, chain, name, version);
    return { in_force: true, version, ...(document as unknown as JsonObject), rules: byId(document.rules) };
  };
  return { before: await shown(activeVersion), after: await shown(to) };
}

/** Rules are compared by their ids: their order does not matter. */
function byId(rules: readonly { id: string }[]): JsonObject {
  return Object.fromEntries(rules.map(({ id, ...rule }) => [id, rule as JsonObject]));
}
