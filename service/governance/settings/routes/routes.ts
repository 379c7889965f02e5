/**
 * Routes: which people are asked for an approval, by which channels, and until when. The first route that matches a
 * held action counts, and an approval keeps the route that it was opened with.
 */
import type { RiskLevel } from '@assize/act-reading/risk';
import type { Effect, TargetKind } from '@assize/act-reading/targets';

/** How much of a request leaves the service by a channel. */
export const DETAILS = ['full', 'summary', 'link_only'] as const;
export type Detail = (typeof DETAILS)[number];
export const DEFAULT_DETAIL: Detail = 'summary';

/** The sign-in that a decision from a mail needs. */
export const SIGN_INS = ['session', 'passkey'] as const;
export type SignIn = (typeof SIGN_INS)[number];

export const MAX_ROUTES = 50;
/** The limit for the groups that one route asks. */
export const MAX_ASKED_GROUPS = 5;

/** A group, and how many of its people must approve. */
export interface AskedGroup {
  group: string;
  approvals: number;
}

/** The conditions of a route: all that are stated must hold. In a pattern, `*` stands for any characters. */
export interface RouteConditions {
  /** A pattern. */
  action?: string;
  /** A pattern for the name of the tool in the catalogue. */
  tool?: string;
  /** A pattern. */
  agent_id?: string;
  /** The action has one of them. */
  effects?: Effect[];
  risk_at_least?: RiskLevel;
  amount_usd_at_least?: number;
  environment?: 'production' | 'sandbox';
  /** One of the targets is like this. */
  target?: { kind?: TargetKind; value?: string; known?: boolean };
}

export interface ApprovalRoute {
  name: string;
  /** Absent: every held action. */
  when?: RouteConditions;
  /** Empty: everyone who may approve. */
  ask: AskedGroup[];
  /** The ids of channels. Absent: all channels; empty: none. */
  channels?: string[];
  deadline_minutes?: number;
  /** Groups that are asked too, once this time has passed. */
  later?: { after_minutes: number; groups: string[] };
  sign_in?: SignIn;
}

/** The route of one approval, as it was when the approval was opened. */
export interface AskedRoute {
  name: string;
  ask: AskedGroup[];
  channels?: string[];
  later?: {
    /** ISO 8601. */
    at: string;
    groups: string[];
  };
  sign_in?: SignIn;
}

/** All groups that a route may ask, each once. */
export function groupsIn({ ask, later }: Pick<ApprovalRoute | AskedRoute, 'ask' | 'later'>): string[] {
  return [...new Set([...ask.map(({ group }) => group), ...(later?.groups ?? [])])];
}
