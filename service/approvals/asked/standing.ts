/** Reads where a caller stands towards approvals: whether they asked, whether they have decided, and what they may do. */
import { parseJson } from '@assize/evidence-format';
import type { Database } from '../../database/open.ts';
import type { Clock } from '../../foundation/clock.ts';
import type { GovernanceCache } from '../../governance/index.ts';
import type { ApprovalSettings } from '../../governance/settings/terms/index.ts';
import type { Principal } from '../../keys/index.ts';
import {
  askerIn,
  type Capacity,
  capacityOf,
  groupsAskedAt,
  type People,
  peopleOf,
  roleIn,
} from '../../members/groups/index.ts';
import { personsBehind } from '../../members/index.ts';
import { ownerOf } from '../../tenants/index.ts';
import type { ApprovalRow, Decision } from '../approval.ts';
import { type Counted, countApprovals, type Given } from './counting.ts';
import { type Right, rightOf } from './right.ts';
import { rightOnChange } from './right-on-change.ts';
import { askedOf } from './route.ts';

export interface StandingDeps {
  db: Database;
  clock: Clock;
  governance: GovernanceCache;
  /** For tenants without settings of their own. */
  approvalSettings: ApprovalSettings;
}

/** The part of an approval that says who may decide. */
export type Askable = Pick<
  ApprovalRow,
  'approval_id' | 'requested_by' | 'user_id' | 'route' | 'required_approvals' | 'governs'
>;

type Caller = Pick<Principal, 'chain' | 'party'> & Partial<Pick<Principal, 'scopes'>>;

export interface Standing {
  /** An earlier decision of the same person, by this party or another. */
  mine: Decision | undefined;
  /** Whether they asked themselves, or someone asked in their name or for them. */
  asked: boolean;
  right: Right;
  /** null where no group is asked. */
  counted: Counted | null;
}

export interface Standings {
  of(row: Askable): Standing;
  people: People;
  /** Whether the person who asked may not decide. */
  keepsDutiesApart: boolean;
}

/** @param said the person on whose behalf a key decides, and when, ms since the epoch: by default now. */
export async function standingsOf(
  deps: StandingDeps,
  { chain, party, scopes }: Caller,
  rows: readonly Askable[],
  decisions: ReadonlyMap<string, readonly Decision[]>,
  { decidedBy = null, at = deps.clock.now() }: { decidedBy?: string | null; at?: number | undefined } = {},
): Promise<Standings> {
  const { db } = deps;
  const { tenantId, environment } = await ownerOf(db, chain);
  const people = await peopleOf(db, tenantId, environment, at);
  const behind = await personsBehind(db, tenantId, partiesIn(party, people, rows, decisions));
  const personOf = (id: string) => behind.get(id)?.person ?? id;
  const me = behind.get(party) ?? { person: party, names: [] };
  const names = [party, ...me.names, ...(decidedBy === null ? [] : [decidedBy])];
  const member = [...people.deciders.values()].find(({ userId }) => userId === me.person);
  return {
    people,
    keepsDutiesApart: await keepsDutiesApart(deps, chain),
    of(row) {
      const others = decisions.get(row.approval_id) ?? [];
      const route = askedOf(row);
      const hasAsked = askerIn(behind, row);
      const asked = hasAsked({ person: me.person, names });
      const given = others
        .filter(({ decision }) => decision === 'approved')
        .map((each) => givenBy(each, personOf));
      const groups = route === null ? null : groupsAskedAt(route, at);
      const byRoute = rightOf(
        route,
        row.required_approvals,
        given,
        {
          person: me.person,
          isAsker: asked,
          isOwner: member !== undefined && roleIn(member, environment) === 'owner',
          capacity: member === undefined ? null : capacityOf(people, member.memberId, groups ?? []),
          absent: (id) => ({
            person: personOf(id),
            isAsker: hasAsked(behind.get(id) ?? { person: id, names: [] }),
          }),
        },
        at,
      );
      const role = member === undefined ? null : roleIn(member, environment);
      const wanted = { role, scopes: scopes ?? null, isAsker: asked };
      const right = row.governs === null ? byRoute : rightOnChange(row.governs, wanted, byRoute);
      return {
        mine: others.find((other) => personOf(other.party) === me.person),
        asked,
        right,
        counted:
          groups === null || route === null ? null : countApprovals(route, row.required_approvals, given),
      };
    },
  };
}

/** A tenant in `verified` mode does not let a person approve their own request. */
async function keepsDutiesApart(
  { governance, approvalSettings }: StandingDeps,
  chain: number,
): Promise<boolean> {
  const { laws, approvals } = (await governance.of(chain)).settings;
  return laws.settings.attestation === 'verified' || (approvals ?? approvalSettings).separationOfDuties;
}

/** All parties whose persons are compared: together, so that two tokens of one person are known as such. */
function partiesIn(
  party: string,
  { standIns }: People,
  rows: readonly Askable[],
  decisions: ReadonlyMap<string, readonly Decision[]>,
): string[] {
  const made = rows.flatMap(({ approval_id }) => decisions.get(approval_id) ?? []);
  const parties = [
    party,
    ...rows.flatMap(({ requested_by }) => (requested_by === null ? [] : [requested_by])),
    ...made.flatMap((each) => [each.party, ...absentIn(capacityIn(each))]),
    ...standIns.map(({ memberId }) => memberId),
  ];
  return [...new Set(parties)];
}

const absentIn = (capacity: Capacity | null) =>
  (capacity?.stands_for ?? []).map(({ member_id }) => member_id);

/** A text that does not state a capacity gives no right; truth verification reports it. */
export function capacityIn({ capacity }: Pick<Decision, 'capacity'>): Capacity | null {
  if (capacity === null) return null;
  try {
    const { groups, stands_for } = parseJson(capacity) as unknown as Capacity;
    return {
      groups: [...groups],
      stands_for: stands_for.map((each) => ({ ...each, groups: [...each.groups] })),
    };
  } catch {
    return { groups: [], stands_for: [] };
  }
}

function givenBy(decision: Decision, personOf: (id: string) => string): Given {
  const { groups = [], stands_for = [] } = capacityIn(decision) ?? {};
  return {
    person: personOf(decision.party),
    at: decision.decided_at,
    groups,
    standsFor: stands_for.map((each) => ({ person: personOf(each.member_id), groups: each.groups })),
  };
}
