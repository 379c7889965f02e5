/**
 * Divides a limit among nodes by the demand on each of them in the last second. Every node computes the same
 * parts from the same demands, in whole units, and the parts never add up to more than the limit.
 */

/** This share of the unused limit belongs to no node, so that a node that needs more finds some at once. */
const RESERVED_SHARE = 0.2;

/**
 * If the limit suffices, each node gets its demand, and the busy ones an equal part of the rest. If not,
 * nodes with small demands get them in full, and the others get equal parts.
 */
export function apportion(limit: number, demands: ReadonlyMap<string, number>): Map<string, number> {
  const asked = [...demands.values()].reduce((sum, demand) => sum + demand, 0);
  if (asked <= limit) {
    const rest = limit - asked;
    const isBusy = (demand: number) => demand > 0 || demands.size === 1;
    const busy = Math.max(1, [...demands.values()].filter(isBusy).length);
    const extra = Math.floor((rest - Math.ceil(rest * RESERVED_SHARE)) / busy);
    return new Map([...demands].map(([node, demand]) => [node, isBusy(demand) ? demand + extra : 0]));
  }
  const level = levelOf(limit, [...demands.values()]);
  const parts = new Map([...demands].map(([node, demand]) => [node, Math.min(demand, level)]));
  let left = limit - [...parts.values()].reduce((sum, part) => sum + part, 0);
  // By name, so that the odd units stay where they are while demands change a little.
  for (const node of [...demands.keys()].sort()) {
    if (left < 1 || (demands.get(node) ?? 0) <= level) continue;
    parts.set(node, level + 1);
    left -= 1;
  }
  return parts;
}

/** The greatest part that every node with at least that demand may have. */
function levelOf(limit: number, demands: readonly number[]): number {
  let left = limit;
  for (const [place, demand] of demands.toSorted((one, other) => one - other).entries()) {
    const level = Math.floor(left / (demands.length - place));
    if (demand > level) return level;
    left -= demand;
  }
  return limit;
}
