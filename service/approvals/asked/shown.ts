/** The routes of approvals as a caller sees them: who is asked, who has approved, and whether the caller may. */
import type { Principal } from '../../keys/index.ts';
import type { Approval } from '../approval.ts';
import { nameIn, whyNot } from './refusals.ts';
import { askedOf } from './route.ts';
import { type StandingDeps, type Standings, standingsOf } from './standing.ts';

export type Viewer = Pick<Principal, 'chain' | 'party' | 'member' | 'scopes' | 'identity'>;

export interface NamedGroup {
  group: string;
  name: string;
}

export interface RouteShown {
  name: string;
  ask: (NamedGroup & { approvals: number; given: number })[];
  /** Groups that are asked too, from that time on (ISO 8601). */
  later: { at: string; groups: NamedGroup[] } | null;
  may_decide: boolean;
  /** null where the caller's approval would count. */
  why_not: string | null;
}

/** Returns the route of each approval, by approval; those without a route are left out. */
export async function routesShown(
  deps: StandingDeps,
  viewer: Viewer,
  approvals: readonly Approval[],
): Promise<ReadonlyMap<string, RouteShown>> {
  const routed = approvals.filter(({ route }) => route !== null);
  if (routed.length === 0) return new Map();
  const decisions = new Map(routed.map((approval) => [approval.approval_id, approval.decisions]));
  const standings = await standingsOf(deps, viewer, routed, decisions);
  return new Map(routed.map((approval) => [approval.approval_id, shown(approval, viewer, standings)]));
}

function shown(approval: Approval, viewer: Viewer, standings: Standings): RouteShown {
  const asked = askedOf(approval) ?? { name: '', ask: [] };
  const standing = standings.of(approval);
  const named = (group: string) => ({ group, name: nameIn(standings.people, group) });
  const why = whyNone(viewer) ?? whyNot(approval, standing, standings);
  return {
    name: asked.name,
    ask: asked.ask.map(({ group, approvals }, place) => ({
      ...named(group),
      approvals,
      given: standing.counted?.given[place] ?? 0,
    })),
    later: asked.later === undefined ? null : { at: asked.later.at, groups: asked.later.groups.map(named) },
    may_decide: why === null,
    why_not: why,
  };
}

/** The reason why the caller may decide on no approval at all; null where they may on some. */
export function whyNone({ identity, member, scopes }: Viewer): string | null {
  if ((identity?.agentId ?? null) !== null) return 'A person decides, and this credential is of an agent.';
  if (scopes.has('evidence:write') || member?.role === 'approver') return null;
  return member === null
    ? 'This key lacks the scope evidence:write.'
    : 'Your role does not decide on approvals.';
}
