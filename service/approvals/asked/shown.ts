/** The routes of approvals as a caller sees them: who is asked, who has approved, and whether the caller may. */
import type { Principal } from '../../keys/index.ts';
import type { Approval } from '../approval.ts';
import { nameIn, whyNot } from './refusals.ts';
import { askedOf } from './route.ts';
import { type Standing, type StandingDeps, type Standings, standingsOf } from './standing.ts';

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

/** How an approval stands towards a caller. */
export interface Shown {
  /** null where no route matched. */
  route: RouteShown | null;
  /** null where the caller's approval would count. */
  why: string | null;
  mayReject: boolean;
}

/** By approval; those of agents that no route asks people for are left out. */
export async function standingsShown(
  deps: StandingDeps,
  viewer: Viewer,
  approvals: readonly Approval[],
): Promise<ReadonlyMap<string, Shown>> {
  const selective = approvals.filter(({ route, governs }) => route !== null || governs !== null);
  if (selective.length === 0) return new Map();
  const decisions = new Map(selective.map((approval) => [approval.approval_id, approval.decisions]));
  const standings = await standingsOf(deps, viewer, selective, decisions);
  const none = whyNone(viewer);
  return new Map(
    selective.map((approval) => {
      const standing = standings.of(approval);
      const why = none ?? whyNot(approval, standing, standings);
      const mayReject = none === null && approval.status === 'pending' && standing.right.rejects;
      const route = routeShown(approval, standing, standings, why);
      return [approval.approval_id, { route, why, mayReject }];
    }),
  );
}

function routeShown(
  approval: Approval,
  standing: Standing,
  { people }: Standings,
  why: string | null,
): RouteShown | null {
  const asked = askedOf(approval);
  if (asked === null) return null;
  const named = (group: string) => ({ group, name: nameIn(people, group) });
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
