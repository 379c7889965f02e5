/** The session that an evaluation was judged in, from its record. */

export interface SessionOf {
  id: string;
  agentId: string | null;
}

type Json = Record<string, unknown>;

/**
 * The session that an evaluation names: its own, or that of its mandate once results were reported in it. Null where it
 * names none.
 *
 * @param payload of a `governance_eval`, or anything.
 */
export function sessionIn(payload: Json | null | undefined): SessionOf | null {
  const request = payload?.request as Json | undefined;
  const context = request?.context as Json | undefined;
  const act = (payload?.facts as Json | undefined)?.act as Json | undefined;
  const id = context?.session_id ?? (act?.session ? context?.mandate_id : undefined);
  if (typeof id !== 'string' || id === '') return null;
  return { id, agentId: typeof request?.agent_id === 'string' ? request.agent_id : null };
}
