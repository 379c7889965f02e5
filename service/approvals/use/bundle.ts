/**
 * The bundle of an approval: a keyed hash that is equal for calls from one task that differ only in their targets, and
 * about which the same questions are asked. It tells nothing about the call to a reader who lacks the secret.
 */
import { createHmac } from 'node:crypto';
import { argumentsOf, hasArguments, withoutTargets } from '@assize/act-reading/act';
import type { Reach } from '@assize/act-reading/targets';
import { canonicalJson, type JsonObject } from '@assize/evidence-format';
import { secretAtHand } from '../../database/installation/installation-secret.ts';
import { sessionIdOf } from '../../sessions/index.ts';
import type { ApprovalRow } from '../approval.ts';
import { type BoundRequest, UNBOUND, without } from '../binding.ts';

export const BUNDLES_SECRET = 'bundles of approvals';
/** The secret is made at its first use, and read once by each node. */
export const bundleSecret = secretAtHand(BUNDLES_SECRET);

/** A longer request is decided alone, so that opening an approval stays cheap. */
const MAX_CHARACTERS = 16_384;
const PREFIX = 'bnd_';
const DIGITS = 24;

/** The call that a human is asked about. */
export interface AskedCall {
  chain: number;
  /** The party that asked. */
  party: string;
  request: BoundRequest;
  /** The length of its canonical text. */
  characters: number;
  riskLevel: string;
  /** The laws that warned, and the rules that want a human. */
  questions: object;
  reaches: readonly Reach[];
  contents: readonly { path: string }[];
}

/** @returns null where no other call can be like it: it is from no task, has no arguments, or names no target. */
export function bundleOf(secret: Uint8Array, call: AskedCall): string | null {
  const { request, reaches, contents, characters } = call;
  const context = request.context as JsonObject;
  const { mandate_id: mandate, session_id: session } = context;
  const isOfTask = sessionIdOf(context) !== undefined;
  if (!isOfTask || !hasArguments(context) || characters > MAX_CHARACTERS) return null;
  const given = argumentsOf(context);
  const rest = typeof given === 'string' ? null : withoutTargets(given, reaches, contents);
  if (rest === null) return null;
  const text = canonicalJson({
    action: request.action,
    agent: request.agent_id ?? null,
    arguments: rest.arguments,
    chain: call.chain,
    context: without(context, [...UNBOUND, 'arguments']),
    description: request.description ?? null,
    party: call.party,
    questions: call.questions as JsonObject,
    risk: call.riskLevel,
    // A mandate can span sessions.
    session: mandate === undefined ? (session ?? null) : null,
    targets: rest.targets,
    user: request.user_id ?? null,
  });
  return PREFIX + createHmac('sha256', secret).update(text).digest('hex').slice(0, DIGITS);
}

/**
 * The bundle in which an approval can be decided. A corrected request differs from the others in more than its targets,
 * and what an approval without a binding was for is no longer known.
 */
export function bundleNow({
  bundle,
  binding,
  corrected_evidence_id: corrected,
}: Pick<ApprovalRow, 'bundle' | 'corrected_evidence_id'> & { binding: { length: number } }): string | null {
  return corrected === null && binding.length > 0 ? bundle : null;
}
