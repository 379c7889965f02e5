/**
 * The content of a message about an approval, before a channel gives it a form. It holds no more of the request than
 * the tenant lets out of the service.
 */
import type { Word } from '@assize/client/changes';

/** `used`: the approved action was carried out. */
export type CardState = 'pending' | 'approved' | 'rejected' | 'expired' | 'used';

export interface CardTarget {
  kind: string;
  value: string;
  isKnown: boolean;
}

export interface CardDecision {
  decision: 'approved' | 'rejected';
  /** The name of the member or key. */
  by: string;
  /** Where it was made, such as `slack`, `mail`, `dashboard`; null where that is not known. */
  from: string | null;
  comment: string | null;
  /** ms since the epoch. */
  at: number;
}

/** A place that a change of governance alters. */
export interface CardLine {
  what: string;
  /** null: there is nothing to compare with. */
  from: string | null;
  to: string;
}

/** A change of governance in words. All but the sentence's own words is foreign text. */
export interface CardChange {
  sentence: Word[];
  lines: CardLine[];
  /** How many places have no line. */
  more: number;
}

/** The part of a card that the tenant's setting may leave out. */
export interface CardContent {
  action: string;
  agentId: string | null;
  /** The person for whom the agent acts. */
  userId: string | null;
  risk: string | null;
  /** The number of all targets; {@link targets} lists the first of them. */
  targetCount: number;
  targets: CardTarget[];
  /** For people, with its currency; null where there is none. */
  amount: string | null;
  /** The laws that warned, each with its reason. */
  laws: { name: string; reason: string }[];
  /** Only in `full`. */
  description: string | null;
  /** Only in `full`: the arguments as JSON, cut; null for a change of governance. */
  arguments: string | null;
  /** Only in `full`; null for the action of an agent. */
  change: CardChange | null;
}

export interface Card {
  approvalId: string;
  tenant: string;
  environment: string;
  state: CardState;
  /** The page where a person can see and decide it. */
  url: string;
  /** ms since the epoch. */
  askedAt: number;
  expiresAt: number;
  approvalsNeeded: number;
  decisions: CardDecision[];
  /** null in `link_only`. */
  content: CardContent | null;
  /** How many arguments a human has corrected; 0: none. */
  corrections: number;
}
