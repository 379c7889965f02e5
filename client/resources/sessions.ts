/** Sessions remember where the values that an agent read came from. The service keeps no text of them. */
import type { CallOptions } from '../connection.ts';
import { part, Resource } from './resource.ts';
import { readResult } from './results.ts';

export type ResultSource = 'own' | 'content';
export type Confidentiality = 'public' | 'internal' | 'confidential' | 'secret';

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

export interface SessionResult {
  session_id: string;
  session_key: string;
  evaluation_id: string;
  number: number;
  values: number;
  incomplete: boolean;
  evidence_id: string;
  expires_at: string;
}

export interface Session {
  session_id: string;
  session_key: string;
  agent_id: string;
  status: 'open' | 'ended';
  opened_at: string;
  expires_at: string;
  ended_at: string | null;
  results: number;
  incomplete: boolean;
  confidentiality: Confidentiality | null;
  has_content: boolean;
  mandate_id: string | null;
  calls: SessionCall[];
}

export interface SessionCall {
  evidence_id: string;
  at: string;
  action: string;
  verdict: 'proceed' | 'escalate' | 'block';
  held_for: 'beyond_plan' | 'new_party' | 'other' | null;
  targets: object[];
  mentions: object[];
  reasons: unknown[];
  result: null | {
    number: number;
    evidence_id: string;
    at: string;
    tool: string;
    source: ResultSource | null;
    confidentiality: Confidentiality | null;
    values: number;
    incomplete: boolean;
  };
}

export interface SessionPage {
  items: Omit<Session, 'calls'>[];
  next_cursor: string | null;
}

/** Needs evidence:write to report and end, evidence:read to read. */
export class Sessions extends Resource {
  /** For a call that this client did not run. @throws {ConflictError} where its result was reported already */
  report(
    { sessionId, evaluationId, tool, result: given, incomplete = false }: NewSessionResult,
    options?: CallOptions,
  ): Promise<SessionResult> {
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
  find(sessionId: string, query: { agent_id?: string } = {}, options?: CallOptions): Promise<Session> {
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
