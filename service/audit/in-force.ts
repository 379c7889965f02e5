/**
 * Compares each recorded evaluation with the settings, policies and halts in force then, or until {@link TOLERANCE_MS}
 * before; never with later ones. The chain is read once, and memory does not grow with it.
 */

import { nameKey } from '@assize/act-reading/names';
import type { JsonObject } from '@assize/evidence-format';
import { agentHistory, type HeldAgent } from '../agents/index.ts';
import type { Database } from '../database/open.ts';
import { type IdentityFact, isByEarlierRules } from '../evaluation/question/index.ts';
import { factsOfRecord } from '../evaluation/record/index.ts';
import type { HistoryEntry } from '../evidence/changes/index.ts';
import { type HeldHalt, haltHistory } from '../governance/halts/index.ts';
import { policyHistory } from '../governance/policies/index.ts';
import { STANDARD_HELD, settingsHistory } from '../governance/settings/index.ts';
import type { Act } from './comparing/acts.ts';

/** A node's settings are at most 0.7 s old. The rest is for waiting appends, and for clocks some seconds apart. */
export const TOLERANCE_MS = 10_000;

/** undefined where no record of it remains; null where there was none. */
type Value = string | null | undefined;

interface Former {
  what: string;
  value: Value;
  /** The time at which it was put out of force. */
  until: number;
  /** The latest time of the entries after it in the chain, as far as they were read. */
  latest: number;
}

/** The value in force at a place in the chain, and those that were in force until lately. */
export class InForce {
  readonly #holds: Map<string, Value>;
  #former: Former[] = [];

  /** @param first the value before any change. */
  constructor(first: Readonly<Record<string, string>> = {}) {
    this.#holds = new Map(Object.entries(first));
  }

  /** @param at ms since the epoch. */
  change(what: string, value: Value, at: number): void {
    this.pass(at);
    this.#former.push({ what, value: this.#valueOf(what), until: at, latest: at });
    if (value === null) this.#holds.delete(what);
    else this.#holds.set(what, value);
  }

