/**
 * Binds an approval to one request, by its action, description, context and actor. The fields of the context that name
 * the approval itself are left out; otherwise the approved request could not use its own approval.
 */
import { canonicalJson, type JsonObject, sha256 } from '@assize/evidence-format';

export interface BoundRequest {
  action: string;
  /** The purpose of the action, in words. */
  description?: string;
  context: object;
  agent_id?: string;
  user_id?: string;
}

const OF_THE_APPROVAL: readonly string[] = ['approval_id', 'has_approval'];

/** The version of new bindings. Version 1 left out the description, although the approver reads it. */
export const BINDING_VERSION = 2;

/** 32 bytes: SHA-256 of the canonical JSON (RFC 8785). */
export function bindingOf(
  { action, description, context, agent_id, user_id }: BoundRequest,
  version = BINDING_VERSION,
): Uint8Array {
  const bound: JsonObject = { action, context: withoutTheApproval(context) };
  if (description !== undefined && version > 1) bound.description = description;
  if (agent_id !== undefined) bound.agent_id = agent_id;
  if (user_id !== undefined) bound.user_id = user_id;
  return sha256(canonicalJson(bound));
}

/** Copies the context only where it must: a context may have so many members that a copy takes 10 ms. */
function withoutTheApproval(context: object): JsonObject {
  if (!OF_THE_APPROVAL.some((name) => Object.hasOwn(context, name))) return context as JsonObject;
  const asked = Object.entries(context).filter(([name]) => !OF_THE_APPROVAL.includes(name));
  return Object.fromEntries(asked);
}

/** An empty one is the same as none. */
export function isSameBinding(one: Uint8Array, other: Uint8Array): boolean {
  return one.length > 0 && Buffer.compare(one, other) === 0;
}
