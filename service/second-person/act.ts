/** An act of governance that can wait for a second person: how it is made, and what it would change. */
import type { JsonObject, JsonValue } from '@assize/evidence-format';
import type { GovernDeps } from '../evidence/changes/index.ts';
import type { FillRandom } from '../foundation/ids.ts';
import type { GovernanceCache } from '../governance/index.ts';
import type { Area } from '../governance/second-person/index.ts';
import type { ApprovalSettings } from '../governance/settings/terms/index.ts';
import type { IssuerDeps } from '../issuers/index.ts';
import type { Principal } from '../keys/index.ts';

export interface ActDeps extends GovernDeps {
  governance: GovernanceCache;
  fillRandom: FillRandom;
  /** For tenants without settings of their own. */
  approvalSettings: ApprovalSettings;
  config: IssuerDeps['config'];
}

export interface Difference {
  before: JsonValue;
  after: JsonValue;
}

export interface Act<Args extends object, Made> {
  /** `governance.` and the action of its record. */
  action: string;
  area: Area;
  /** Makes it as the person who asked, with the use case that they called. */
  make(deps: ActDeps, maker: Principal, args: Args): Promise<Made>;
  /** Tells what it changes, as a person who decides on it reads it. @throws {Failure} where it can't be made. */
  difference(deps: ActDeps, maker: Principal, args: Args): Promise<Difference>;
}

/** For a list of acts of any kind: the arguments are those that the record of the request has. */
export type AnyAct = Act<JsonObject, unknown>;

export function act<Args extends object, Made>(declared: Act<Args, Made>): Act<Args, Made> {
  return declared;
}