  /** Moves on to the next artifact. An early time brings back no early value if artifacts before it are later. */
  pass(at: number): void {
    if (this.#former.length === 0) return;
    for (const former of this.#former) former.latest = Math.max(former.latest, at);
    this.#former = this.#former.filter(({ until, latest }) => latest - until <= TOLERANCE_MS);
  }

  admits(what: string, value: string | null): boolean {
    const fits = (held: Value) => held === undefined || held === value;
    return (
      fits(this.#valueOf(what)) || this.#former.some((former) => former.what === what && fits(former.value))
    );
  }

  #valueOf(what: string): Value {
    return this.#holds.has(what) ? this.#holds.get(what) : null;
  }
}

const SETTINGS = 'settings';
const POLICIES = 'policies';
const ALL_AGENTS = 'halt of all';
const haltOfAgent = (agentId: string) => `halt of agent ${agentId}`;

/** The halts that were made, and the agents of each name in any spelling. */
class Halts {
  readonly #state: InForce;
  readonly #agents = new Map<string, Set<string>>();

  constructor(state: InForce) {
    this.#state = state;
  }

  change({ agentId, haltId, halted }: HeldHalt, at: number): void {
    this.#state.change(agentId === null ? ALL_AGENTS : haltOfAgent(agentId), halted ? haltId : null, at);
    if (agentId === null) return;
    const key = nameKey(agentId);
    this.#agents.set(key, (this.#agents.get(key) ?? new Set()).add(agentId));
  }

  /** Whether an agent could be judged by this halt, or by none. @param byLetter compares names letter by letter, as once. */
  admits(agentId: string, haltId: string | null, byLetter: boolean): boolean {
    const agents = byLetter ? [agentId] : [...(this.#agents.get(nameKey(agentId)) ?? [agentId])];
    const admitted = (one: string) => this.#state.admits(haltOfAgent(one), haltId);
    return haltId === null ? agents.every(admitted) : agents.some(admitted);
  }
}

const statusOfAgent = (agentId: string) => `status of ${nameKey(agentId)}`;

/** The statuses of agents. After a change of an agent that no record names, any status of any agent may be right. */
class Agents {
  readonly #state: InForce;
  readonly #known = new Set<string>();
  #isOneUnnamed = false;

  constructor(state: InForce) {
    this.#state = state;
  }

  change({ value, at }: HistoryEntry<HeldAgent>): void {
    if (value === undefined) {
      this.#isOneUnnamed = true;
      for (const known of this.#known) this.#state.change(known, undefined, at);
      return;
    }
    const what = statusOfAgent(value.agentId);
    if (this.#isAnyOf(what)) this.#state.change(what, undefined, at);
    this.#known.add(what);
    this.#state.change(what, value.status, at);
  }

  /** Whether an agent could be judged by this status. @param status null for an agent that is not registered. */
  admits(agentId: string, status: string | null): boolean {
    const what = statusOfAgent(agentId);
    return this.#isAnyOf(what) || this.#state.admits(what, status);
  }

  /** Whether it may have any status. */
  #isAnyOf(what: string): boolean {
    return this.#isOneUnnamed && !this.#known.has(what);
  }
}

export function governedBy(db: Database, chain: number) {
  const state = new InForce({ [SETTINGS]: STANDARD_HELD.lawVersion });
  const halts = new Halts(state);
  const agents = new Agents(state);
  const streams = [
    follow(settingsHistory(db, chain), ({ value, at }) => state.change(SETTINGS, value?.lawVersion, at)),
    follow(policyHistory(db, chain), ({ value, at }) => state.change(POLICIES, value?.version, at)),
    follow(haltHistory(db, chain), ({ value, at }) => {
      if (value !== undefined) halts.change(value, at);
    }),
    follow(agentHistory(db, chain), (entry) => agents.change(entry)),
  ];
  return {
    /** Takes evaluations in the order of the chain. @returns a sentence on a fault, or null. */
    async faultOf({ position, at }: Pick<Act, 'position' | 'at'>, payload: JsonObject | null) {
      for (const stream of streams) if (stream.before() < position) await stream.upTo(position);
      state.pass(at);
      return payload === null ? null : faultOf(state, { halts, agents }, payload);
    },
  };
}

function follow<V>(holdings: AsyncIterator<HistoryEntry<V>>, apply: (holding: HistoryEntry<V>) => void) {
  let next: HistoryEntry<V> | undefined;
  let place = -1;
  return {
    /** The place of the next change that was not applied yet. */
    before: () => place,
    async upTo(position: number) {
      while (place < position) {
        if (next !== undefined) apply(next);
        const { value, done } = await holdings.next();
        next = done === true ? undefined : value;
        place = next?.position ?? Number.POSITIVE_INFINITY;
      }
    },
  };
}

function faultOf(
  state: InForce,
  { halts, agents }: { halts: Halts; agents: Agents },
  { settings, policies = null, facts, request }: JsonObject,
): string | null {
  if (typeof settings === 'string' && !state.admits(SETTINGS, settings)) {
    return 'This evaluation was judged by law settings that were not in force then.';
  }
  if (policies === null || typeof policies === 'string') {
    if (!state.admits(POLICIES, policies)) {
      return policies === null
        ? 'This evaluation was judged by no policy while policies were in force.'
        : 'This evaluation was judged by a set of policies that was not in force then.';
    }
  }
  const { halt, ...judged } = factsOfRecord({ facts: facts as JsonObject | undefined });
  const { agent_id: agentId } = (request ?? {}) as { agent_id?: string };
  if (!isStandingAsHeld(agents, judged.identity, agentId)) return NOT_ITS_STANDING;
  if (halt?.scope === 'tenant') {
    return state.admits(ALL_AGENTS, halt.halt_id) ? null : NO_SUCH_HALT;
  }
  if (!state.admits(ALL_AGENTS, null))
    return 'This evaluation was judged as if no operator had halted all agents.';
  if (agentId === undefined) return halt === null ? null : NO_SUCH_HALT;
  if (halts.admits(agentId, halt?.halt_id ?? null, isByEarlierRules(judged))) return null;
  return halt === null ? 'This evaluation was judged as if no operator had halted its agent.' : NO_SUCH_HALT;
}

/** Earlier records don't say what the inventory knew of the agent. */
function isStandingAsHeld(
  agents: Agents,
  identity: IdentityFact | null,
  agentId: string | undefined,
): boolean {
  if (identity === null) return true;
  const { agent_registered: isRegistered, agent_status: status = 'active' } = identity;
  if (agentId === undefined) return !isRegistered;
  return agents.admits(agentId, isRegistered ? status : null);
}

const NOT_ITS_STANDING = 'This evaluation was judged as if its agent stood otherwise in the inventory.';
const NO_SUCH_HALT = 'This evaluation was judged by a halt that was not in force then.';
