/** A policy: a tenant's own named rules about requests and the facts that are known about them. */

import type { ShownName } from '@assize/act-reading/names';
import type { JsonObject } from '@assize/evidence-format';

export const EFFECTS = ['block', 'escalate', 'note'] as const;
export type Effect = (typeof EFFECTS)[number];

export interface PolicyRule {
  id: string;
  description: string;
  /** A CEL expression of type bool over {@link PolicyInput}. */
  when: string;
  effect: Effect;
  /** The message to the caller where the rule matches. */
  message: string;
}

/** A value that the rules can use as `variables.` and its name: a CEL expression over the same input. */
export interface PolicyVariable {
  name: string;
  expression: string;
}

/** Lists of texts and numbers that the rules can look values up in, as `lists.` and the name of the list. */
export type PolicyLists = Record<string, (string | number)[]>;

export interface PolicyDocument {
  description: string;
  rules: PolicyRule[];
  /** Each can use those before it; left out where there is none. */
  variables?: PolicyVariable[];
  /** Left out where there is none. */
  lists?: PolicyLists;
}

/** The variables that a rule can name. Unknown values are left out, which `has()` shows; all numbers are doubles. */
export interface PolicyInput {
  action: string;
  /** Empty where the caller gave none. */
  description: string;
  context: JsonObject;
  agent: { id?: string; trust?: number; identity?: PolicyIdentity };
  user: { id?: string };
  facts: {
    environment: string;
    /** The effective values: the greater of claim and catalogue. */
    risk_level: string;
    is_irreversible: boolean;
    approval: 'verified' | 'claimed' | 'none';
    budget_remaining_usd?: number;
  };
  /** The service's own reading of the action. */
  act: PolicyAct;
  /** The agent's reading so far; empty where the request names no session, or none of its results was reported. */
  session: PolicySession;
}

/** How the service knows which agent asks; left out for records that don't say. */
export interface PolicyIdentity {
  how: string;
  registered: boolean;
  /** The members below are left out for all but tokens. */
  issuer?: string;
  subject?: string;
  on_behalf_of?: string;
}

export interface PolicySession {
  results?: number;
  /** Whether it could not keep all values that it read. */
  incomplete?: boolean;
  /** Whether it has read what strangers wrote. */
  content?: boolean;
  /** The highest confidentiality that was read. */
  confidentiality?: string;
}

/** Empty where the tenant has no catalogue of tools, or the action is not in it. */
export interface PolicyAct {
  /** Its name in the catalogue. */
  tool?: string;
  listed: boolean;
  effects: string[];
  targets: { effect: string; kind: string; role: string; value?: string; known: boolean; origin?: string }[];
  /** The kinds of its targets, each once, so that a rule can check them before it looks at hundreds of targets. */
  kinds: string[];
  /** The places of contents that can't be read. */
  unreadable: string[];
  amount_usd?: number;
  /** The contents, by kind. */
  contents: JsonObject;
}

export const NO_ACT: PolicyAct = {
  listed: false,
  effects: [],
  targets: [],
  kinds: [],
  unreadable: [],
  contents: {},
};

export interface PolicyMatch {
  policy: string;
  /** The policy's version, as a decimal number. */
  version: string;
  rule: string;
  effect: Effect;
  message: string;
  /** The rule could not be evaluated; it counts as a block, unless it only went over its bound. */
  erred: boolean;
  /** The rule went over its bound on cost, so a person decides. Otherwise left out. */
  over_cost?: true;
}

/** The policies that apply together, compiled. */
export interface PolicySet {
  /** `sha256:` and the hex SHA-256 of the canonical JSON of its members. */
  version: string;
  /** By name. */
  members: readonly { name: string; version: number }[];
  /**
   * The rules that match, in the order of the members and of their rules. Never throws.
   * @param names how each rule sees the action and the agent: by default, in its own spelling.
   */
  match(input: PolicyInput, names?: ShownName): PolicyMatch[];
  /**
   * Matches as at the time when bounds were tighter, names were compared by letter, and going over a bound was an
   * error like any other (ADR 16).
   */
  matchAsBefore(input: PolicyInput): PolicyMatch[];
}
