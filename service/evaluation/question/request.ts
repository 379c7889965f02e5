/**
 * A caller's question: may this action be carried out? Both surfaces translate into this one shape before anything is
 * decided. Its field names are the published ones, because the request is recorded as it was asked.
 */

import type { RiskLevel } from '@assize/act-reading/risk';
import type { JsonValue } from '@assize/evidence-format';
import { Failure } from '../../foundation/failure.ts';
import { MANDATE_WIDENED } from '../../mandates/index.ts';

export const ACTOR_TYPES = ['human', 'ai_agent'] as const;
export type ActorType = (typeof ACTOR_TYPES)[number];

/** A milder way to the same end, which the caller says that it considered too. */
export interface Alternative {
  action: string;
  risk_level?: RiskLevel;
  is_irreversible?: boolean;
  /** USD. */
  estimated_cost_usd?: number;
  [key: string]: JsonValue | undefined;
}

/** The fields that the laws know, each already validated, and any others that the caller adds for its own policies. */
export interface EvaluationContext {
  risk_level?: RiskLevel;
  is_irreversible?: boolean;
  has_approval?: boolean;
  approval_id?: string;
  /** USD, finite, not negative. */
  estimated_cost_usd?: number;
  /** USD, finite, not negative. */
  budget_remaining_usd?: number;
  /** 0 to 1. */
  confidence_score?: number;
  /** 0 to 1. */
  min_confidence?: number;
  /** 0 to 100. */
  trust_score?: number;
  actor_type?: ActorType;
  artifact_type?: string;
  alternatives?: Alternative[];
  /** The id of the mandate for the task. */
  mandate_id?: string;
  /** The arguments of the tool, as they are sent to it. */
  arguments?: JsonValue;
  [key: string]: JsonValue | undefined | Alternative[];
}

export interface EvaluationRequest {
  action: string;
  description?: string;
  context: EvaluationContext;
  agent_id?: string;
  user_id?: string;
  /** The caller's own label. Recorded, never used to select data. */
  tenant_id?: string;
}

/**
 * Refuses the widening of a mandate: a proceed would look as if the mandate had been widened, and would use up the
 * approval for it.
 * @throws {Failure} `invalid` for the widening of a mandate, which is asked for at the mandate itself.
 */
export function requireOrdinary({ action }: EvaluationRequest): void {
  if (action !== MANDATE_WIDENED) return;
  const message = "A mandate is widened by POST …/mandates/{mandate_id}/widen; an evaluation can't widen it";
  throw Failure.invalid([{ field: ['action'], message, type: 'value_error' }]);
}

/** The actor of an artifact: the agent that acts, else the user, else the key that asked. */
export function actorOf<Id>({ agent_id, user_id }: { agent_id?: Id; user_id?: Id }, party: Id): Id {
  return agent_id ?? user_id ?? party;
}
