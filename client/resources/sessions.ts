/** Sessions remember where the values that an agent read came from. The service keeps no text of them. */
import type { RecordedResult, Session, SessionPage, SessionWithCalls } from '../api.ts';
import type { CallOptions } from '../connection.ts';
import { part, Resource } from './resource.ts';
import { readResult } from './results.ts';

export interface NewSessionResult {
  sessionId: string;
  /** The evidence id of the call's evaluation, which named this session. */
  evaluationId: string;
  tool?: string;
  /** Whole; a copy of at most 256 KB is sent. */
  result: unknown;
  /** True where the result had more. */
  incomplete?: boolean;
}

/** Needs evidence:write to report and end, evidence:read to read. */
export class Sessions extends Resource {
  /** For a call that this client did not run. @throws {ConflictError} where its result was reported already */
  report(
    { sessionId, evaluationId, tool, result: given, incomplete = false }: NewSessionResult,
    options?: CallOptions,
  ): Promise<RecordedResult> {
    const { result, incomplete: isCut } = readResult(given);
    const body = {
      evaluation_id: evaluationId,
      ...(tool !== undefined && { tool }),
      result,
      ...((incomplete || isCut) && { incomplete: true }),
    };
    return this.send('POST', `${pathOf(sessionId)}/results`, body, options);
  }

  /** With its line of calls. Two agents may have a session of the same id. */
  find(
    sessionId: string,
    query: { agent_id?: string } = {},
    options?: CallOptions,
  ): Promise<SessionWithCalls> {
    return this.get(pathOf(sessionId), options, { ...query });
  }

  list(
    query: { agent_id?: string; limit?: number; cursor?: string } = {},
    options?: CallOptions,
  ): Promise<SessionPage> {
    return this.get('/api/v1/sessions', options, { ...query });
  }

  /** The service forgets its values. */
  end(sessionId: string, query: { agent_id?: string } = {}, options?: CallOptions): Promise<Session> {
    return this.send('POST', `${pathOf(sessionId)}/end`, query, options);
  }
}

function pathOf(sessionId: string): string {
  return `/api/v1/sessions/${part(sessionId)}`;
}
