/** The binding of an approval: the hash of the one request that can use it. */
import { hasArguments } from '@assize/act-reading/act';
import { canonicalJson, type JsonObject, sha256 } from '@assize/evidence-format';

/**
 * The part of a request that an approval is bound to. The fields of the context that name the approval itself are left
 * out; otherwise the approved request could not use its own approval. If the request has the arguments of a tool, the
 * session is left out too, since an approved call often happens in a later session. Without arguments, the action may
 * be about the session itself, so it is bound.
 */
export interface BoundRequest {
  action: string;
  /** The purpose of the action, in words. */
  description?: string;
  context: object;
  agent_id?: string;
  user_id?: string;
}

const OF_THE_APPROVAL: readonly string[] = ['approval_id', 'has_approval'];
export const UNBOUND: readonly string[] = [...OF_THE_APPROVAL, 'session_id'];

/** From this version on a binding covers the description, which the approver reads. */
export const BINDS_DESCRIPTION = 2;
/** From this version on a binding leaves out the session, if there are arguments. */
const LEAVES_OUT_SESSION = 3;
/** The version of new bindings. */
export const BINDING_VERSION = 3;

/** 32 bytes: SHA-256 of the canonical JSON (RFC 8785). */
export function bindingOf(
  { action, description, context, agent_id, user_id }: BoundRequest,
  version = BINDING_VERSION,
): Uint8Array {
  const unbound = version >= LEAVES_OUT_SESSION && hasArguments(context) ? UNBOUND : OF_THE_APPROVAL;
  const bound: JsonObject = { action, context: without(context, unbound) };
  if (description !== undefined && version >= BINDS_DESCRIPTION) bound.description = description;
  if (agent_id !== undefined) bound.agent_id = agent_id;
  if (user_id !== undefined) bound.user_id = user_id;
  return sha256(canonicalJson(bound));
}

/** Copies the context only where it must: a context may have so many members that a copy takes 10 ms. */
export function without(context: object, names: readonly string[]): JsonObject {
  if (!names.some((name) => Object.hasOwn(context, name))) return context as JsonObject;
  const asked = Object.entries(context).filter(([name]) => !names.includes(name));
  return Object.fromEntries(asked);
}

/** Whether two bindings are the same; an empty one never matches. */
export function isSameBinding(one: Uint8Array, other: Uint8Array): boolean {
  return one.length > 0 && Buffer.compare(one, other) === 0;
}
